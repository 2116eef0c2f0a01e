import { count } from "../../util/english.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { isOneSlip, quote } from "../text/wording.js";
import type { PeopleContext } from "./context.js";
import { cellSpan, type Pool } from "./rows.js";

/** The shortest text that is compared: most shorter ones are one letter from another text. */
const SHORTEST_TEXT = 5;

/** The most texts of a column that are compared, with the most that conditions name. */
const MOST_COMPARED = 1_000;

/**
 * Warns of texts of a column that are one slip from a text that a condition names, while no condition names them: the rows
 * that have them are left out, and nobody would notice. A misspelt text is rarer than the text that it should be.
 */
export function warnOfMisspelt({ report, named }: PeopleContext, pool: Pool): void {
  for (const [column, texts] of named) {
    const { rowsOf, alike } = pool.byColumn(column);
    const inList = [...texts].filter((text) => rowsOf.has(text));
    if (Math.max(inList.length, rowsOf.size) > MOST_COMPARED) continue;
    for (const [text, rows] of rowsOf) {
      if (text.length < SHORTEST_TEXT || texts.has(text)) continue;
      // Of letter case and blanks the condition itself warns.
      if (alike(text).some((other) => inList.includes(other))) continue;
      const meant = inList.find(
        (other) => rows.length < (rowsOf.get(other)?.length ?? 0) && isMisspelt(text, other),
      );
      if (meant === undefined) continue;
      const summary = `${quote(text)} in column ${quote(column)} is nearly ${quote(meant)}`;
      const detail = `Did you mean ${quote(meant)}? No condition of the file names ${quote(text)}, so ${count(rows.length, "row")} with it ${rows.length === 1 ? "is" : "are"} left out. Correct the list, or name both texts.`;
      report(fileFinding("look-alike", summary, detail, { span: cellSpan(rows[0], column) }));
    }
  }
}

/** Returns true if two texts differ by one slip within a word: at its end, a letter makes another form of the word. */
function isMisspelt(text: string, other: string): boolean {
  if (Math.abs(text.length - other.length) > 1) return false;
  const [shorter = "", longer = ""] = [text, other].toSorted((a, b) => a.length - b.length);
  const isForm = longer.length > shorter.length && longer.startsWith(shorter);
  return shorter.length >= SHORTEST_TEXT && !isForm && isOneSlip(text, other);
}
