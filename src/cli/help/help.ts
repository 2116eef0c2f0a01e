import { type CommandError, fail } from "../../commands/context/command-error.js";
import type { CommandContext, OutputStyle } from "../../commands/context/context.js";
import type { CommonOptions } from "../../commands/context/options.js";
import { productStyle, writeOutput } from "../../commands/documents/write-output.js";
import type { DataPath } from "../../config/text/data.js";
import { homesOf, KEYS, keysAtPath, schemaAtPath } from "../../config/text/file-schema.js";
import { quote, suggest } from "../../config/text/wording.js";
import { DIAGNOSTIC_CODES, type DiagnosticCode, titleOf } from "../../model/diagnostic-code.js";
import type { Outcome } from "../../model/plan/plan.js";
import { WITHDRAWN } from "../../model/withdrawn.js";
import { GUARD_HELP } from "../../plan/guards/allowance.js";
import { DIAGNOSTIC_HELP } from "../../report/generated/diagnostic-help.js";
import { docsAddress, withoutLinks } from "../../report/words/docs-address.js";
import { wrap } from "../../report/words/layout.js";
import { palette } from "../../report/words/palette.js";
import { groupBy } from "../../util/collections.js";
import { own } from "../../util/record.js";
import { type CommandSpec, hasOption } from "../options/command-spec.js";
import { TOPICS } from "./topics.js";

/**
 * The command `orgform help` for a diagnostic code, a guard or a topic; the parser shows the help of commands
 * itself.
 */
export const helpOn =
  (commands: readonly CommandSpec[]) =>
  async (context: CommandContext, options: CommonOptions & { readonly topic?: string }): Promise<Outcome> => {
    const { topic = "" } = options;
    const screen = productStyle(context, options);
    const style = { ...screen, width: Math.min(screen.width, MOST_COLUMNS) };
    // The columns for a list: those of the terminal up to so many, and 80 without a terminal.
    const columns = Math.min(context.stdout.columns || 80, MOST_COLUMNS);
    const names = commands.map(({ name }) => name);
    const text = isCode(topic)
      ? codeText(topic, context.version, style)
      : (guardsText(topic, style) ??
        own(TOPICS, topic)?.text({ commands: names, columns }) ??
        keyText(topic, context.version, style));
    if (text === undefined) throw unknownTopic(topic, commands);
    await writeOutput(context, options.out, text);
    return "ok";
  };

const isCode = (topic: string): topic is DiagnosticCode => Object.hasOwn(DIAGNOSTIC_CODES, topic);

const EVERYTHING =
  "Every day: plan, apply, drift, who, validate. `orgform help topics` lists everything that help explains.";

/** An error that suggests the nearest topics. Without a near one it names the list: the topics are about a hundred. */
function unknownTopic(topic: string, commands: readonly CommandSpec[]): CommandError {
  const all = [
    ...commands.map(({ name }) => name),
    ...Object.keys(TOPICS),
    ...Object.keys(GUARD_HELP),
    ...Object.keys(DIAGNOSTIC_CODES),
    ...KEYS,
  ];
  // A workspace is archived, and never deleted.
  const near = all.find((name) => name.split(" ").includes(topic)) ?? suggest(topic, all);
  const suggestion = topic === "delete.workspace" ? "archive" : near;
  const [instead] = Object.values(WITHDRAWN).flatMap((words) => own(words, topic) ?? []);
  const withOption = commands.find((command) => hasOption(command, `--${topic}`));
  const guess =
    (instead && `It was withdrawn. Instead: ${instead}. `) ??
    (withOption && `\`orgform ${withOption.name} --help\` explains the option --${topic}. `) ??
    (suggestion && `Did you mean ${quote(suggestion)}? `) ??
    "";
  return fail("error", "usage", `There is no help on ${quote(topic)}`, `${guess}${EVERYTHING}`);
}

/** The texts of the schema about a key of the file, one for each place that says something else of it. */
function keyText(key: string, version: string, style: OutputStyle): string | undefined {
  const homes = keysAtPath([]).includes(key) ? [[], ...homesOf(key)] : homesOf(key);
  const places = homes.map((home) => [...home, key]);
  const textAt = (path: DataPath) => schemaAtPath(path)?.description ?? "";
  if (places.length === 0) return undefined;
  const paint = palette(style.color);
  const parts = [...groupBy(places, textAt)].flatMap(([text, paths]) => [
    "",
    ...paths.map((path) => paint.strong(nameOfPath(path))),
    ...wrap(text, style.width, "  "),
  ]);
  const title = `${paint.strong(key)}: a key of the file`;
  return `${[title, ...parts, "", paint.faint(docsAddress(version, "keys.md"))].join("\n")}\n`;
}

/** The path of a key as docs/keys.md writes it: `workspaces.NAME.people`, `expect[].workspace`. */
const nameOfPath = (path: DataPath): string =>
  path.reduce<string>((name, key) => (key === 0 ? `${name}[]` : `${name}${name && "."}${key || "NAME"}`), "");

/** The help text about a guard, or about each of a family, as `delete` and `opened` name one. */
function guardsText(topic: string, { color, width }: OutputStyle): string | undefined {
  const isGuard = own(GUARD_HELP, topic) !== undefined;
  const guards = Object.entries(GUARD_HELP).filter(([name]) =>
    isGuard ? name === topic : name.split(".").includes(topic),
  );
  if (guards.length === 0) return undefined;
  // The runs that each refuses, and how to allow them.
  const texts = guards.map(([name, { refuses, allowedBy, code }]) =>
    [
      `${palette(color).strong(name)}: a guard, which refuses a plan before the first write`,
      "",
      ...wrap(`It refuses ${refuses}.`, width),
      ...wrap(`Allowed by: ${allowedBy}.`, width),
      ...wrap(`More: orgform help ${code}`, width),
    ].join("\n"),
  );
  return `${texts.join("\n\n")}\n`;
}

/** The section of the troubleshooting page on a code, for a terminal. */
function codeText(code: DiagnosticCode, version: string, style: OutputStyle): string {
  const paint = palette(style.color);
  const { means, example, way_out } = DIAGNOSTIC_HELP[code];
  const prose = (text: string): string[] =>
    withoutLinks(text)
      .split("\n\n")
      .flatMap((paragraph) => [
        "",
        ...paragraph
          .split("\n")
          .flatMap((item) => wrap(item, style.width, item.startsWith("- ") ? "  " : "", "")),
      ]);
  return `${[
    ...wrap(`${code}: ${titleOf(code)}`, style.width).map((line) =>
      line.replace(/^[a-z-]+(?=: )/, paint.strong),
    ),
    ...prose(means),
    ...(example === undefined
      ? []
      : ["", ...wrap(example.says, style.width), ...example.lines.map((line) => `    ${line}`)]),
    "",
    paint.strong("What to do"),
    ...prose(way_out).slice(1),
    "",
    paint.faint(docsAddress(version, `troubleshooting.md#${code}`)),
  ].join("\n")}\n`;
}

/** Prose is easiest to read in lines of about this length. */
const MOST_COLUMNS = 100;
