import type { Resolution } from "../../model/plan/explanation.js";
import { type AccessState, type MemberAttribute, mayBeOpen, type NameIndex } from "./access-state.js";
import { allValuesOf, candidatesIn, effectiveValuesOf, type ValueOrNone } from "./effective-value.js";

/** The winning value of a pair, and the values that it shadows; the candidates of a tie are all in the winner. */
export function resolutionOf(nameIndex: NameIndex, state: AccessState, pair: MemberAttribute): Resolution {
  const winner = effectiveValuesOf(nameIndex, state)(pair);
  const values = allValuesOf(nameIndex, state, pair);
  if (winner?.source.kind !== "tie") return { winner, shadowed: values.slice(1) };
  const { precedence } = winner.source;
  return {
    winner,
    shadowed: values.filter(({ source }) => source.kind !== "group" || source.precedence !== precedence),
  };
}

/** Returns true if somebody has no value, or one that is open; of a tie, if any candidate is. */
export function isOpenRow(row: ValueOrNone): boolean {
  return mayBeOpen(candidatesIn(row));
}
