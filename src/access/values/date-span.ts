/**
 * Spans of dates in a filter's value: `last month`, `3 days ago`, `2026-01-01 until 2026-02-01`, `on 2026-01-01`. The
 * engine looks for most of them anywhere in the text and refuses the query where it cannot work one out. Digits are those
 * of any script, as to Python, and blanks are Python's.
 */

import { BLANK } from "./python-text.js";

/** The rows that a span leaves depend on the day; `refused` is a span that the engine cannot work out. */
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
export function dateSpanOf(value: string): DateSpan | undefined {
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
export function datePointOf(value: string): DateSpan | undefined {
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
