import { usageError } from "./command-error.js";

/** A whole number from an option's text, from `least` to `most`; `undefined` stays so. */
export function wholeNumber(
  option: string,
  text: string | undefined,
  least = 1,
  most = Number.MAX_SAFE_INTEGER,
): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  const isWhole = /^\d+$/.test(text);
  if (isWhole && number >= least && number <= most) return number;
  const what = isWhole ? "cannot be used" : "is not a whole number";
  const upTo = most === Number.MAX_SAFE_INTEGER ? "on" : `to ${most}`;
  throw usageError(`${option} ${text} ${what}`, `It takes a number from ${least} ${upTo}.`);
}
