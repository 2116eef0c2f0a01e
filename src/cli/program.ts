import { Command, Help, InvalidArgumentError, Option } from "commander";
import { COMMAND_GROUPS, type CommandSpec, type ParsedOptions } from "./command-spec.js";
import { docsAddress } from "./help/docs-address.js";
import { keyOf, OPTION_GROUPS, type OptionSpec } from "./option-table.js";

/** The command and options of a command line. */
export interface Invocation {
  readonly command: CommandSpec;
  readonly options: ParsedOptions;
}

/** Where the parser prints help and mistakes. */
export interface ParserOutput {
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
  readonly columns: number;
}

/**
 * Builds the parser from the tables; `onInvoke` is told which command was asked for. Commands that `argv` does not name
 * are there by name only: all their options would take longer than the rest of the start.
 */
export function createProgram(
  commands: readonly CommandSpec[],
  argv: readonly string[],
  version: string,
  output: ParserOutput,
  onInvoke: (invocation: Invocation) => void,
): Command {
  const program = withOutput(new Command("orgform"), output)
    .description(
      "Infrastructure as code for an organization of an analytics service:\nwho is where, and who can see which data.",
    )
    .version(version, "-V, --version", "print the version")
    .showHelpAfterError("Try `orgform --help`.")
    .addHelpText("after", startHere(version));
  for (const spec of commands) {
    const words = spec.name.split(" ");
    const command = withOutput(new Command(words.at(-1)), output).summary(spec.summary);
    addArguments(command, spec);
    if (words.every((word) => argv.includes(word))) complete(command, spec, onInvoke);
    parentOf(program, spec, output).addCommand(command);
  }
  return program;
}

/** The parent of a command: `sign-in check` is below `sign-in`, which is made for its first command. */
function parentOf(program: Command, spec: CommandSpec, output: ParserOutput): Command {
  const [group = "", name] = spec.name.split(" ");
  if (name === undefined) return program;
  const known = program.commands.find((command) => command.name() === group);
  if (known !== undefined) return known;
  const summary = COMMAND_GROUPS[group] ?? "";
  const parent = withOutput(new Command(group), output)
    .summary(summary)
    .description(`${capitalized(summary)}.`)
    .showHelpAfterError(`Try \`orgform ${group} --help\`.`);
  program.addCommand(parent);
  return parent;
}

/** A command as commander lists it, also one whose options it has not been told. */
function subcommandTerm(command: Command): string {
  const term = new Help().subcommandTerm(command);
  return command.commands.length === 0 && command.options.length === 0
    ? term.replace(/(?= )|$/, " [options]")
    : term;
}

function withOutput(command: Command, output: ParserOutput): Command {
  return command
    .helpCommand(false)
    .configureHelp({ subcommandTerm })
    .configureOutput({
      writeOut: output.writeOut,
      writeErr: output.writeErr,
      getOutHelpWidth: () => output.columns,
    })
    .exitOverride();
}

const startHere = (version: string): string => `
Start here:
  $ orgform init                     write a first orgform.yaml from the live organization
  $ orgform plan                     see what would change, and whose access
  $ orgform apply                    do it

The token comes from ORGFORM_TOKEN or --token-file. Add --sandbox to any command to try it without one.
Exit codes: 0 ok, 1 error, 2 differences, 3 refused by a guard, 4 approval stale, 5 partial, 130/143 interrupted.
Documentation: ${docsAddress(version, "README.md")}`;

function addArguments(command: Command, spec: CommandSpec): void {
  for (const { name, description, choices } of spec.arguments ?? []) {
    const argument = command.createArgument(name, description);
    command.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
}

function complete(command: Command, spec: CommandSpec, onInvoke: (invocation: Invocation) => void): void {
  command
    .description(`${capitalized(spec.summary)}.\n\n${spec.description}`)
    .showHelpAfterError(`Try \`orgform ${spec.name} --help\`.`)
    .addHelpText("after", examplesText(spec));
  const names = (spec.arguments ?? []).map(({ name }) => keyOf(name));
  const isOwn = (option: OptionSpec): boolean =>
    !OPTION_GROUPS.some(({ options }) => options.includes(option));
  for (const option of spec.options.filter(isOwn)) command.addOption(toOption(option));
  for (const { title, options } of OPTION_GROUPS) {
    const own = options.filter((option) => spec.options.includes(option));
    for (const option of own) command.addOption(toOption(option).helpGroup(`${title}:`));
  }
  command.helpOption("-h, --help", "print this help");
  command.action((...args: unknown[]) => {
    const given = Object.fromEntries(
      names.map((name, i) => [name, args[i]]).filter(([, value]) => value !== undefined),
    );
    onInvoke({ command: spec, options: { ...command.opts<ParsedOptions>(), ...given } });
  });
}

function toOption({ flags, description, choices, many }: OptionSpec): Option {
  const option = new Option(flags, description);
  const check = (value: string): string => {
    if (choices === undefined || choices.includes(value)) return value;
    throw new InvalidArgumentError(`It takes ${choices.join(", ")}.`);
  };
  if (many)
    option.argParser((value: string, previous: string[] | undefined) => [...(previous ?? []), check(value)]);
  else option.argParser(check);
  return option;
}

function examplesText({ examples }: CommandSpec): string {
  if (examples.length === 0) return "";
  const width = Math.max(...examples.map(({ command }) => command.length));
  return `\nExamples:\n${examples.map(({ command, says }) => `  $ ${command.padEnd(width)}   ${says}`).join("\n")}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
