import { DIAGNOSTIC_CODES } from "../../model/diagnostic-code.js";
import { GUARD_HELP, GUARD_TABLE } from "../../plan/guards/allowance.js";
import { TOPICS } from "../help/topics.js";
import { COMMAND_GROUPS, type CommandSpec } from "../options/command-spec.js";
import { type NameSource, type OptionSpec, takesPath } from "../options/option-table.js";

/** A word that completes a line: one of some words, a name of the file, a path, or any text. */
export type Completion = readonly string[] | NameSource | "path" | "text";

/** A command as the shells' completions see it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** The first one; the others are like it. */
  readonly argument: Completion | undefined;
}

/** A flag by its names, long one last. */
export interface CompletedFlag {
  readonly names: readonly string[];
  readonly description: string;
  /** `undefined` for a switch. */
  readonly value: Completion | undefined;
  readonly isOptional: boolean;
}

/** Everything that a completion script says, from the tables that the parser is built from. */
export function completedCommands(commands: readonly CommandSpec[]): readonly CompletedCommand[] {
  const completed = commands.map(({ name, summary, options, arguments: [argument] = [] }) => ({
    name,
    summary,
    flags: [
      ...options.map(({ flags, description, choices, offers }) => ({
        names: flags.match(/(?<=^|[ ,])--?[\w-]+/g) ?? [],
        description,
        value: choices ?? offered(offers) ?? placeholderOf(flags),
        isOptional: flags.includes("["),
      })),
      { names: ["-h", "--help"], description: HELP, value: undefined, isOptional: false },
    ],
    argument:
      argument === undefined
        ? undefined
        : (argument.choices ?? offered(argument.offers) ?? placeholderOf(argument.name)),
  }));
  return completed.map(withWordsBelow(completed)).map((command) =>
    command.name === "help"
      ? {
          ...command,
          argument: [
            ...firstWords(completed).keys(),
            ...Object.keys(TOPICS),
            ...Object.keys(GUARD_HELP),
            ...Object.keys(DIAGNOSTIC_CODES).filter((code) => !Object.hasOwn(GUARD_HELP, code)),
          ],
        }
      : command,
  );
}

/** A command with others below it, such as `sandbox`, takes their words where it has no argument. */
const withWordsBelow =
  (commands: readonly CompletedCommand[]) =>
  (command: CompletedCommand): CompletedCommand => {
    const below = secondWords(commands, command.name).map(({ name }) => name.slice(command.name.length + 1));
    return below.length === 0 ? command : { ...command, argument: below };
  };

const HELP = "print this help";

/** Names of guards end in the sign that the allowance follows. */
function offered(offers: OptionSpec["offers"]): Completion | undefined {
  if (offers !== "guards") return offers;
  const guards = [...GUARD_TABLE.values()].filter(({ takes = "nothing" }) => takes !== "nothing");
  return guards.map(({ name }) => `${name}=`);
}

/** The first words of commands, each once, with its summary. */
export function firstWords(commands: readonly CompletedCommand[]): ReadonlyMap<string, string> {
  const words = new Map<string, string>();
  for (const { name, summary } of commands) {
    const [first = ""] = name.split(" ");
    // A command that has others below it comes before them.
    if (!words.has(first)) words.set(first, COMMAND_GROUPS[first] ?? summary);
  }
  return words;
}

/** The second words below a first one. */
export function secondWords(
  commands: readonly CompletedCommand[],
  first: string,
): readonly CompletedCommand[] {
  return commands.filter(({ name }) => name.startsWith(`${first} `));
}

/** The completion of a placeholder, by its name. */
function placeholderOf(notation: string): Completion | undefined {
  if (!/[<[]/.test(notation)) return undefined;
  return takesPath(notation) ? "path" : "text";
}
