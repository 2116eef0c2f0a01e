import { Command, InvalidArgumentError, Option } from "commander";
import { suggestWithSynonyms } from "../config/text/wording.js";
import { docsAddress } from "../report/words/docs-address.js";
import { COMMAND_GROUPS, type CommandSpec, HELP_GROUPS } from "./options/command-spec.js";
import { GENERAL_TITLE, OPTION_GROUPS, type OptionSpec } from "./options/option-table.js";
import { keyOf, type ParsedOptions } from "./options/option-types.js";

/** The command and options of a command line. */
export interface Invocation {
  readonly command: CommandSpec;
  readonly options: ParsedOptions;
}

/** The streams on which the parser prints help and mistakes. */
interface ParserOutput {
  readonly writeOut: (text: string) => void;
  readonly writeErr: (text: string) => void;
  readonly columns: number;
}

/** The surroundings of a parse: `onInvoke` receives the command that was asked for. */
interface ProgramContext {
  readonly version: string;
  readonly output: ParserOutput;
  readonly onInvoke: (invocation: Invocation) => void;
}

/**
 * The parser, built from the tables. Commands that `argv`
 * does not name have only their names: all their options would take longer than the rest of the start.
 */
export function createProgram(
  commands: readonly CommandSpec[],
  argv: readonly string[],
  { version, output, onInvoke }: ProgramContext,
): Command {
  const program = withOutput(new Command("orgform"), output)
    .description(
      "Infrastructure as code for an organization of an analytics service:\nwho is where, and who can see which data.",
    )
    .version(version, "-V, --version", "print the version")
    .showHelpAfterError("Try `orgform --help`.")
    .addHelpText("after", afterCommands(version));
  for (const spec of commands) {
    const words = spec.name.split(" ");
    const command = withOutput(new Command(words.at(-1)), output).summary(spec.summary);
    addArguments(command, spec);
    if (words.every((word) => argv.includes(word)) && !isParent(spec, commands, argv))
      complete(command, spec, output, onInvoke);
    parentOf(program, spec, output).addCommand(command);
  }
  for (const { title, commands: names } of HELP_GROUPS)
    for (const command of program.commands)
      if (names.includes(command.name())) command.helpGroup(`${title}:`);
  return program;
}

/** Returns true if a command below this one is asked for: then its options are those of that one, which may have the same. */
function isParent({ name }: CommandSpec, commands: readonly CommandSpec[], argv: readonly string[]): boolean {
  return commands.some((one) => one.name.startsWith(`${name} `) && argv.join(" ").startsWith(one.name));
}

const HELP = ["-h, --help", "print this help"] as const;

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

function withOutput(command: Command, output: ParserOutput): Command {
  return command
    .helpCommand(false)
    .helpOption(...HELP)
    .configureHelp({ subcommandTerm: (one) => one.name() })
    .configureOutput({
      writeOut: output.writeOut,
      writeErr: output.writeErr,
      getOutHelpWidth: () => output.columns,
    })
    .exitOverride();
}

const afterCommands = (version: string): string => `
The token comes from ORGFORM_TOKEN or --token-file. To try a command without
one, add --sandbox. Options of a command: orgform COMMAND --help
Exit codes: 0 ok, 1 error, 2 differences, 3 refused by a guard, 4 approval
stale, 5 partial, 130/143/129 interrupted
Documentation: ${docsAddress(version, "README.md")}`;

function addArguments(command: Command, spec: CommandSpec): void {
  for (const { name, description, choices } of spec.arguments) {
    const argument = command.createArgument(name, description);
    command.addArgument(choices === undefined ? argument : argument.choices(choices));
  }
}

function complete(
  command: Command,
  spec: CommandSpec,
  output: ParserOutput,
  onInvoke: (invocation: Invocation) => void,
): void {
  command
    .description(`${capitalized(spec.summary)}.\n\n${spec.description}`)
    .showHelpAfterError(`Try \`orgform ${spec.name} --help\`.`)
    .addHelpText("after", examplesText(spec, output.columns));
  const names = spec.arguments.map(({ name }) => keyOf(name));
  const isOwn = (option: OptionSpec): boolean =>
    !OPTION_GROUPS.some(({ options }) => options.includes(option));
  for (const option of spec.options.filter(isOwn)) command.addOption(toOption(option));
  for (const { title, options } of OPTION_GROUPS) {
    const own = options.filter((option) => spec.options.includes(option));
    for (const option of own) command.addOption(toOption(option).helpGroup(`${title}:`));
  }
  command.addHelpOption(new Option(...HELP).helpGroup(`${GENERAL_TITLE}:`));
  command.action((...args: unknown[]) => {
    const argumentValues = Object.fromEntries(
      names.map((name, i) => [name, args[i]]).filter(([, value]) => value !== undefined),
    );
    onInvoke({ command: spec, options: { ...explicitOptions(command, spec), ...argumentValues } });
  });
}

/** The options that somebody gave: without the `true` that the parser has for a `--no-…` that nobody gave. */
function explicitOptions(command: Command, { options }: CommandSpec): ParsedOptions {
  const parsed: ParsedOptions = command.opts();
  const negated = new Set(options.flatMap(({ flags }) => (flags.startsWith("--no-") ? [keyOf(flags)] : [])));
  return Object.fromEntries(
    Object.entries(parsed).filter(([key, value]) => value !== true || !negated.has(key)),
  );
}

function toOption(spec: OptionSpec): Option {
  const { flags, description, choices, problemOf, many } = spec;
  const option = new Option(flags, description);
  if (isUnlisted(spec)) option.hideHelp();
  const check = (value: string): string => {
    if (value === "") throw new InvalidArgumentError("It is empty; a variable may be unset.");
    if (choices?.includes(value) === false) {
      const suggestion = suggestWithSynonyms(value, choices);
      const guess = suggestion === undefined ? "" : `Did you mean ${suggestion}? `;
      throw new InvalidArgumentError(`${guess}It takes ${choices.join(", ")}.`);
    }
    const problem = problemOf?.(value);
    if (problem !== undefined) throw new InvalidArgumentError(problem);
    return value;
  };
  if (many)
    option.argParser((value: string, previous: string[] | undefined) => [...(previous ?? []), check(value)]);
  else option.argParser(check);
  return option;
}

/**
 * The examples of a command, each followed by its purpose, on the next line if the line would be too long.
 */
function examplesText({ examples }: CommandSpec, columns: number): string {
  if (examples.length === 0) return "";
  const width = Math.max(...examples.map(([line]) => line.length));
  const sameLine = examples.map(([line, purpose]) => `  $ ${line.padEnd(width)}   ${purpose}`);
  const fits = sameLine.every((line) => line.length <= columns);
  const lines = fits ? sameLine : examples.flatMap(([line, purpose]) => [`  $ ${line}`, `      ${purpose}`]);
  return `\nExamples:\n${lines.join("\n")}`;
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Returns true if the help of a command, its page and a shell's completion leave an option out. */
const isUnlisted = ({ isTuning }: OptionSpec): boolean => isTuning === true;
