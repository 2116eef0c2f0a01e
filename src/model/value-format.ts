import type { DataType } from "./resource-kind.js";

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a text is a value of a data type: anything, a finite decimal number, or an existing day as `YYYY-MM-DD`. */
export function isValueOf(dataType: DataType, text: string): boolean {
  switch (dataType) {
    case "string":
      return true;
    case "number":
      return NUMBER.test(text) && Number.isFinite(Number(text));
    case "date": {
      const [, year, month, day] = DATE.exec(text) ?? [];
      if (year === undefined || month === undefined || day === undefined) return false;
      // A day that does not exist (30 February) rolls over to another one.
      const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
      date.setUTCFullYear(Number(year));
      return date.toISOString().slice(0, 10) === text;
    }
  }
}
