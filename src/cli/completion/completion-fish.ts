import {
  type CompletedCommand,
  type CompletedFlag,
  type Completion,
  firstWords,
  secondWords,
} from "./completion-model.js";

/** A completion script for fish: one rule a word. */
export function fishCompletion(commands: readonly CompletedCommand[]): string {
  const first = firstWords(commands);
  const lines = [
    "# fish completion for orgform. To load it: orgform completion fish | source",
    "complete -c orgform -f",
    ...[...first].map(([word, about]) => rule("__fish_use_subcommand", `-a ${word}`, about)),
    ...[...first.keys()].flatMap((group) => {
      const below = secondWords(commands, group).map(({ name }) => name.slice(group.length + 1));
      return secondWords(commands, group).map(({ summary }, i) =>
        rule(`${seen(group)}; and not ${seen(...below)}`, `-a ${below[i]}`, summary),
      );
    }),
    ...commands.flatMap(commandRules),
  ];
  return `${lines.join("\n")}\n`;
}

function commandRules({ name, flags, argument }: CompletedCommand): string[] {
  const when = name
    .split(" ")
    .map((word) => seen(word))
    .join("; and ");
  return [
    ...flags.map((flag) => rule(when, flagWords(flag), flag.description)),
    ...(argument === "path" ? [`complete -c orgform -n ${quoted(when)} -F`] : []),
    ...(argument === undefined || argument === "path" || argument === "text"
      ? []
      : [rule(when, `-a ${quoted(offered(argument))}`)]),
  ];
}

function flagWords({ names, value, isOptional }: CompletedFlag): string {
  const words = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  if (value === undefined || (isOptional && value !== "path")) return words.join(" ");
  if (value === "path") return [...words, isOptional ? "-F" : "-r -F"].join(" ");
  return [...words, "-x", ...(value === "text" ? [] : [`-a ${quoted(offered(value))}`])].join(" ");
}

/** Words as they are, without the option's description beside each, or the names that orgform finds in the file. */
function offered(value: Exclude<Completion, "path" | "text">): string {
  return typeof value === "string"
    ? `(orgform __complete ${value} (commandline -opc) 2>/dev/null)`
    : value.map((word) => `${word}\\t""`).join(" ");
}

const seen = (...words: readonly string[]): string => `__fish_seen_subcommand_from ${words.join(" ")}`;

const rule = (when: string, what: string, about?: string): string =>
  `complete -c orgform -n ${quoted(when)} ${what}${about === undefined ? "" : ` -d ${quoted(about)}`}`;

const quoted = (text: string): string => `'${text.replace(/[\\']/g, "\\$&")}'`;
