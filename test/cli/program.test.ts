import { expect, it } from "vitest";
import { COMMANDS } from "../../src/cli/command-table.js";
import { hintFor, inOurWords } from "../../src/cli/mistakes.js";
import { COMMAND_GROUPS } from "../../src/cli/options/command-spec.js";
import { createProgram, type Invocation } from "../../src/cli/program.js";

function parse(...argv: string[]): { invocation: Invocation | undefined; said: string } {
  let invocation: Invocation | undefined;
  let said = "";
  const write = (text: string): void => {
    said += text;
  };
  const output = { writeOut: write, writeErr: write, columns: 100 };
  try {
    const onInvoke = (asked: Invocation): void => {
      invocation = asked;
    };
    createProgram(COMMANDS, argv, { version: "0.0.0", output, onInvoke }).parse(argv, { from: "user" });
  } catch {
    // Commander has said why.
  }
  return { invocation, said };
}

it("finds commands of one word and of two, with their arguments and options", () => {
  const who = parse("who", "ada@northwind.example", "--workspace", "a", "--workspace", "b");
  expect(who.invocation).toMatchObject({
    command: { name: "who" },
    options: { what: ["ada@northwind.example"], workspace: ["a", "b"] },
  });
  const check = parse("sign-in", "check", "--manifest", "-", "-f", "org.yaml");
  expect(check.invocation).toMatchObject({
    command: { name: "sign-in check" },
    options: { manifest: "-", file: ["org.yaml"] },
  });
});

it("hands over every kind of option in the type that its notation says, and nothing that nobody gave", () => {
  const given = (...argv: string[]) => parse(...argv).invocation?.options;
  expect(given("apply")).toEqual({});
  expect(given("apply", "--sandbox", "--format", "json", "--allow", "a=1", "--allow=b=2", "--full")).toEqual({
    sandbox: true,
    format: "json",
    allow: ["a=1", "b=2"],
    full: true,
  });
  expect(given("apply", "plan.json", "--sandbox", "./org", "--receipt", "r", "--no-color")).toEqual({
    planFile: "plan.json",
    sandbox: "./org",
    receipt: "r",
    color: false,
  });
  expect(given("apply", "--no-receipt")).toEqual({ receipt: false });
  expect(given("apply", "--format", "yaml")).toBeUndefined();
  expect(given("completion")).toBeUndefined();
});

it("shows the commands below a first word, and says what was probably meant", () => {
  expect(parse("sign-in").said).toMatch(/render.*\n[\s\S]*check.*\n[\s\S]*verify/);
  expect(parse("sign-in", "rendr").said).toContain("Did you mean render?");
  expect(parse("sign-in", "verify", "--sekret").said).toContain("unknown option '--sekret'");
});

it("has a group for each first word of two", () => {
  const firsts = COMMANDS.flatMap(({ name }) => (name.includes(" ") ? [name.split(" ")[0]] : []));
  const commands = new Set(COMMANDS.map(({ name }) => name));
  expect(new Set(firsts.filter((first) => !commands.has(first ?? "")))).toEqual(
    new Set(Object.keys(COMMAND_GROUPS)),
  );
});

it.each(COMMANDS.map((command) => [command.name, command] as const))(
  "%s teaches by examples that it understands itself",
  (name, command) => {
    expect(command.examples.length).toBeGreaterThan(0);
    for (const [line] of command.examples) {
      const words = (/orgform ([^<>|)]*)/.exec(line)?.[1] ?? "").trim().split(" ");
      expect(parse(...words).invocation?.command.name, line).toBe(name);
    }
  },
);

it("gives hints by the code of a mistake, in whatever words the parser reports it", () => {
  const mistake = { code: "commander.unknownOption", message: "error: nobody knows '--json=secret'" };
  expect(hintFor(mistake, ["plan", "--json"])).toBe("Here that is `--format json`.");
  expect(inOurWords(mistake.message, mistake)).toBe("Error: nobody knows '--json'");
  const command = { code: "commander.unknownCommand", message: "error: nobody knows 'destroy'" };
  expect(hintFor(command, ["destroy"])).toContain("`state: absent`");
  const excess = { code: "commander.excessArguments", message: "error: so many" };
  expect(hintFor(excess, ["plan", "org.yaml"])).toContain("-f org.yaml");
});
