/**
 * What an attribute value means to a row filter (`access_filters`) on a text column. A filter does not compare the
 * value with the column: it reads it as a filter expression. This module alone knows how; the rules are those of the
 * vendor's open query engine, whose answers for random models are checked in test/access/.
 */

/** The rows that a filter leaves, by the entries of its column. */
export type ValueMeaning =
  /** The filter is not added (no value, the empty text), or matches whatever is not null (percent signs only). */
  | { readonly kind: "all" }
  | { readonly kind: "these"; readonly entries: readonly string[] }
  | { readonly kind: "all-but-these"; readonly entries: readonly string[] }
  /** A match, comparison, truth value or span of dates: which rows it leaves depends on the data. */
  | { readonly kind: "pattern"; readonly text: string }
  /** The engine cannot read the expression and refuses every query that the filter is a part of. */
  | { readonly kind: "none" };

/** The answer to a question that the values alone may not decide. */
export type Answer = "yes" | "no" | "unclear";

const ALL: ValueMeaning = { kind: "all" };
const NONE: ValueMeaning = { kind: "none" };

/** Reads a value as a filter does. Letter case counts, and blanks around a single entry do as well. */
export function meaningOf(value: string | undefined): ValueMeaning {
  if (value === undefined || isOpen(value)) return ALL;
  if (KEYWORDS.has(value) || DATE_SPAN.test(value)) return { kind: "pattern", text: value };
  if (value.includes(",")) return meaningOfList(value.split(",").map((entry) => entry.trim()));
  if (/^(?:[<>=]|!=)/.test(value)) return { kind: "pattern", text: value };
  const isNegated = value.startsWith("-");
  const entry = isNegated ? value.slice(1) : value;
  if (entry === "") return NONE;
  if (entry.startsWith("%") || entry.endsWith("%")) return { kind: "pattern", text: value };
  return { kind: isNegated ? "all-but-these" : "these", entries: [entry] };
}

/** Within a list nothing but a minus sign has a meaning: `we%` is an entry that is written so. */
function meaningOfList(entries: readonly string[]): ValueMeaning {
  if (entries.includes("")) return NONE;
  const negated = entries.filter((entry) => entry.startsWith("-"));
  if (negated.length === 0) return { kind: "these", entries };
  if (negated.length < entries.length) return NONE;
  return { kind: "all-but-these", entries: entries.map((entry) => entry.slice(1).trim()) };
}

const KEYWORDS: ReadonlySet<string> = new Set(["NULL", "-NULL", "TRUE", "FALSE", "today", "yesterday"]);

const INTERVAL = "(?:day|week|month|quarter|year)s?";

/** The engine looks for such a span anywhere in the text. */
const DATE_SPAN = new RegExp(
  `(?:\\d+|this|last)\\s+${INTERVAL}|${INTERVAL}\\s+(?:ago|to\\s+date)|^(?:after|before)(?: |$)`,
);

/**
 * Returns true if a value holds nobody back from any row: there is none, it is the empty text, or it is only percent
 * signs. To a grant the last two are values like any other.
 */
export function isOpen(value: string | undefined): boolean {
  return value === undefined || /^%*$/.test(value);
}

/** Says whether rows with an entry in the filtered column are left; the data decides it for a pattern. */
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
