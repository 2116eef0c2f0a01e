import type { AccessRow, Resolution } from "../../model/plan/explanation.js";
import { sortedBy } from "../../util/order.js";
import {
  type AccessState,
  type MemberAttribute,
  mayBeOpen,
  memberAttributeOf,
  type NameIndex,
} from "./access-state.js";
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

/** The effective values of everybody for these attributes, sorted by member and attribute. */
export function accessRowsOf(
  nameIndex: NameIndex,
  state: AccessState,
  attributes: readonly string[],
): readonly AccessRow[] {
  const effective = effectiveValuesOf(nameIndex, state);
  const members = sortedBy(nameIndex.members.entries(), ([, member]) => member);
  const columns = sortedBy(nameIndex.attributes.entries(), ([, attribute]) => attribute).filter(
    ([, attribute]) => attributes.includes(attribute),
  );
  return members.flatMap(([m, member]) =>
    columns.map(([a, attribute]) => {
      const { value = null, source = null } = effective(memberAttributeOf(state, m, a)) ?? {};
      return { workspace: nameIndex.workspace, member, attribute, value, source };
    }),
  );
}

/** Returns true if somebody has no value, or one that is open; of a tie, if any candidate is. */
export function isOpenRow(row: ValueOrNone): boolean {
  return mayBeOpen(candidatesIn(row));
}
