import type { CommandContext } from "../../commands/context/context.js";
import type { Outcome } from "../../model/plan/plan.js";
import { GENERAL_OPTIONS, type OptionSpec, type OUT_OPTION } from "./option-table.js";
import { type ArgumentSpec, keyOf, type OptionsOf, type ParsedOptions } from "./option-types.js";

/** The specification of one command, for help, completions, documentation and the parser. */
export interface CommandSpec {
  /** One word, or two where the first is one of {@link COMMAND_GROUPS} or a command itself. */
  readonly name: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly summary: string;
  /** Paragraphs below the summary. */
  readonly description: string;
  /** Command lines, each with its purpose. */
  readonly examples: readonly (readonly [line: string, purpose: string])[];
  /** Its own options, then those of every command. */
  readonly options: readonly OptionSpec[];
  /** Set where stdout holds lines of events when the command fails in JSON; elsewhere it holds one document. */
  readonly failure?: "events";
  load(): Promise<(context: CommandContext, options: ParsedOptions) => Promise<Outcome>>;
}

/** The first words of commands as help lists them, in groups: those of every day first. */
export const HELP_GROUPS: readonly { readonly title: string; readonly commands: readonly string[] }[] = [
  { title: "Every day", commands: ["validate", "plan", "apply", "drift", "adopt", "who"] },
  { title: "Start here", commands: ["init", "whoami", "sandbox"] },
  { title: "Questions", commands: ["compare", "show", "review"] },
  { title: "Record", commands: ["snapshot", "log", "export"] },
  { title: "Set-up", commands: ["fmt", "sign-in", "acceptance", "completion", "help"] },
];

/** The first words of commands that have two, with what help says of them together. */
export const COMMAND_GROUPS: Readonly<Record<string, string>> = {
  "sign-in": "set up, check and try the sign-in to the data warehouse",
};

/** Options of every command; `--out` is the file of the product, unless a command has its own meaning for it. */
type General = Exclude<(typeof GENERAL_OPTIONS)[number], typeof OUT_OPTION>;

/** The options of a command's table and of every command, with the types that the command gets them in. */
type OptionsIn<Option extends OptionSpec, Argument extends ArgumentSpec> = OptionsOf<
  Option | General,
  Argument
> & { readonly out?: string };

/** A command as its table writes it down: `load` gives a function that takes the options that the table lists. */
interface CommandTable<Option extends OptionSpec, Argument extends ArgumentSpec>
  extends Omit<CommandSpec, "arguments" | "options" | "load"> {
  readonly arguments?: readonly Argument[];
  readonly options: readonly Option[];
  readonly load: () => Promise<
    (context: CommandContext, options: OptionsIn<Option, Argument>) => Promise<Outcome>
  >;
}

/** A command from its table. The compiler checks the types of options between table and command. */
export function command<const Option extends OptionSpec, const Argument extends ArgumentSpec = never>(
  table: CommandTable<Option, Argument>,
): CommandSpec {
  const general = GENERAL_OPTIONS.filter(
    ({ flags }) => !table.options.some((own) => keyOf(own.flags) === keyOf(flags)),
  );
  return {
    ...table,
    arguments: table.arguments ?? [],
    options: [...table.options, ...general],
    async load() {
      const run = await table.load();
      // The parser is made from the same table: it has checked the choices, and repeated options are lists.
      return (context, parsed) => run(context, parsed as OptionsIn<Option, Argument>);
    },
  };
}

/** Returns true if a command has an option of this flag, such as `--base` or `-f`. */
export function hasOption(command: CommandSpec | undefined, flag: string): boolean {
  return command?.options.some(({ flags }) => flags.split(/[ ,]+/).includes(flag)) === true;
}
