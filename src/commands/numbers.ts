import { halt } from "./halt.js";

/** A whole number from an option's text, at least `least`; `undefined` stays so. */
export function wholeNumber(option: string, text: string | undefined, least = 1): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (/^\d+$/.test(text) && Number.isSafeInteger(number) && number >= least) return number;
  throw halt(
    "error",
    "usage",
    `${option} ${text} is not a whole number`,
    `It takes a number from ${least} on.`,
  );
}
