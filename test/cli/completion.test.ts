import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { spawn } from "@lydell/node-pty";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.js";
import { SHELLS } from "../../src/cli/completion/completion.js";
import { completedCommands } from "../../src/cli/completion/completion-model.js";
import { openFolder } from "../commands/folder.js";
import { ORGFORM, orgform } from "../support/run-built.js";

const NAMES_FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  northwind-prod:
    attributes: {region: {data_type: string}}
    groups:
      Sales West: {precedence: 1, members: [ada@northwind.example]}
      $(touch pwned): {precedence: 2}
`;
const commands = completedCommands(COMMANDS);
const script = (shell: string): string => SHELLS[shell]?.(commands) ?? "";
const isInstalled = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

/** What bash would offer after the last of these words was begun. */
function offered(...words: string[]): string[] {
  const run = `${script("bash")}
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_orgform
printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = execFileSync("bash", ["--norc", "-c", run, "bash", "orgform", ...words], {
    cwd: new URL("../..", import.meta.url),
    encoding: "utf8",
  });
  return out.split("\n").filter(Boolean);
}

/** What orgform is called with after each line was typed into a real bash, followed by Tab and Enter. */
async function typedIntoBash(cwd: string, lines: readonly string[]): Promise<string[]> {
  const env = { PATH: process.env.PATH ?? "", INPUTRC: "/dev/null", TERM: "dumb", PS1: "ready> " };
  const bash = spawn("bash", ["--norc", "--noprofile", "-i"], { cols: 200, cwd, env });
  const waiting = ["source rc\r", ...lines.map((line) => `orgform ${line}\t\r`), "exit\r"];
  let seen = "";
  let answered = 0;
  bash.onData((text) => {
    seen += text;
    const prompts = seen.split("ready> ").length - 1;
    if (prompts <= answered) return;
    answered = prompts;
    bash.write(waiting.shift() ?? "");
  });
  await new Promise<unknown>((resolve) => bash.onExit(resolve));
  return seen.match(/^<.*>/gm) ?? [];
}

describe("completion in bash", () => {
  it("offers every command, and narrows by what was typed", () => {
    const first = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0]))];
    expect(offered("")).toEqual(first);
    expect(offered("help", "")).toEqual(expect.arrayContaining([...first, "exit-codes", "unknown-key"]));
    expect(offered("pl")).toEqual(["plan"]);
    expect(offered("sign-in", "")).toEqual(["render", "check", "verify"]);
  });

  it.each(COMMANDS.map(({ name, options }) => [name, options] as const))(
    "offers every flag of %s",
    (name, options) => {
      const long = options.map(({ flags }) => /--[\w-]+/.exec(flags)?.[0]);
      expect(offered(...name.split(" "), "--")).toEqual([...long, "--help"]);
    },
  );

  it("offers what a flag or an argument takes, with or without an equals sign", () => {
    expect(offered("plan", "--format", "")).toEqual(["text", "json", "markdown", "html", "sarif", "junit"]);
    expect(offered("sandbox", "")).toEqual(["accept"]);
    expect(offered("sandbox", "--se")).toEqual(["--seed"]);
    expect(offered("plan", "--format", "=", "m")).toEqual(["markdown"]);
    expect(offered("plan", "--format", "=")).toContain("json");
    expect(offered("plan", "--file", "=")).toContain("package.json");
    expect(offered("completion", "z")).toEqual(["zsh"]);
    expect(offered("sign-in", "verify", "--flow", "")).toEqual(["app", "user"]);
  });

  it("offers paths where a path goes, nothing where nobody can guess, and flags after a switch", () => {
    expect(offered("plan", "-f", "pack")).toContain("package.json");
    expect(offered("apply", "pack")).toContain("package.json");
    expect(offered("plan", "--live", "pack")).toContain("package.json");
    expect(offered("log", "pack")).toContain("package.json");
    expect(offered("plan", "--concurrency", "")).toEqual([]);
    expect(offered("plan", "--full", "--det")).toEqual(["--detailed-exitcode"]);
    expect(offered("plan", "--sandbox", "--det")).toEqual(["--detailed-exitcode"]);
  });
});

describe("names of the file", () => {
  it.each([
    ["people", ["ada@northwind.example"]],
    ["workspaces", ["northwind-prod"]],
    ["addresses", ["northwind-prod", "northwind-prod/attributes/region", "northwind-prod/groups/Sales West"]],
  ])("%s are printed, one a line", async (kind, names) => {
    const folder = await openFolder();
    await folder.write("orgform.yaml", NAMES_FILE);
    const { stdout, exitCode } = await orgform(["__complete", kind], { cwd: folder.path("") });
    expect(stdout.split("\n")).toEqual(expect.arrayContaining(names));
    expect(exitCode).toBe(0);
  });

  it("are none, without a word, where the file is not there or not valid", async () => {
    const folder = await openFolder();
    const silent = { stdout: "", stderr: "", exitCode: 0 };
    expect(await orgform(["__complete", "people"], { cwd: folder.path("") })).toEqual(silent);
    await folder.write("orgform.yaml", "version: [");
    expect(await orgform(["__complete", "people"], { cwd: folder.path("") })).toEqual(silent);
  });

  it("are offered in bash quoted, and never run", async () => {
    const folder = await openFolder();
    await folder.write("orgform.yaml", NAMES_FILE);
    const run = `orgform() { ${process.execPath} ${ORGFORM} "$@"; }
${script("bash")}
COMP_WORDS=(orgform plan --only northwind-prod/groups/) COMP_CWORD=3
_orgform
printf '%s\\n' "\${COMPREPLY[@]}"
COMP_WORDS=(orgform plan --only northwind-prod/groups/S) COMP_CWORD=3
_orgform
printf '%s\\n' "\${COMPREPLY[@]}"`;
    const out = execFileSync("bash", ["--norc", "-c", run], { cwd: folder.path(""), encoding: "utf8" });
    expect(out).toContain("northwind-prod/groups/Sales\\ West\n");
    expect(existsSync(folder.path("pwned"))).toBe(false);
  });

  it("are completed in bash as it is typed into, also after an at sign or a colon, which break words there", async () => {
    const folder = await openFolder();
    const file = NAMES_FILE.replace("ada@northwind.example", "ada@northwind.example, adam@other.example");
    await folder.write("orgform.yaml", file.replace("Sales West", '"a:b c"'));
    await folder.write(
      "rc",
      `orgform() {
  if [[ $1 == __complete ]]; then ${process.execPath} ${ORGFORM} "$@"; else printf '<%s>' "$@"; echo; fi
}
${script("bash")}`,
    );
    const ran = await typedIntoBash(folder.path(""), [
      "who ada@n",
      "who adam@",
      "plan --only northwind-prod/members/ada@northw",
      "plan --only=northwind-prod/members/ada@n",
      "plan --only=northwind-prod/groups/a",
      "plan --only northwind-prod/groups/a:",
      "plan --only northwind-prod/groups/a:b\\ ",
      "plan --format=m",
    ]);
    expect(ran).toEqual([
      "<who><ada@northwind.example>",
      "<who><adam@other.example>",
      "<plan><--only><northwind-prod/members/ada@northwind.example>",
      "<plan><--only=northwind-prod/members/ada@northwind.example>",
      "<plan><--only=northwind-prod/groups/a:b c>",
      "<plan><--only><northwind-prod/groups/a:b c>",
      "<plan><--only><northwind-prod/groups/a:b c>",
      "<plan><--format=markdown>",
    ]);
  });

  it("guards are offered with the sign after which comes what is allowed", () => {
    expect(offered("apply", "--allow", "access")).toEqual([
      "access.opened=",
      "access.widened=",
      "access.windows=",
    ]);
  });
});

describe.skipIf(!isInstalled("fish"))("completion in fish", () => {
  it.each([
    ["pl", ["plan"]],
    ["sign-in ", ["check", "render", "verify"]],
    ["help environ", ["environment"]],
    ["plan --form", ["--format"]],
    ["plan --format ", ["html", "json", "junit", "markdown", "sarif", "text"]],
    ["apply package.js", ["package.json"]],
  ])("offers what can follow: orgform %s", (typed, expected) => {
    const run = `${script("fish")}\ncomplete -C 'orgform ${typed}'`;
    const cwd = new URL("../..", import.meta.url);
    const out = execFileSync("fish", ["--no-config", "-c", run], { cwd, encoding: "utf8" });
    expect(out.split("\n").flatMap((line) => line.split("\t")[0] || [])).toEqual(expected);
  });
});

describe.each(["bash", "zsh", "fish"])("the script for %s", (shell) => {
  it.skipIf(!isInstalled(shell))("parses", async () => {
    const folder = await openFolder();
    const file = await folder.write("script", script(shell));
    const { status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
    expect([status, stderr]).toEqual([0, ""]);
  });

  it("names every command and every flag, and closes every quote", () => {
    const text = script(shell);
    for (const { name, options } of COMMANDS) {
      for (const word of name.split(" ")) expect(text).toContain(word);
      for (const { flags } of options) expect(text).toContain(/--([\w-]+)/.exec(flags)?.[1]);
    }
    // The shells' own escapes aside, quotes come in pairs on each line.
    const lines = text.replaceAll("'\\''", "").replaceAll("\\'", "").replaceAll("$'\\n'", "").split("\n");
    for (const line of lines.filter((l) => !l.startsWith("#")))
      expect((line.match(/'/g) ?? []).length % 2).toBe(0);
  });
});
