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

function isDecimal(text: string): boolean {
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
