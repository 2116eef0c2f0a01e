import { describe, expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.js";
import { createProgram, type Invocation } from "../../src/cli/program.js";
import type { SharedOptions } from "../../src/commands/context/options.js";
import { nextCommand } from "../../src/commands/plan/next-command.js";
import { SOURCES, textOf } from "../architecture/sources.js";
import { openFolder } from "../commands/folder.js";
import { orgform, plainWords } from "../support/run-in-process.js";

type NextCommand = Parameters<typeof nextCommand>[0][0];

// Whatever command line orgform prints, the parser takes.

/** What the parser says against a command line; nothing if it takes it. */
function refused(line: string): string {
  const [, ...argv] = plainWords(line) ?? [];
  let said = "";
  let invocation: Invocation | undefined;
  const write = (text: string): void => {
    said += text;
  };
  const output = { writeOut: write, writeErr: write, columns: 100 };
  const onInvoke = (asked: Invocation): void => {
    invocation = asked;
  };
  try {
    createProgram(COMMANDS, argv, { version: "0.0.0", output, onInvoke }).parse(argv, { from: "user" });
  } catch {
    // Commander has said why.
  }
  return invocation === undefined ? said || `not understood: ${line}` : "";
}

const EVERYTHING: SharedOptions = {
  file: ["a.yaml", "b"],
  base: "HEAD",
  var: ["env=x"],
  workspace: ["A B", "*-prod"],
  accessReads: "5",
  baseUrl: "http://127.0.0.1:1",
  tokenFile: "t",
  sandbox: "./org.json",
};

describe("the next command", () => {
  it.each<[NextCommand, ...string[]]>([["apply"], ["apply", "p.json"], ["plan"], ["who", "--open"]])(
    "%s has no option that the command does not take",
    (...words) => {
      expect(refused(nextCommand(words, EVERYTHING))).toBe("");
      expect(nextCommand(words, EVERYTHING)).toContain("--sandbox ./org.json");
    },
  );
});

it("each option of a command line in a message is one that the command takes", () => {
  const lines = SOURCES.filter((file) => !file.includes("generated/")).flatMap((file) =>
    [...textOf(file).matchAll(/`(orgform [a-z][^`\\\n]* -[^`\\\n]*)\\?`/g)].map(([, line = ""]) =>
      line.replace(/\$\{[^}]*\}/g, "x"),
    ),
  );
  expect(lines.length).toBeGreaterThan(10);
  expect(lines.map(refused).filter((said) => said.includes("unknown option"))).toEqual([]);
});

it.each([
  ["show s.json", /orgform who --live '([^']*)'/],
  ["show x.yaml", /orgform plan -f '([^']*)'/],
  ["apply x.yaml", /orgform apply -f '([^']*)'/],
  ["plan s.json", /orgform show '([^']*)'/],
  ["validate x.yaml", /orgform validate -f '([^']*)'/],
])("a path with a blank is one word of the command that %s names", async (line, named) => {
  const folder = await openFolder();
  await folder.write("a s.json", JSON.stringify({ taken_at: "2026-01-01T00:00:00Z" }));
  await folder.write("a x.yaml", "a: 1\n");
  const [command = "", file = ""] = line.split(" ");
  const { stderr, exitCode } = await orgform([command, `a ${file}`], { cwd: folder.path("") });
  expect(exitCode).toBe(1);
  expect(named.exec(stderr.replace(/\s+/g, " "))?.[1]).toBe(`a ${file}`);
});
