import { isEmail } from "../../../model/email.js";
import { type FileDiagnostic, fileFinding } from "../../text/file-diagnostic.js";
import type { Source, Span } from "../../text/source.js";
import { quoteAll } from "../../text/wording.js";

/** The signs that stand between cells. */
export const DELIMITERS = [",", ";", "\t", "|"];

/** Lines above a header among which a title is looked for. */
const MOST_ABOVE = 10;

/** How a list of another form becomes one. */
export const CSV_ADVICE =
  'Export it as CSV, or make CSV of JSON: `jq -r \'["email", "region"], (.[] | [.email, .region]) | @csv\' people.json > people.csv`.';

/** The delimiter that makes most cells of the first line; a comma where none makes two. */
export function likelyDelimiter(text: string): string {
  const header = firstLine(text);
  return DELIMITERS.toSorted((a, b) => header.split(b).length - header.split(a).length)[0] ?? ",";
}

/**
 * The finding about a text that is no csv with this delimiter; it is recognized by its beginning, before it
 * is parsed.
 */
export function otherText(source: Source, delimiter: string): FileDiagnostic | undefined {
  const { text } = source;
  const say = (summary: string, detail: string) =>
    fileFinding("list-damaged", summary, detail, { span: { source, start: 0, end: 1 } });
  if (/^\s*(?:\[\s*\{|\{\s*")/.test(text))
    return say("The list is JSON", `A list is CSV with a header line. ${CSV_ADVICE}`);
  const [, sign] = /^"?sep=(.)"?\r?\n/i.exec(text) ?? [];
  if (sign !== undefined)
    return say(
      "The first line is a note for a spreadsheet",
      `It names the separating character. Delete the line${sign === delimiter ? "" : `, and write ${delimiterLine(sign)} under \`people\``}.`,
    );
  if (text.includes("\r") && !text.includes("\n"))
    return say(
      "The lines of the list end with CR alone",
      "Old spreadsheets for the Mac write lists like this. Save it as CSV UTF-8.",
    );
  const [first, second] = text
    .slice(0, 65_536)
    .split(/\r?\n/)
    .filter((line) => line !== "");
  const likely = likelyDelimiter(first ?? "");
  const isOther =
    !first?.includes(delimiter) && first?.includes(likely) && (second ?? first).includes(likely);
  return isOther
    ? say(
        `The columns of the list seem to be separated by ${JSON.stringify(likely)}`,
        `The list is read with ${JSON.stringify(delimiter)}, and then has one column. Write ${delimiterLine(likely)} under \`people\`.`,
      )
    : undefined;
}

/**
 * A header that stands below lines of a title: it has more cells than the first of them, and no address, unlike the line
 * below it.
 */
export function headerBelow(
  header: readonly string[],
  records: readonly (readonly string[])[],
  spanOf: (record: number) => Span,
): FileDiagnostic | undefined {
  const filled = (cells: readonly string[] = []) => cells.filter((cell) => cell.trim() !== "");
  const isPerson = (cells: readonly string[] = []) => cells.some((cell) => isEmail(cell.trim()));
  const title = filled(header).length;
  const at = records
    .slice(0, MOST_ABOVE)
    .findIndex((cells, i) => filled(cells).length > title && (title < 2 || isPerson(records[i + 1])));
  const cells = filled(records[at]);
  if (cells.length === 0 || records.slice(0, at + 1).some(isPerson)) return undefined;
  const detail = `The first line of a list holds the names of the columns. Delete the lines above ${quoteAll(cells, 6)}.`;
  return fileFinding("list-damaged", "The header of the list seems to be here, below a title", detail, {
    span: spanOf(at),
  });
}

const delimiterLine = (sign: string): string => `\`delimiter: ${JSON.stringify(sign)}\``;

function firstLine(text: string): string {
  return /^[^\r\n]*/.exec(text)?.[0] ?? "";
}
