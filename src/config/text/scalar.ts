import type { Scalar } from "yaml";

/**
 * The value of a scalar under YAML 1.2's core schema. Quoted and block scalars are always text.
 * Only finite numbers are numbers: no setting takes an infinite one, and as a value `.inf` is text like any other.
 * (The library would decide it while parsing, for every scalar of the file.)
 */
export function scalarValue(scalar: Scalar): string | number | boolean | null {
  const text = scalarText(scalar);
  if (scalar.type !== "PLAIN" || scalar.tag !== undefined) return text;
  if (/^(?:~|null|Null|NULL)?$/.test(text)) return null;
  if (/^(?:true|True|TRUE)$/.test(text)) return true;
  if (/^(?:false|False|FALSE)$/.test(text)) return false;
  // No other plain text than a number can start with one of these.
  if (!/^[-+.0-9]/.test(text)) return text;
  const isNumber =
    /^[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?$/.test(text) ||
    /^0o[0-7]+$/.test(text) ||
    /^0x[0-9a-fA-F]+$/.test(text);
  const number = isNumber ? Number(text) : Number.NaN;
  return Number.isFinite(number) ? number : text;
}

/** A scalar's own text, as a value takes it: `1.50` stays `1.50`. */
export function scalarText(scalar: Scalar): string {
  return scalar.source ?? String(scalar.value);
}
