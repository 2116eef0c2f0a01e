import { execFileSync, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { chmod } from "node:fs/promises";
import { delimiter } from "node:path";
import { spawn } from "@lydell/node-pty";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.js";
import { SCRIPTS } from "../../src/cli/completion/completion.js";
import { nextWords } from "../../src/cli/completion/print-next-words.js";
import { type Folder, openFolder } from "../commands/folder.js";
import { ORGFORM } from "../support/run-built.js";
import { orgform } from "../support/run-in-process.js";

const NAMES_FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  northwind-prod:
    attributes: {region: {data_type: string}}
    groups:
      Sales West: {precedence: 1, members: [ada@northwind.example]}
  Sales West: {}
  $(touch pwned): {}
`;
const isInstalled = (shell: string): boolean => spawnSync(shell, ["-c", "true"]).status === 0;

/** The words that can follow, or the kind of names. */
function next(...line: string[]): readonly string[] | string {
  const words = nextWords(COMMANDS, line);
  return typeof words === "string" ? words : words.map(([word]) => word);
}

/** The script of a shell, in which orgform completes as it is built, and does nothing else but name its arguments. */
const rc = (shell: string): string =>
  `orgform() {
  if [ "$1" = __complete ]; then ${process.execPath} ${ORGFORM} "$@"; else printf '<%s>' "$@"; echo; fi
}
${SCRIPTS[shell]}`;

const START = {
  bash: { args: ["--norc", "--noprofile", "-i"], rc: rc("bash") },
  zsh: { args: ["-f", "-i"], rc: `autoload -U compinit; compinit -u -D\n${rc("zsh")}` },
} as const;

/** What orgform is called with after each line was typed into a real shell, followed by Tab and Enter. */
async function typedInto(
  shell: keyof typeof START,
  folder: Folder,
  lines: readonly string[],
): Promise<string[]> {
  await folder.write("rc", START[shell].rc);
  const env = {
    PATH: process.env.PATH ?? "",
    INPUTRC: "/dev/null",
    TERM: "dumb",
    PS1: "ready> ",
    PROMPT_SP: "",
  };
  const terminal = spawn(shell, [...START[shell].args], { cols: 200, cwd: folder.path(""), env });
  const waiting = ["source ./rc\r", ...lines.map((line) => `orgform ${line}\t\r`), "exit\r"];
  let seen = "";
  let answered = 0;
  terminal.onData((text) => {
    seen += text;
    const prompts = seen.split("ready> ").length - 1;
    if (prompts <= answered) return;
    answered = prompts;
    terminal.write(waiting.shift() ?? "");
  });
  await new Promise<unknown>((resolve) => terminal.onExit(resolve));
  return seen.match(/^<.*>/gm) ?? [];
}

describe("the words that can come next", () => {
  it("are every command, and those below one", () => {
    const first = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0]))];
    expect(next("")).toEqual(first);
    expect(next("help", "")).toEqual(expect.arrayContaining([...first, "exit-codes", "unknown-key"]));
    expect(next("sign-in", "")).toEqual(["render", "check", "verify"]);
    expect(next("--")).toEqual(["--help", "--version"]);
    expect(next("sign-in", "--")).toEqual(["--help"]);
    expect(next("plam", "")).toEqual([]);
  });

  it.each(COMMANDS.map(({ name, options }) => [name, options] as const))(
    "are every flag of %s",
    (name, options) => {
      const long = options.map(({ flags }) => /--[\w-]+/.exec(flags)?.[0]);
      const offered = [next(...name.split(" "), "--")].flat().filter((word) => word.startsWith("--"));
      expect(offered).toEqual([...long, "--help"]);
    },
  );

  it("are what a flag or an argument takes, with or without an equals sign", () => {
    const formats = ["text", "json", "markdown", "html", "sarif", "junit"];
    expect(next("plan", "--format", "")).toEqual(formats);
    expect(next("plan", "--format=m")).toEqual(formats);
    expect(next("sandbox", "")).toEqual(["accept"]);
    expect(next("sandbox", "--seed", "org.json", "--")).toContain("--port");
    expect(next("completion", "z")).toEqual(["bash", "zsh", "fish", "powershell"]);
    expect(next("sign-in", "verify", "--flow", "")).toEqual(["app", "user"]);
    expect(next("who", "")).toEqual("people");
    expect(next("plan", "--workspace=")).toEqual("workspaces");
    expect(next("apply", "--allow", "")).toContain("access.opened=");
  });

  it("are paths where a path goes, none where nobody can guess, and flags after a switch", () => {
    for (const line of ["plan -f", "apply", "plan --live", "log"])
      expect(next(...line.split(" "), "pack")).toEqual("files");
    expect(next("plan", "--file=pack")).toEqual("files");
    expect(next("plan", "--concurrency", "")).toEqual([]);
    expect(next("plan", "--full", "")).toContain("--detailed-exitcode");
    expect(next("plan", "--sandbox", "--det")).toContain("--detailed-exitcode");
  });
});

describe("names of the file", () => {
  it.each([
    [["who", ""], ["ada@northwind.example"]],
    [["snapshot", "--workspace", ""], ["northwind-prod"]],
    [
      ["plan", "--workspace="],
      ["--workspace=northwind-prod", "--workspace=Sales West"],
    ],
  ])("are printed for %j, one a line", async (line, names) => {
    const folder = await openFolder();
    await folder.write("orgform.yaml", NAMES_FILE);
    const { stdout, exitCode } = await orgform(["__complete", ...line], { cwd: folder.path("") });
    expect(stdout.split("\n")).toEqual(expect.arrayContaining(["words", ...names]));
    expect(exitCode).toBe(0);
  });

  it("are those of the file that the line names", async () => {
    const folder = await openFolder();
    await folder.write("other.yaml", NAMES_FILE);
    for (const given of [["-f", "other.yaml"], ["--file=other.yaml"]]) {
      const { stdout } = await orgform(["__complete", "who", ...given, ""], { cwd: folder.path("") });
      expect(stdout).toContain("ada@northwind.example\n");
    }
  });

  it("are none, without a word, where the file is not there or not valid", async () => {
    const folder = await openFolder();
    const silent = { stdout: "words\n", stderr: "", printed: "words\n", exitCode: 0 };
    expect(await orgform(["__complete", "who", ""], { cwd: folder.path("") })).toEqual(silent);
    await folder.write("orgform.yaml", "version: [");
    expect(await orgform(["__complete", "who", ""], { cwd: folder.path("") })).toEqual(silent);
  });

  it("are not offered where a terminal would show something else", async () => {
    const folder = await openFolder();
    await folder.write("orgform.yaml", NAMES_FILE.replace("  Sales West: {}", '  "a\\tfiles\\nb": {}'));
    const { stdout } = await orgform(["__complete", "plan", "--workspace", ""], { cwd: folder.path("") });
    expect(stdout).not.toContain("files");
  });
});

describe.each(["bash", "zsh"] as const)("completion in %s as it is typed into", (shell) => {
  it.skipIf(!isInstalled(shell))("is of whole words, quoted, and runs nothing", async () => {
    const folder = await openFolder();
    const names = NAMES_FILE.replace("ada@northwind.example", "ada@northwind.example, adam@other.example");
    await folder.write("orgform.yaml", names.replace("  Sales West: {}", '  "a:b c": {}'));
    await folder.write("a $(touch pwned)*.json", "{}");
    const ran = await typedInto(shell, folder, [
      "pl",
      "sign-in v",
      "who ada@n",
      "who adam@",
      "plan --workspace northw",
      "plan --workspace=n",
      "plan --workspace=a",
      "plan --workspace a:",
      "plan --workspace a:b\\ ",
      "plan --workspace \\$",
      "plan --format=m",
      "plan --format m",
      "plan --det",
      "plan --live a",
      "plan --live=a",
      "apply --allow access.o",
    ]);
    expect(ran).toEqual([
      "<plan>",
      "<sign-in><verify>",
      "<who><ada@northwind.example>",
      "<who><adam@other.example>",
      "<plan><--workspace><northwind-prod>",
      "<plan><--workspace=northwind-prod>",
      "<plan><--workspace=a:b c>",
      "<plan><--workspace><a:b c>",
      "<plan><--workspace><a:b c>",
      "<plan><--workspace><$(touch pwned)>",
      "<plan><--format=markdown>",
      "<plan><--format><markdown>",
      "<plan><--detailed-exitcode>",
      "<plan><--live><a $(touch pwned)*.json>",
      "<plan><--live=a $(touch pwned)*.json>",
      "<apply><--allow><access.opened=>",
    ]);
    expect(existsSync(folder.path("pwned"))).toBe(false);
  });
});

/** What can follow in fish, each after what was typed. */
const IN_FISH: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ["pl", ["plan"]],
  ["sign-in ", ["check", "render", "verify"]],
  ["help environ", ["environment"]],
  ["plan --form", ["--format"]],
  ["plan --format ", ["html", "json", "junit", "markdown", "sarif", "text"]],
  ["plan --format=m", ["--format=markdown"]],
  ["apply orgform.y", ["orgform.yaml"]],
  ["plan --file=orgform.y", ["--file=orgform.yaml"]],
  ["who ada@", ["ada@northwind.example"]],
  ["plan --workspace ", ["$(touch pwned)", "northwind-prod", "Sales West"]],
];

it.skipIf(!isInstalled("fish"))("completion in fish offers what can follow", async () => {
  const folder = await openFolder();
  await folder.write("orgform.yaml", NAMES_FILE);
  const asked = IN_FISH.map(([typed]) => `echo 'orgform ${typed}:'\ncomplete -C 'orgform ${typed}'\n`).join(
    "",
  );
  const run = `function orgform; ${process.execPath} ${ORGFORM} $argv; end\n${SCRIPTS.fish}\n${asked}`;
  const out = execFileSync("fish", ["--no-config", "-c", run], { cwd: folder.path(""), encoding: "utf8" });
  expect(out.split("\n").flatMap((line) => line.split("\t")[0] || [])).toEqual(
    IN_FISH.flatMap(([typed, offered]) => [`orgform ${typed}:`, ...offered]),
  );
  expect(existsSync(folder.path("pwned"))).toBe(false);
});

/** What can follow in PowerShell, in its own spelling. */
const IN_POWERSHELL: readonly (readonly [typed: string, offered: readonly string[]])[] = [
  ["pl", ["plan"]],
  ["sign-in ", ["render", "check", "verify"]],
  ["plan --form", ["--format"]],
  ["plan --format=m", ["--format=markdown"]],
  ["who ada@", ["ada@northwind.example"]],
  ["plan --workspace ", ["northwind-prod", "'Sales West'", "'$(touch pwned)'"]],
  ["plan --workspace 'Sal", ["'Sales West'"]],
];

it.skipIf(!isInstalled("pwsh"))("completion in PowerShell offers what can follow", async () => {
  const folder = await openFolder();
  await folder.write("orgform.yaml", NAMES_FILE);
  await folder.write("orgform", `#!/bin/sh\nexec ${process.execPath} ${ORGFORM} "$@"\n`);
  await chmod(folder.path("orgform"), 0o755);
  const asked = IN_POWERSHELL.map(([typed]) => `ask "orgform ${typed.replace("$", "`$")}"`).join("\n");
  const run = `${SCRIPTS.powershell}
function ask($line) {
  $line + ':'
  [System.Management.Automation.CommandCompletion]::CompleteInput($line, $line.Length, $null).CompletionMatches |
    ForEach-Object CompletionText
}
${asked}`;
  const file = await folder.write("run.ps1", run);
  const env = { ...process.env, PATH: `${folder.path("")}${delimiter}${process.env.PATH}` };
  const out = execFileSync("pwsh", ["-NoProfile", "-File", file], {
    cwd: folder.path(""),
    encoding: "utf8",
    env,
  });
  expect(out.trim().split(/\r?\n/)).toEqual(
    IN_POWERSHELL.flatMap(([typed, offered]) => [`orgform ${typed}:`, ...offered]),
  );
  expect(existsSync(folder.path("pwned"))).toBe(false);
});

it.each(Object.keys(SCRIPTS).filter(isInstalled))("the script for %s parses", async (shell) => {
  const folder = await openFolder();
  const file = await folder.write("script", SCRIPTS[shell] ?? "");
  const { status, stderr } = spawnSync(shell, ["-n", file], { encoding: "utf8" });
  expect([status, stderr]).toEqual([0, ""]);
});
