import { InternalError } from "../../model/internal-error.js";
import { MOST_PRECEDENCE } from "../../model/resource-kind.js";

/** The distance between numbers where there is room to choose, so that later insertions need one write. */
const STEP = 10;

/** A group of `precedence_order` with the precedence that it has now, if it exists. */
interface OrderedGroup {
  readonly name: string;
  readonly precedence: number | undefined;
}

/**
 * Chooses a precedence for each group of an order (highest first) so that as few as possible change: the longest run
 * of groups that already are in order, with enough free numbers between them for the others, keeps its numbers; the
 * others go into the gaps. Numbers in `taken` (groups outside the order) are not used for groups that move, and those
 * that other groups of the order leave only where no other will do: until these have moved, two would share one.
 * Running it on its own result changes nothing.
 *
 * An example. The file orders A, B, C, D; live, A has 40, B 10, C 30, and D is new. A group outside the order has 15.
 *
 * 1. The numbers that stay have to fall: A 40, C 30 do, and so do A 40, B 10. Between A and C there must be a free
 *    number for B (31 to 39: nine), below C one for D (1 to 29 without 15). Both runs keep two groups; of two alike the
 *    lower one by its last group in the order, here A and C, leaves more room above. So B and D move: two writes.
 * 2. B goes into the middle of its gap, 35, so that a later group still finds room on both sides.
 * 3. D would get the middle of 1 to 29, which is 15 and taken. The search upwards ends at a group outside the order, so
 *    D gets the next free number downwards, 14.
 *
 * Result: A 40, B 35, C 30, D 14. `test/plan/precedence-order.test.ts` holds this example.
 */
export function choosePrecedences(
  order: readonly OrderedGroup[],
  taken: ReadonlySet<number>,
): ReadonlyMap<string, number> {
  const free = countingFree(taken);
  const kept = longestKeptRun(order, free);
  const chosen = new Map<string, number>();
  const vacated = new Set(order.flatMap(({ precedence }, i) => (kept.has(i) ? [] : (precedence ?? []))));
  const place = (names: readonly string[], gap: Gap): void => {
    for (const [name, number] of spread(names, gap, { taken, vacated })) chosen.set(name, number);
  };
  // The groups between two kept ones share the gap.
  let upper = ceilingOf(order, kept, taken);
  let waiting: string[] = [];
  for (const [i, group] of order.entries()) {
    if (!kept.has(i)) {
      waiting.push(group.name);
      continue;
    }
    const precedence = group.precedence ?? 0;
    place(waiting, { lower: precedence, upper });
    chosen.set(group.name, precedence);
    upper = precedence;
    waiting = [];
  }
  place(waiting, { lower: 0, upper });
  return chosen;
}

/**
 * The number below which the groups have to stay that come above all groups with unchanged numbers. Groups
 * outside the order that are above them now stay above them where there is room: to overtake is to change who
 * decides, and nobody asked for it.
 */
function ceilingOf(
  order: readonly OrderedGroup[],
  kept: ReadonlySet<number>,
  taken: ReadonlySet<number>,
): number {
  const none = MOST_PRECEDENCE + 1;
  const first = order.findIndex((_, i) => kept.has(i));
  const moving = order.slice(0, first === -1 ? order.length : first);
  const highest = Math.max(0, ...moving.map(({ precedence = 0 }) => precedence));
  if (highest === 0) return none;
  const floor = first === -1 ? 0 : (order[first]?.precedence ?? 0);
  const above = [...taken].filter((n) => n > floor).sort((one, other) => one - other);
  // The lowest of them with room enough beneath it: each one overtaken changes more.
  return above.find((n, i) => n > highest && n - floor - 1 - i >= moving.length) ?? none;
}

/** Numbers that cannot be chosen, and numbers that are free only after other groups have moved. */
interface Numbers {
  readonly taken: ReadonlySet<number>;
  /** The numbers of groups that move. */
  readonly vacated: ReadonlySet<number>;
}

/** Returns the count of numbers from 1 to `n` that no group outside the order uses. */
type CountFree = (n: number) => number;

function countingFree(taken: ReadonlySet<number>): CountFree {
  const sorted = [...taken].filter((n) => n > 0).sort((a, b) => a - b);
  return (n) => n - countUpTo(sorted, n);
}

function countUpTo(sorted: readonly number[], n: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) <= n) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The indices that keep their number: a longest chain in which each gap has room for the groups that fall into it. */
function longestKeptRun(order: readonly OrderedGroup[], free: CountFree): ReadonlySet<number> {
  const length: number[] = [];
  const previous: number[] = [];
  let best = -1;
  for (const [j, { precedence }] of order.entries()) {
    length[j] = 0;
    previous[j] = -1;
    // Below the group there must be a number for each group that follows it.
    if (precedence === undefined || precedence < 1) continue;
    // A run can begin here if those above have room.
    length[j] = free(MOST_PRECEDENCE) - free(precedence) >= j ? 1 : 0;
    for (let i = 0; i < j; i += 1) {
      const above = order[i]?.precedence;
      if (above === undefined || (length[i] ?? 0) === 0 || above <= precedence) continue;
      const room = free(above - 1) - free(precedence);
      if (room >= j - i - 1 && (length[i] ?? 0) + 1 > (length[j] ?? 0)) {
        length[j] = (length[i] ?? 0) + 1;
        previous[j] = i;
      }
    }
    const roomBelow = free(precedence - 1) >= order.length - 1 - j;
    // Of two runs alike the lower one: above it there is mostly more room.
    if (roomBelow && (length[j] ?? 0) > 0 && (best < 0 || (length[j] ?? 0) >= (length[best] ?? 0))) best = j;
  }
  const kept = new Set<number>();
  for (let at = best; at >= 0; at = previous[at] ?? -1) kept.add(at);
  return kept;
}

/** The numbers strictly between two bounds. */
interface Gap {
  readonly lower: number;
  readonly upper: number;
}

/** Spreads groups, highest first, over the free numbers of a gap. */
function spread(names: readonly string[], { lower, upper }: Gap, numbers: Numbers): [string, number][] {
  const ascending = [...names].reverse();
  let at = lower;
  return ascending.map((name, i) => {
    const left = ascending.length - i;
    const share = Math.max(1, Math.floor((upper - at) / (left + 1)));
    const step = upper > MOST_PRECEDENCE ? Math.min(STEP, share) : share;
    at = nextFree(at + step, { lower: at, upper }, left, numbers);
    return [name, at];
  });
}

/**
 * A free number of a gap near `wished` that leaves room for the `left - 1` groups above it. Those on the same side of all
 * groups outside the order come first, and among them those that nobody has now.
 */
function nextFree(wished: number, { lower, upper }: Gap, left: number, { taken, vacated }: Numbers): number {
  const fits = (n: number): boolean => !taken.has(n) && hasRoom(n, upper, left - 1, taken);
  const isNew = (n: number): boolean => !vacated.has(n) && fits(n);
  const isOutsider = (n: number): boolean => taken.has(n);
  const nobody = (): boolean => false;
  for (const end of [isOutsider, nobody]) {
    for (const accepts of [isNew, fits]) {
      for (let n = wished; n < upper && !end(n); n += 1) {
        if (accepts(n)) return n;
      }
      for (let n = wished - 1; n > lower && !end(n); n -= 1) {
        if (accepts(n)) return n;
      }
    }
  }
  throw new InternalError("no number is free between two groups");
}

function hasRoom(above: number, upper: number, needed: number, taken: ReadonlySet<number>): boolean {
  if (upper - above - 1 - taken.size >= needed) return true;
  let room = 0;
  for (let n = above + 1; n < upper && room < needed; n += 1) if (!taken.has(n)) room += 1;
  return room >= needed;
}
