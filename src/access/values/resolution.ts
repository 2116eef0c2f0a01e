import type { Resolution } from "../../model/plan/explanation.js";
import { type AccessState, type MemberAttribute, mayBeOpen, type NameIndex } from "./access-state.js";
import {
  candidatesIn,
  effectiveValuesOf,
  groupsBehind,
  groupValuesOf,
  type ValueOrNone,
} from "./effective-value.js";

/** The winning value of a pair, and the values that it shadows; the candidates of a tie are all in the winner. */
export function resolutionOf(nameIndex: NameIndex, state: AccessState, pair: MemberAttribute): Resolution {
  const winner = effectiveValuesOf(nameIndex, state)(pair);
  const winning = winner === null ? [] : groupsBehind(winner.source);
  const shadowed = groupValuesOf(nameIndex, state, pair).filter(
    ({ source }) => !groupsBehind(source).some((group) => winning.includes(group)),
  );
  return { winner, shadowed };
}

/** Returns true if somebody has no value, or one that is open; of a tie, if any candidate is. */
export function isOpenRow(row: ValueOrNone): boolean {
  return mayBeOpen(candidatesIn(row));
}
