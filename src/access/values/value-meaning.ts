import { datePointOf, dateSpanOf } from "./date-span.js";
import { isUnbounded, numericEntry, strip } from "./python-text.js";

/**
 * The meaning of an attribute value to a row filter (`access_filters`). A filter does not compare the value
 * with the column: it reads it as a filter expression. Only this module and the neighbouring modules of spans
 * and texts know that syntax; the rules are those of the vendor's open query engine, whose answers for many
 * models are checked in test/data-model/.
 */

/** The rows that a filter leaves, by the entries of its column. */
export type ValueMeaning =
  /**
   * The filter is not added (no value, the empty text), or matches every text that is not null (percent signs
   * only).
   */
  | { readonly kind: "all" }
  | { readonly kind: "these"; readonly entries: readonly string[] }
  | { readonly kind: "all-but-these"; readonly entries: readonly string[] }
  /** A match, comparison, truth value or span of dates: which rows it leaves depends on the data. */
  | { readonly kind: "pattern"; readonly text: string }
  /** The engine cannot read the expression and refuses every query that the filter is a part of. */
  | { readonly kind: "none" };

/** The answer to a question that the values alone may not decide. */
export type Answer = "yes" | "no" | "unclear";

/** Entries of a number column are read as numbers, and those of any other as they are written. */
export type ColumnKind = "text" | "number";

const ALL: ValueMeaning = { kind: "all" };
const NONE: ValueMeaning = { kind: "none" };

/** Reads a value as a filter does. Letter case counts, and blanks around a single entry do as well. */
export function meaningOf(value: string | undefined, column: ColumnKind = "text"): ValueMeaning {
  if (value === undefined || isOpen(value)) return ALL;
  if (KEYWORDS.has(value)) return { kind: "pattern", text: value };
  const date = dateSpanOf(value) ?? datePointOf(value);
  if (date !== undefined) return date === "span" ? { kind: "pattern", text: value } : NONE;
  if (value.includes(",")) return meaningOfList(value.split(",").map(strip), column);
  const [sign] = /^(?:[<>]=|<>|!=|[<>=])/.exec(value) ?? [];
  if (sign !== undefined) {
    return numericEntry(value.slice(sign.length)) === undefined ? NONE : { kind: "pattern", text: value };
  }
  const isNegated = value.startsWith("-");
  const entry = isNegated ? value.slice(1) : value;
  if (entry === "") return NONE;
  if (entry.startsWith("%") || entry.endsWith("%")) return { kind: "pattern", text: value };
  // A single entry that is no number is compared as a text, also with a number column.
  const read = column === "number" ? (numericEntry(entry) ?? entry) : entry;
  if (column === "number" && isUnbounded(entry)) return NONE;
  return { kind: isNegated ? "all-but-these" : "these", entries: [read] };
}

/** The meaning of a list. Only a minus sign is special in it: `we%` is a literal entry. */
function meaningOfList(entries: readonly string[], column: ColumnKind): ValueMeaning {
  if (entries.includes("")) return NONE;
  const negated = entries.filter((entry) => entry.startsWith("-"));
  if (negated.length > 0 && negated.length < entries.length) return NONE;
  const kind = negated.length === 0 ? "these" : "all-but-these";
  const texts = negated.length === 0 ? entries : entries.map((entry) => strip(entry.slice(1)));
  if (column === "text") return { kind, entries: texts };
  const numbers = texts.map(numericEntry);
  return numbers.includes(undefined) ? NONE : { kind, entries: numbers.map((number) => number ?? "") };
}

const KEYWORDS: ReadonlySet<string> = new Set(["NULL", "-NULL", "TRUE", "FALSE"]);

/**
 * Returns true if a value restricts no rows: it is missing, the empty text, or only percent signs. To a grant
 * the last two are values like any other.
 */
export function isOpen(value: string | undefined): boolean {
  return value === undefined || /^%*$/.test(value);
}

/** Answers `yes` if rows with an entry in the filtered column are left, and `unclear` for a pattern. */
export function leavesEntry(meaning: ValueMeaning, entry: string): Answer {
  switch (meaning.kind) {
    case "all":
      return "yes";
    case "these":
      return meaning.entries.includes(entry) ? "yes" : "no";
    case "all-but-these":
      return meaning.entries.includes(entry) ? "no" : "yes";
    case "pattern":
      return "unclear";
    case "none":
      return "no";
  }
}
