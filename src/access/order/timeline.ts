import {
  type AccessOutcome,
  type AccessState,
  type MemberAttribute,
  memberAttributeOf,
  outcomeOf,
} from "../values/access-state.js";
import type { AccessWrite, Effect } from "../values/effect.js";
import { type MembershipTable, membershipTableOf, visitSources } from "./membership-table.js";

/**
 * The writes that change the value of one member for one attribute (a pair) in the course of a run.
 *
 * A run is safe if every pair has, at any moment, its first value, its last value, or a tie of the two. What a pair has
 * changes only by writes about it: a membership of the member in a group that sets the attribute, that group's value
 * or precedence, or the member's own value. So a run of thousands of writes falls apart into many short timelines, and
 * the order of all writes is safe exactly if it is safe on each of them.
 *
 * Most pairs need no timeline. A pair that one write touches goes from its first value to its last at once, in whatever
 * order; only a pair that two writes touch has moments in between. And a group that can never win for the pair, because
 * a higher one gives a value from start to end, touches nothing (`canWin` of the membership table).
 *
 * An example. West and East set `region`, and West wins if somebody is in both. Ada moves from West to East, and Bob is
 * in East all along:
 *
 * - write 0 removes Ada from West, write 1 adds her to East, write 2 changes the region that East sets from e1 to e2.
 * - (Ada, region) is touched by 0, 1 and 2: a timeline from `west` to `e2`. After 0 alone she would have no value,
 *   and see all regions: 1 comes before 0. After 1 and 0 alone she would have e1, which is neither: 2 comes before 0. So
 *   1, 2, 0 and 2, 1, 0 are the safe orders. If East won over West, she would have e1 right after 1, and only 2, 1, 0
 *   would be safe.
 * - (Bob, region) is touched by write 2 alone: no timeline, since he has e1 before it and e2 after it.
 */
export interface Timeline {
  readonly pair: MemberAttribute;
  readonly first: AccessOutcome;
  readonly last: AccessOutcome;
  /** The writes that change it, by index, ascending. */
  readonly writes: readonly number[];
  /** The effects of each of these writes on the pair. */
  readonly effects: readonly (readonly Effect[])[];
}

/** The timelines on which the order of the writes matters: those that two of them change. */
export function timelinesOf(
  before: AccessState,
  writes: readonly AccessWrite[],
  end: AccessState,
): readonly Timeline[] {
  const memberships = membershipTableOf(before, writes);
  const visit = createPairVisitor(before, memberships);
  const isContested = contestedPairs(before, writes, visit);
  const timelines: GrowingTimeline[] = [];
  const byPair = new Array<GrowingTimeline | undefined>(isContested.length);
  for (const [write, { effects }] of writes.entries()) {
    for (const effect of effects) {
      visit(effect, (pair) => {
        if (isContested[pair] === 0) return;
        const known = byPair[pair];
        if (known !== undefined) {
          addEffect(known, write, effect);
          return;
        }
        const [first, last] = [outcomeOf(before, pair), outcomeOf(end, pair)];
        const timeline = { pair, first, last, writes: [write], effects: [[effect]] };
        byPair[pair] = timeline;
        timelines.push(timeline);
      });
    }
  }
  return timelines;
}

interface GrowingTimeline extends Timeline {
  readonly writes: number[];
  readonly effects: Effect[][];
}

function addEffect({ writes, effects }: GrowingTimeline, write: number, effect: Effect): void {
  if (writes[writes.length - 1] === write) {
    effects[effects.length - 1]?.push(effect);
    return;
  }
  writes.push(write);
  effects.push([effect]);
}

/** By pair, 1 for those that two writes change. */
function contestedPairs(before: AccessState, writes: readonly AccessWrite[], visit: PairVisitor): Uint8Array {
  const pairs = before.groupsOf.length * before.attributeCount;
  const isContested = new Uint8Array(pairs);
  const latest = new Int32Array(pairs).fill(NONE);
  for (const [write, { effects }] of writes.entries()) {
    for (const effect of effects) {
      visit(effect, (pair) => {
        if (latest[pair] !== NONE && latest[pair] !== write) isContested[pair] = 1;
        latest[pair] = write;
      });
    }
  }
  return isContested;
}

const NONE = -1;

/** Goes through the pairs about which an effect can decide at some time of the run. */
type PairVisitor = (effect: Effect, visit: (pair: MemberAttribute) => void) => void;

function createPairVisitor(before: AccessState, memberships: MembershipTable): PairVisitor {
  return (effect, visit) => {
    if (effect.on === "own-value") return visit(memberAttributeOf(before, effect.member, effect.attribute));
    visitSources(memberships, effect, (membership, attribute) => {
      const pair = memberAttributeOf(before, memberships.memberOf[membership] ?? 0, attribute);
      if (memberships.canWin(effect.group, pair)) visit(pair);
    });
  };
}
