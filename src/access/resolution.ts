import type { AccessRow, Resolution } from "../model/explanation.js";
import { sortedBy } from "../util/order.js";
import { effectiveValueOf, originsOf } from "./effective-value.js";
import { isOpen } from "./value-meaning.js";
import { type AccessState, type Pair, pairOf, type Universe } from "./world.js";

/** Who wins for a pair, and everything that the winner shadows; the candidates of a tie are all in the winner. */
export function resolutionOf(universe: Universe, state: AccessState, pair: Pair): Resolution {
  const winner = effectiveValueOf(universe, state, pair);
  const origins = originsOf(universe, state, pair);
  if (winner?.source.kind !== "tie") return { winner, shadowed: origins.slice(1) };
  const { precedence } = winner.source;
  return {
    winner,
    shadowed: origins.filter(({ source }) => source.kind !== "group" || source.precedence !== precedence),
  };
}

/** The effective values of everybody for these attributes, sorted by member and attribute. */
export function accessRowsOf(
  universe: Universe,
  state: AccessState,
  attributes: readonly string[],
): readonly AccessRow[] {
  const members = sortedBy([...universe.members.entries()], ([, member]) => member);
  const columns = sortedBy(
    [...universe.attributes.entries()].filter(([, attribute]) => attributes.includes(attribute)),
    ([, attribute]) => attribute,
  );
  return members.flatMap(([m, member]) =>
    columns.map(([a, attribute]) => {
      const effective = effectiveValueOf(universe, state, pairOf(state, m, a));
      const { value, source } = effective ?? { value: null, source: null };
      return { workspace: universe.workspace, member, attribute, value, source };
    }),
  );
}

/** Returns true if somebody has no value, or one that is open; of a tie, if any candidate is. */
export function isOpenRow({ value, source }: Pick<AccessRow, "value" | "source">): boolean {
  if (value === null) return true;
  return source?.kind === "tie" ? source.values.some(isOpen) : isOpen(value);
}
