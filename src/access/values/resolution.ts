import type { AccessRow, Resolution } from "../../model/plan/explanation.js";
import { sortedBy } from "../../util/order.js";
import { type AccessState, type MemberAttribute, memberAttributeOf, type NameIndex } from "./access-state.js";
import { allValuesOf, effectiveValueOf } from "./effective-value.js";
import { isOpen } from "./value-meaning.js";

/** Who wins for a pair, and everything that the winner shadows; the candidates of a tie are all in the winner. */
export function resolutionOf(nameIndex: NameIndex, state: AccessState, pair: MemberAttribute): Resolution {
  const winner = effectiveValueOf(nameIndex, state, pair);
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
  const members = sortedBy([...nameIndex.members.entries()], ([, member]) => member);
  const columns = sortedBy(
    [...nameIndex.attributes.entries()].filter(([, attribute]) => attributes.includes(attribute)),
    ([, attribute]) => attribute,
  );
  return members.flatMap(([m, member]) =>
    columns.map(([a, attribute]) => {
      const effective = effectiveValueOf(nameIndex, state, memberAttributeOf(state, m, a));
      const { value, source } = effective ?? { value: null, source: null };
      return { workspace: nameIndex.workspace, member, attribute, value, source };
    }),
  );
}

/** Returns true if somebody has no value, or one that is open; of a tie, if any candidate is. */
export function isOpenRow({ value, source }: Pick<AccessRow, "value" | "source">): boolean {
  if (value === null) return true;
  return source?.kind === "tie" ? source.values.some(isOpen) : isOpen(value);
}
