import type { CommandContext } from "../../commands/context/context.js";
import { pathsOf } from "../../commands/context/default-file.js";
import { variablesOf } from "../../commands/session/load-desired.js";
import { loadConfig } from "../../config/load-config.js";
import { contentsOf } from "../../model/state/contents.js";
import { type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import { visible } from "../../util/escape.js";
import type { CommandSpec } from "../options/command-spec.js";
import type { NameSource } from "../options/option-table.js";
import { nextWords } from "./next-words.js";

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
