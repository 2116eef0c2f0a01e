const decimal = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
const calendar = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Whether a value's text is what its definition's data type asks for: anything, a number, or a day that exists. */
export function isValueOf(dataType: "string" | "number" | "date", value: string): boolean {
  if (dataType === "number") return decimal.test(value);
  if (dataType === "date") return isDay(value);
  return true;
}

function isDay(value: string): boolean {
  if (!calendar.test(value)) return false;
  const day = new Date(`${value}T00:00:00Z`);
  // A day past the end of its month rolls over to the next.
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
}
