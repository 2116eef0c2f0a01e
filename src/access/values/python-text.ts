/**
 * The blanks of the query engine: the characters that Python strips. JavaScript's list of blanks has U+FEFF besides,
 * and lacks U+0085 and the separators from U+001C to U+001F.
 */
export const BLANK =
  "[\\t-\\r\\u001c-\\u0020\\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000]";

const AROUND = new RegExp(`^${BLANK}+|${BLANK}+$`, "g");

/** A text without the blanks around it, as the query engine strips it. */
export const strip = (text: string): string => text.replace(AROUND, "");

/**
 * A number as a filter on a number column reads it, in one form for all spellings: `05`, ` 5 ` and `5.0` are
 * `5`. `undefined` for a text that is no number in a column, such as `nan`, `inf`, `0x10` and `1e400`.
 */
export function numericEntry(text: string): string | undefined {
  const number = strip(text);
  if (/^[+-]?\d+$/.test(number)) return BigInt(number.replace(/^\+/, "")).toString();
  if (!/^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(number)) return undefined;
  const value = Number(number);
  if (!Number.isFinite(value)) return undefined;
  return Number.isInteger(value) ? BigInt(value).toString() : String(value);
}
