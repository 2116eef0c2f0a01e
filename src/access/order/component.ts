import { type AccessState, cloneState } from "../values/access-state.js";
import { type AccessWrite, perform, touchedPairs } from "../values/effect.js";

/**
 * Numbers the groups of writes that hang together, by write: two writes that may change what the same member gets for
 * the same attribute are in one component, so components can be ordered without regard to each other.
 */
export function componentsOf(before: AccessState, writes: readonly AccessWrite[]): readonly number[] {
  const parent = writes.map((_, i) => i);
  const rootOf = (write: number): number => {
    let at = write;
    for (let up = parent[at] ?? at; up !== at; up = parent[at] ?? at) {
      parent[at] = parent[up] ?? up;
      at = up;
    }
    return at;
  };
  const reach = widestState(before, writes);
  /** By pair, the first write that touches it. */
  const firstAt = new Int32Array(reach.groupsOf.length * reach.attributeCount).fill(NONE);
  for (const [i, write] of writes.entries()) {
    let root = i;
    for (const pair of touchedPairs(reach, write.effects)) {
      const first = firstAt[pair] ?? NONE;
      if (first === NONE) {
        firstAt[pair] = i;
        continue;
      }
      const other = rootOf(first);
      parent[root] = other;
      root = other;
    }
  }
  return writes.map((_, i) => rootOf(i));
}

const NONE = -1;

/** Every membership and value that there is at any time of the run, so that no touch is missed. */
function widestState(before: AccessState, writes: readonly AccessWrite[]): AccessState {
  const widest = cloneState(before);
  for (const write of writes) {
    perform(
      widest,
      write.effects.filter((effect) =>
        effect.on === "membership" ? effect.present : "value" in effect && effect.value !== undefined,
      ),
    );
  }
  return widest;
}
