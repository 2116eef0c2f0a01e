import { productLook, writeOutput } from "../../commands/documents/write-output.js";
import type { CommandContext } from "../../commands/session/context.js";
import { unknownName } from "../../commands/session/named.js";
import type { CommonOptions } from "../../commands/session/options.js";
import { quote } from "../../config/validate/wording.js";
import { DIAGNOSTIC_CODES, type DiagnosticCode } from "../../model/diagnostic-code.js";
import type { Outcome } from "../../model/plan/plan.js";
import { DIAGNOSTIC_HELP } from "../../render/generated/diagnostic-help.js";
import { wrap } from "../../render/text/layout.js";
import { palette } from "../../render/text/palette.js";
import type { CommandSpec } from "../command-spec.js";
import { docsAddress } from "./docs-address.js";
import { TOPICS } from "./topics.js";

/** Prose is easiest to read in lines of about this length. */
const MOST_COLUMNS = 100;

/** `orgform help` on a diagnostic code or a topic; the parser shows the help of commands itself. */
export const helpOn =
  (commands: readonly CommandSpec[]) =>
  async (context: CommandContext, options: CommonOptions & { readonly topic?: string }): Promise<Outcome> => {
    const { topic = "" } = options;
    const { color, width } = productLook(context, options);
    const text = isCode(topic)
      ? codeText(topic, context.version, { color, width: Math.min(width, MOST_COLUMNS) })
      : TOPICS[topic]?.text();
    if (text === undefined) {
      const known = [...commands.map(({ name }) => name), ...Object.keys(TOPICS)];
      const summary = `There is no command, topic or diagnostic code ${quote(topic)}`;
      throw unknownName("usage", summary, topic, isLikeCode(topic) ? Object.keys(DIAGNOSTIC_CODES) : known);
    }
    await writeOutput(context, options.output, text);
    return "ok";
  };

const isCode = (topic: string): topic is DiagnosticCode => Object.hasOwn(DIAGNOSTIC_CODES, topic);

/** Returns true if the name has words with a hyphen between them, as most codes have and no command but one. */
const isLikeCode = (topic: string): boolean => topic.includes("-") && !topic.startsWith("sign-");

/** The section of the troubleshooting page on a code, for a terminal. */
function codeText(
  code: DiagnosticCode,
  version: string,
  look: { readonly color: boolean; readonly width: number },
): string {
  const paint = palette(look.color);
  const { means, example, way_out } = DIAGNOSTIC_HELP[code];
  const prose = (text: string): string[] =>
    text.split("\n\n").flatMap((paragraph) => ["", ...wrap(paragraph.replaceAll("\n", " "), look.width)]);
  return `${[
    `${paint.strong(code)}: ${DIAGNOSTIC_CODES[code]}`,
    ...prose(means),
    ...(example === undefined ? [] : ["", example.says, ...example.lines.map((line) => `    ${line}`)]),
    "",
    paint.strong("What to do"),
    ...prose(way_out).slice(1),
    "",
    paint.faint(docsAddress(version, `troubleshooting.md#${code}`)),
  ].join("\n")}\n`;
}
