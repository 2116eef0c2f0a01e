import type { DataType } from "../resource-kind.js";

/**
 * The reason why a text cannot be a value of a data type, or `undefined` if it can: numbers are finite decimals, dates
 * are days that exist, written `YYYY-MM-DD` (API docs).
 */
export function valueProblem(text: string, type: DataType): string | undefined {
  switch (type) {
    case "string":
      return undefined;
    case "number":
      return isDecimal(text) ? undefined : "A number is written in digits, such as 20, -3 or 1.50.";
    case "date":
      return isCalendarDate(text)
        ? undefined
        : "A date is a day that exists, written YYYY-MM-DD, such as 2026-03-31.";
  }
}

/** Returns true if a text is a finite number in digits. */
export function isDecimal(text: string): boolean {
  return (
    /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text) && Number.isFinite(Number(text))
  );
}

/** Returns true if a text is a day of the calendar as `YYYY-MM-DD`; 30 February is not. */
export function isCalendarDate(text: string): boolean {
  const [, year, month, day] = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text) ?? [];
  if (year === undefined || month === undefined || day === undefined) return false;
  const isLeap = Number(year) % 4 === 0 && (Number(year) % 100 !== 0 || Number(year) % 400 === 0);
  const days = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][Number(month) - 1] ?? 0;
  return Number(day) >= 1 && Number(day) <= days;
}

/**
 * Returns true if two texts are one value of a data type, in two forms: equal numbers (`1.50` and `1.5`), or the same day
 * with and without its midnight. A `string` is what it is.
 */
export function isSameValue(one: string, other: string, type: DataType): boolean {
  if (one === other) return true;
  if (type === "string") return false;
  const form = type === "number" ? numberForm : dayOf;
  const canonical = form(one);
  return canonical !== undefined && canonical === form(other);
}

/** One text for all forms of a number, digit by digit: a floating-point number would take large ones for equal. */
function numberForm(text: string): string | undefined {
  if (!isDecimal(text)) return undefined;
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^([-+]?)([0-9]*)\.?([0-9]*)(?:[eE](.+))?$/.exec(text) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const power = Number(exponent) - fraction.length + digits.length - significant.length;
  return `${sign === "-" ? "-" : ""}${significant}e${power}`;
}

/** The day in a text; `undefined` for one with a time of day. */
function dayOf(text: string): string | undefined {
  const [, day] = /^([0-9-]{10})(?:[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]00:?00)?)?$/.exec(text) ?? [];
  return day !== undefined && isCalendarDate(day) ? day : undefined;
}
