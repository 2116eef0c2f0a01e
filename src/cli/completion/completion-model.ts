import { COMMAND_GROUPS, type CommandSpec } from "../command-spec.js";

/** What can come after a flag or as an argument: one of some words, a path, or a text that nobody can guess. */
export type Completion = readonly string[] | "path" | "text";

/** A command as the shells' completions see it. */
export interface CompletedCommand {
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly CompletedFlag[];
  /** The first one stands for all. */
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
      ...options.map(({ flags, description, choices }) => ({
        names: flags.match(/(?<=^|[ ,])--?[\w-]+/g) ?? [],
        description,
        value: choices ?? placeholderOf(flags),
        isOptional: flags.includes("["),
      })),
      { names: ["-h", "--help"], description: HELP, value: undefined, isOptional: false },
    ],
    argument: argument === undefined ? undefined : (argument.choices ?? placeholderOf(argument.name)),
  }));
  return [
    ...completed,
    { name: "help", summary: HELP, flags: [], argument: [...firstWords(completed).keys()] },
  ];
}

/** The parser's own words. */
const HELP = "display help for command";

/** The first words, each once, with what it is about. */
export function firstWords(commands: readonly CompletedCommand[]): ReadonlyMap<string, string> {
  return new Map(
    commands.map(({ name, summary }) => {
      const [first = ""] = name.split(" ");
      return [first, COMMAND_GROUPS[first] ?? summary];
    }),
  );
}

/** The second words below a first one. */
export function secondWords(
  commands: readonly CompletedCommand[],
  first: string,
): readonly CompletedCommand[] {
  return commands.filter(({ name }) => name.startsWith(`${first} `));
}

/** What a placeholder stands for, by its name. */
function placeholderOf(notation: string): Completion | undefined {
  const [, placeholder] = /[<[]([^>\]]+)[>\]]/.exec(notation) ?? [];
  if (placeholder === undefined) return undefined;
  return /file|folder|path/.test(placeholder) ? "path" : "text";
}
