import { BLANK, numericEntry, strip } from "./python-text.js";

/**
 * The meaning of an attribute value to a row filter (`access_filters`). A filter does not compare the value
 * with the column: it reads it as a filter expression. Only this module, `python-text.ts` and `compare-meanings.ts`
 * know that syntax; the rules are those of the vendor's open query engine, whose answers for many models are checked in
 * test/data-model/.
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
      return entryTest(meaning.entries, true)(entry);
    case "all-but-these":
      return negated(entryTest(meaning.entries, true)(entry));
    case "pattern":
      return "unclear";
    case "none":
      return "no";
  }
}

/**
 * Returns a function that answers whether an entry is among others. `ofAnyColumn`: `unclear` of one that only as a number
 * is, since a number column has `5` and `5.0` for one, and a text column for two.
 */
export function entryTest(entries: readonly string[], ofAnyColumn = false): (entry: string) => Answer {
  const texts = new Set(entries);
  const numbers = ofAnyColumn ? new Set(entries.map(numericEntry)) : undefined;
  return (entry) => {
    if (texts.has(entry)) return "yes";
    const number = numbers && numericEntry(entry);
    return number !== undefined && numbers?.has(number) ? "unclear" : "no";
  };
}

const OPPOSITES = { yes: "no", no: "yes", unclear: "unclear" } as const;

/** The answer to the opposite question. */
export const negated = (answer: Answer): Answer => OPPOSITES[answer];

/** The answer to whether all of several things are so. */
export const allOf = (answers: readonly Answer[]): Answer =>
  (["no", "unclear"] as const).find((answer) => answers.includes(answer)) ?? "yes";

/** The answer to whether any of several things is so. */
export const anyOf = (answers: readonly Answer[]): Answer =>
  (["yes", "unclear"] as const).find((answer) => answers.includes(answer)) ?? "no";

/**
 * A span of dates in a filter's value: `last month`, `3 days ago`, `2026-01-01 until 2026-02-01`, `on 2026-01-01`. The
 * engine looks for most of them anywhere in the text; `refused` is one that it cannot work out, so that it refuses the
 * query. The rows that a span leaves depend on the day. Digits are those of any script, as to Python, and blanks are
 * Python's.
 */
type DateSpan = "span" | "refused";

/** `unknown` is a unit that the engine looks for and cannot count in. */
const UNIT = "unknowns?|days?|weeks?|months?|quarters?|years?";
const COUNT = "(\\p{Nd}+|this|last)";
const AGO_FOR = new RegExp(
  `(\\p{Nd}+)${BLANK}+(${UNIT})${BLANK}+ago${BLANK}+for${BLANK}+(\\p{Nd}+)${BLANK}+(${UNIT})`,
  "u",
);
const AGO = new RegExp(`(?:${COUNT}${BLANK}+)?(${UNIT})${BLANK}+(?:ago|to${BLANK}+date)`, "u");
const SPAN = new RegExp(`${COUNT}${BLANK}+(${UNIT})`, "u");

const YEARS: Readonly<Record<string, number>> = {
  day: 1 / 365.25,
  week: 7 / 365.25,
  month: 1 / 12,
  quarter: 1 / 4,
  year: 1,
};

/** Years before and after today that are surely no years of the calendar, 1 to 9999. */
const MOST_YEARS_BACK = 2_100;
const MOST_YEARS_ON = 8_100;

/** Reads a value as a span of dates; `undefined` for a value that is none. */
function dateSpanOf(value: string): DateSpan | undefined {
  const ends = value.split(" until ");
  if (ends.length > 1) {
    const isSpan =
      ends.length === 2 &&
      ends.every((end) => (dateSpanOf(end) ?? isDate(end)) && dateSpanOf(end) !== "refused");
    return isSpan ? "span" : "refused";
  }
  return value === "today" || value === "yesterday" ? "span" : relativeSpan(value);
}

function relativeSpan(value: string): DateSpan | undefined {
  const agoFor = AGO_FOR.exec(value);
  if (agoFor !== null) {
    const [, back, backUnit, on, onUnit] = agoFor;
    return isWithin(back, backUnit, MOST_YEARS_BACK) && isWithin(on, onUnit, MOST_YEARS_ON)
      ? "span"
      : "refused";
  }
  const [, count, unit] = AGO.exec(value) ?? SPAN.exec(value) ?? [];
  if (unit === undefined) return undefined;
  return isWithin(count, unit, MOST_YEARS_BACK) ? "span" : "refused";
}

function isWithin(count: string | undefined, unit = "", years: number): boolean {
  const inYears = YEARS[unit.replace(/s$/, "")];
  // Digits of another script are few wherever they are meant.
  const n = /^[0-9]+$/.test(count ?? "") ? Number(count) : 10 ** ((count ?? "").length - 1);
  return inYears !== undefined && (count === undefined || /^[a-z]/.test(count) || n * inYears <= years);
}

/**
 * Reads `after …`, `before …`, `on …` and `not on …`: the last word has to be a date. Their words stand apart by single
 * spaces; other blanks belong to the words.
 */
function datePointOf(value: string): DateSpan | undefined {
  const words = value.split(" ");
  const [first = "", second] = words;
  if (!["after", "before", "on"].includes(first) && !(first === "not" && second === "on")) return undefined;
  return isDate(words.at(-1) ?? "") ? "span" : "refused";
}

/** Returns true if Python's `strptime` reads a text as `%Y-%m-%d`. */
function isDate(text: string): boolean {
  const match = /^(\p{Nd}{4})-(1[0-2]|0[1-9]|[1-9])-(3[01]|[12]\p{Nd}|0[1-9]|[1-9]| [1-9])$/u.exec(text);
  if (match === null) return false;
  const [year, month, day] = match.slice(1).map(Number);
  // Digits of another script are no numbers here, and dates there.
  if (year === undefined || month === undefined || day === undefined || Number.isNaN(year + day)) return true;
  const lastDay = new Date(Date.UTC(2000 + (year % 400), month, 0)).getUTCDate();
  return year >= 1 && day <= lastDay;
}

/** Returns true if a text is read as infinite or as no number at all, which no database compares a column with. */
const isUnbounded = (text: string): boolean => /^[+-]?(?:nan|inf|infinity)$/i.test(strip(text));
