import { type DraftOrder, momentCost, type PricedTimeline } from "./draft-order.js";

/** The pairs of writes whose order is the same in every safe order. */
export interface NecessaryOrder {
  has(earlier: number, later: number): boolean;
}

/**
 * The most writes of a run, and of one timeline, for which necessary orders are computed; more take too long.
 */
const MOST_WRITES = 1_500;
const MOST_OF_A_TIMELINE = 10;

/**
 * The necessary order of a run. `undefined` where there are too many writes.
 *
 * On one timeline there are few writes, and what it has depends only on the set of those that are done. So
 * its orders need not be listed: they are the ways from the empty set to the full one, a write at a time,
 * over sets that cost nothing. Three passes over at most 2^10 sets find what all these ways have in common:
 *
 * 1. Forward: which sets can be reached over safe ones, keeping to the pairs that are necessary so far.
 * 2. Backward: of these, which lead on to the full set. A dead end belongs to no safe order.
 * 3. For each write, over all sets that are left and hold it: the writes missing in any of them may come after it. A
 *    write that is missing in none of them has to come before it.
 *
 * An example with writes x, y and z. On Ada's timeline of x and y, the set {x} exposes her, and {y} does not:
 *
 *     {} -> {x}  costs            reached: {}, {y}, {x, y}
 *     {} -> {y} -> {x, y}         x is in {x, y} only, where y is not missing: y comes before x
 *
 * On Bob's timeline of x and z, {x} and {z} are both safe, so nothing is necessary there. On Cleo's timeline
 * of y and z, {y} exposes: z comes before y. Pairs are transitive, so z comes before x as well, although no
 * single timeline says so. With that pair Bob's timeline has only one way left. A pair found on one timeline
 * takes ways from others, which may make more necessary there; the loop ends when a round adds nothing.
 *
 * A timeline without any safe way is left out, since it would make everything necessary. Two timelines may
 * ask for opposite pairs: then no order is safe for both, and `has` says so by answering true in both
 * directions.
 */
export function necessaryOrder(draft: DraftOrder): NecessaryOrder | undefined {
  const { timelines } = draft;
  const writeCount = draft.order.length;
  if (writeCount > MOST_WRITES) return undefined;
  const pairs = startPairs(writeCount);
  const looked = timelines.filter(
    ({ timeline: { writes } }) => writes.length > 1 && writes.length <= MOST_OF_A_TIMELINE,
  );
  for (let before = -1; before < pairs.count(); ) {
    before = pairs.count();
    for (const priced of looked) addNecessary(draft, priced, pairs);
    pairs.close();
  }
  return pairs;
}

/**
 * Adds the pairs that all safe orders of a timeline have in common, among the orders that respect the pairs
 * so far.
 */
function addNecessary(draft: DraftOrder, priced: PricedTimeline, pairs: Pairs): void {
  const { writes } = priced.timeline;
  const all = 2 ** writes.length - 1;
  const needs = writes.map((later) =>
    writes.reduce((set, earlier, i) => (pairs.has(earlier, later) ? set | (1 << i) : set), 0),
  );
  /** By set of writes that are done: 1 if the set is safe and can be reached by safe sets. */
  const reached = new Uint8Array(all + 1);
  reached[0] = 1;
  const nextSets = (done: number): number[] =>
    needs.flatMap((needed, i) => ((done >> i) & 1 || (done & needed) !== needed ? [] : [done | (1 << i)]));
  for (let done = 0; done < all; done += 1) {
    if (reached[done] === 0) continue;
    for (const next of nextSets(done))
      if (next === all || momentCost(draft, priced, next) === 0) reached[next] = 1;
  }
  if (reached[all] === 0) return;
  /** By write: the writes that may follow it on a path to the full set. */
  const mayFollow = writes.map(() => 0);
  for (let done = all; done > 0; done -= 1) {
    if (reached[done] === 0) continue;
    if (done !== all && !nextSets(done).some((next) => reached[next] === 1)) {
      reached[done] = 0;
      continue;
    }
    for (let i = 0; i < writes.length; i += 1)
      if ((done >> i) & 1) mayFollow[i] = (mayFollow[i] ?? 0) | (all & ~done);
  }
  for (const [later, follow] of mayFollow.entries()) {
    for (const [earlier, write] of writes.entries())
      if (earlier !== later && !((follow >> earlier) & 1)) pairs.add(write, writes[later] ?? 0);
  }
}

interface Pairs extends NecessaryOrder {
  add(earlier: number, later: number): void;
  /** Adds the transitive pairs: first before second and second before third, so first before third. */
  close(): void;
  count(): number;
}

function startPairs(size: number): Pairs {
  const width = Math.ceil(size / 32);
  /** By later write, a row of bits for the earlier ones. */
  const rows = new Uint32Array(size * width);
  let count = 0;
  const has = (earlier: number, later: number): boolean =>
    (((rows[later * width + (earlier >> 5)] ?? 0) >>> (earlier & 31)) & 1) === 1;
  return {
    has,
    add(earlier, later) {
      if (has(earlier, later)) return;
      rows[later * width + (earlier >> 5)] =
        (rows[later * width + (earlier >> 5)] ?? 0) | (1 << (earlier & 31));
      count += 1;
    },
    close() {
      for (let middle = 0; middle < size; middle += 1) {
        for (let later = 0; later < size; later += 1) {
          if (!has(middle, later)) continue;
          for (let word = 0; word < width; word += 1) {
            const at = later * width + word;
            rows[at] = (rows[at] ?? 0) | (rows[middle * width + word] ?? 0);
          }
        }
      }
    },
    count: () => count,
  };
}
