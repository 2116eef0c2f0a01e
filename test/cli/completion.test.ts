import { execFileSync, spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.js";
import { SHELLS } from "../../src/cli/completion/completion.js";
import { completedCommands } from "../../src/cli/completion/completion-model.js";
import { openFolder } from "../commands/folder.js";

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

describe("completion in bash", () => {
  it("offers every command, and narrows by what was typed", () => {
    const first = [...new Set(COMMANDS.map(({ name }) => name.split(" ")[0]))];
    expect(offered("")).toEqual([...first, "help"]);
    expect(offered("help", "")).toEqual(first);
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
    expect(offered("matrix", "x", "--format", "")).toEqual(["text", "json", "gitlab", "argo"]);
    expect(offered("plan", "--format", "=", "m")).toEqual(["markdown"]);
    expect(offered("plan", "--format", "=")).toContain("json");
    expect(offered("completion", "z")).toEqual(["zsh"]);
    expect(offered("sign-in", "verify", "--flow", "")).toEqual(["app", "user"]);
  });

  it("offers paths where a path goes, nothing where nobody can guess, and flags after a switch", () => {
    expect(offered("plan", "-f", "pack")).toContain("package.json");
    expect(offered("apply", "pack")).toContain("package.json");
    expect(offered("plan", "--concurrency", "")).toEqual([]);
    expect(offered("plan", "--summary", "--det")).toEqual(["--detailed-exitcode"]);
    expect(offered("plan", "--sandbox", "--det")).toEqual(["--detailed-exitcode"]);
  });
});

describe.skipIf(!isInstalled("fish"))("completion in fish", () => {
  it.each([
    ["pl", ["plan"]],
    ["sign-in ", ["check", "render", "verify"]],
    ["help sig", ["sign-in"]],
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
