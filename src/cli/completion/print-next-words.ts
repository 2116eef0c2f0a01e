import type { CommandContext } from "../../commands/context/context.js";
import { pathsOf } from "../../commands/context/default-file.js";
import { variablesOf } from "../../commands/session/load-desired.js";
import { loadConfig } from "../../config/load-config.js";
import { DIAGNOSTIC_CODES } from "../../model/diagnostic-code.js";
import { contentsOf } from "../../model/state/contents.js";
import { type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import { GUARD_HELP, GUARD_TABLE } from "../../plan/guards/allowance.js";
import { visible } from "../../util/escape.js";
import { TOPICS } from "../help/topics.js";
import { COMMAND_GROUPS, type CommandSpec } from "../options/command-spec.js";
import { type NameSource, type OptionSpec, takesPath } from "../options/option-table.js";
import type { ArgumentSpec } from "../options/option-types.js";

/**
 * Prints the words that can come next on a line, whose words are the arguments, for the scripts of `orgform completion`.
 * It leaves out words that a terminal cannot show as they are.
 */
export async function printNextWords(
  context: CommandContext,
  commands: readonly CommandSpec[],
  line: readonly string[],
): Promise<void> {
  const next = nextWords(commands, line);
  if (next === "files") return void context.stdout.write("files\n");
  const words = typeof next === "string" ? (await namesOf(context, next, line)).map((name) => [name]) : next;
  const [option = ""] = /^--[\w-]+=/.exec(line.at(-1) ?? "") ?? [];
  const shown = words.filter(([word = ""]) => visible(word) === word);
  const lines = shown.map(([word, meaning]) => `${option}${word}${meaning ? `\t${meaning}` : ""}\n`);
  context.stdout.write(`words\n${lines.join("")}`);
}

/** The names in the file that `-f` on the line gives, or in the default one; none if it cannot be read. */
async function namesOf(
  context: CommandContext,
  source: NameSource,
  line: readonly string[],
): Promise<readonly string[]> {
  try {
    const file = line.slice(0, -1).flatMap((word, i) => {
      if (/^(-f|--file)$/.test(word)) return [line[i + 1] ?? ""];
      return word.startsWith("--file=") ? [word.slice("--file=".length)] : [];
    });
    const { ORGFORM_FILE: usual = "" } = context.env;
    const named = file.length === 0 && usual !== "" ? [usual] : file;
    const options = named.length === 0 ? {} : { file: named };
    const { desired } = await loadConfig(pathsOf(options), variablesOf(context, options));
    return [...new Set(presentIn(desired?.workspaces).flatMap(NAMES[source]))];
  } catch {
    return [];
  }
}

const NAMES: Readonly<Record<NameSource, (workspace: PresentWorkspace) => readonly string[]>> = {
  workspaces: ({ name }) => [name],
  people: (workspace) =>
    (["invite", "group_membership"] as const).flatMap((kind) =>
      contentsOf(workspace)
        .of(kind)
        .map(({ name }) => name),
    ),
};

/** A word that can come next, with its meaning. */
type NextWord = readonly [word: string, meaning?: string];

/** The words that can come next, or where they are: among the names of the file, or of files. */
type NextWords = readonly NextWord[] | NameSource | "files";

const HELP: NextWord = ["--help", "print help"];

/** The words that can stand at the end of a line in place of the last one, which is still being typed. */
export function nextWords(commands: readonly CommandSpec[], line: readonly string[]): NextWords {
  const typed = (line.at(-1) ?? "").trim();
  const before = line.slice(0, -1);
  const words = before.filter((word) => !word.startsWith("-"));
  const below = wordsBelow(commands, words);
  const command = [2, 1]
    .map((count) => commands.find(({ name }) => name === words.slice(0, count).join(" ")))
    .find((found) => found !== undefined);
  if (command === undefined) {
    if (!typed.startsWith("-")) return below;
    return words.length === 0 ? [HELP, ["--version", "print the version"]] : [HELP];
  }
  const { options } = command;
  const [assigned] = /^--[\w-]+(?==)/.exec(typed) ?? [];
  const option = options.find((one) => flagsOf(one).includes(assigned ?? before.at(-1) ?? ""));
  if (option !== undefined && /[<[]/.test(option.flags) && (assigned !== undefined || !typed.startsWith("-")))
    return inPlaceOf(option.flags, option);
  const flags = options.flatMap((one) => flagsOf(one).map((flag) => [flag, one.description] as const));
  if (typed.startsWith("-")) return [...flags, ["-h", "print help"], HELP];
  const [argument] = command.arguments;
  if (command.name === "help") return topics(wordsBelow(commands, []));
  if (argument !== undefined) return inPlaceOf(argument.name, argument);
  return below.length > 0 ? below : [...flags, HELP];
}

/** The words that follow these as part of a command's name, each with the summary of its command. */
function wordsBelow(commands: readonly CommandSpec[], words: readonly string[]): readonly NextWord[] {
  const start = words.map((word) => `${word} `).join("");
  const below = new Map<string, string>();
  for (const { name, summary } of commands) {
    if (!name.startsWith(start)) continue;
    const [word = ""] = name.slice(start.length).split(" ");
    // A command that has others below it comes before them.
    if (!below.has(word)) below.set(word, (start === "" && COMMAND_GROUPS[word]) || summary);
  }
  return [...below];
}

const flagsOf = ({ flags }: OptionSpec): readonly string[] => flags.match(/(?<=^|[ ,])--?[\w-]+/g) ?? [];

/** The words in place of a placeholder such as `<file>`. */
function inPlaceOf(
  notation: string,
  { choices, offers }: Pick<ArgumentSpec, "choices" | "offers">,
): NextWords {
  if (choices !== undefined) return choices.map((choice) => [choice]);
  if (offers === undefined) return takesPath(notation) ? "files" : [];
  if (offers !== "guards") return offers;
  const guards = [...GUARD_TABLE].filter(([, { takes }]) => takes !== "nothing" && takes !== "never");
  // The sign is that after which the allowance follows.
  return guards.map(([name]) => [`${name}=`, `allow what it refuses: ${GUARD_HELP[name]?.refuses}`]);
}

function topics(commands: readonly NextWord[]): readonly NextWord[] {
  const codes = Object.entries(DIAGNOSTIC_CODES).flatMap(([code, [, title]]): readonly NextWord[] =>
    Object.hasOwn(GUARD_HELP, code) ? [] : [[code, title]],
  );
  return [
    ...commands,
    ...Object.entries(TOPICS).map(([topic, { summary }]) => [topic, summary] as const),
    ...Object.entries(GUARD_HELP).map(([guard, { refuses }]) => [guard, `it refuses ${refuses}`] as const),
    ...codes,
  ];
}
