import { count } from "../../util/english.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { isOneSlip, quote } from "../text/wording.js";
import type { PeopleContext } from "./context.js";
import { cellSpan, indexOf, type Picking } from "./rows.js";

/** The shortest text that is compared: most shorter ones are one letter from another text. */
const SHORTEST_TEXT = 5;

/** The most texts of a column that are compared, with the most that conditions name. */
const MOST_COMPARED = 1_000;

/**
 * Warns of texts of a column that are one slip from a text that a condition names, while no condition names them: the rows
 * that have them are left out, and nobody would notice. A misspelt text is rarer than the text that it should be.
 */
export function warnOfMisspelt(
  context: PeopleContext,
  { list, pool }: Pick<Picking, "list" | "pool">,
  column: string,
): void {
  const { rowsOf, alike } = indexOf(list, pool, column);
  const named = [...(context.named.get(column) ?? [])].filter((text) => rowsOf.has(text));
  if (Math.max(named.length, rowsOf.size) > MOST_COMPARED) return;
  for (const [text, rows] of rowsOf) {
    if (text.length < SHORTEST_TEXT || context.named.get(column)?.has(text)) continue;
    // Of letter case and blanks the condition itself warns.
    if (alike(text).some((other) => named.includes(other))) continue;
    const meant = named.find(
      (other) => rows.length < (rowsOf.get(other)?.length ?? 0) && isMisspelt(text, other),
    );
    const [first] = rows;
    if (meant === undefined || first === undefined) continue;
    const summary = `${quote(text)} in column ${quote(column)} is nearly ${quote(meant)}`;
    const detail = `Did you mean ${quote(meant)}? No condition of the file names ${quote(text)}, so ${count(rows.length, "row")} with it ${rows.length === 1 ? "is" : "are"} left out. Correct the list, or name both texts.`;
    context.report(fileFinding("look-alike", summary, detail, { span: cellSpan(list, first, column) }));
  }
}

/** Returns true if two texts differ by one slip within a word: at its end, a letter makes another form of the word. */
function isMisspelt(text: string, other: string): boolean {
  if (Math.abs(text.length - other.length) > 1) return false;
  const [shorter = "", longer = ""] = [text, other].toSorted((a, b) => a.length - b.length);
  const isForm = longer.length > shorter.length && longer.startsWith(shorter);
  return shorter.length >= SHORTEST_TEXT && !isForm && isOneSlip(text, other);
}
