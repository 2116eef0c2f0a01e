import type { Scalar } from "yaml";

/** A scalar's own text, as a value takes it: `1.50` stays `1.50`. */
export function scalarText(scalar: Scalar): string {
  return scalar.source ?? String(scalar.value);
}
