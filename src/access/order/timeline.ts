import { MOST_PRECEDENCE } from "../../model/resource-kind.js";
import {
  type AccessOutcome,
  type AccessState,
  type Cost,
  exposureCost,
  type MemberAttribute,
  memberAttributeOf,
  outcomeOf,
} from "../values/access-state.js";
import type { AccessWrite, Effect } from "../values/effect.js";
import { type MembershipTable, membershipTableOf } from "./membership-table.js";

/** What happens to one member and one attribute in the course of a run, apart from everybody else. */
export interface Timeline {
  readonly pair: MemberAttribute;
  readonly first: AccessOutcome;
  readonly last: AccessOutcome;
  /** Those that can decide about it at some time. */
  readonly groups: readonly number[];
  /** The writes that change it, by index, ascending. */
  readonly writes: readonly number[];
  /** What each of them does to it. */
  readonly effects: readonly (readonly Effect[])[];
}

/**
 * The timelines on which the order of the writes matters: those that two of them change, or one of them and a
 * temporary precedence of one of the `movable` groups.
 */
export function timelinesOf(
  before: AccessState,
  writes: readonly AccessWrite[],
  end: AccessState,
  movable: ReadonlySet<number>,
): readonly Timeline[] {
  const anywhere = [...movable].flatMap((group): Effect[] => [
    { on: "precedence", group, precedence: 0 },
    { on: "precedence", group, precedence: MOST_PRECEDENCE },
  ]);
  const memberships = membershipTableOf(before, writes, [
    ...writes.flatMap(({ effects }) => effects),
    ...anywhere,
  ]);
  const visit = createPairVisitor(before, memberships);
  const isContested = contestedPairs(before, writes, movable, visit);
  const timelines: GrowingTimeline[] = [];
  const byPair = new Array<GrowingTimeline | undefined>(isContested.length);
  for (const [write, { effects }] of writes.entries()) {
    for (const effect of effects) {
      visit.ofEffect(effect, (pair) => {
        if (isContested[pair] === 0) return;
        const known = byPair[pair];
        if (known !== undefined) {
          addEffect(known, write, effect);
          return;
        }
        const [first, last] = [outcomeOf(before, pair), outcomeOf(end, pair)];
        const timeline = { pair, first, last, groups: [], writes: [write], effects: [[effect]] };
        byPair[pair] = timeline;
        timelines.push(timeline);
      });
    }
  }
  for (const group of memberships.membershipsIn.keys())
    visit.ofGroup(group, (pair) => byPair[pair]?.groups.push(group));
  return timelines;
}

interface GrowingTimeline extends Timeline {
  readonly groups: number[];
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

/** By pair, 1 for those that two writes change, or one of the groups that can be moved decides about. */
function contestedPairs(
  before: AccessState,
  writes: readonly AccessWrite[],
  movable: ReadonlySet<number>,
  visit: PairVisitor,
): Uint8Array {
  const pairs = before.groupsOf.length * before.attributeCount;
  const isContested = new Uint8Array(pairs);
  const latest = new Int32Array(pairs).fill(NONE);
  for (const [write, { effects }] of writes.entries()) {
    for (const effect of effects) {
      visit.ofEffect(effect, (pair) => {
        if (latest[pair] !== NONE && latest[pair] !== write) isContested[pair] = 1;
        latest[pair] = write;
      });
    }
  }
  for (const group of movable) {
    visit.ofGroup(group, (pair) => {
      isContested[pair] = 1;
    });
  }
  return isContested;
}

const NONE = -1;

interface PairVisitor {
  /** Goes through the pairs about which an effect can decide at some time of the run. */
  ofEffect(effect: Effect, visit: (pair: MemberAttribute) => void): void;
  /** Goes through those about which a group can. */
  ofGroup(group: number, visit: (pair: MemberAttribute) => void): void;
}

function createPairVisitor(before: AccessState, memberships: MembershipTable): PairVisitor {
  const { memberOf, membershipsIn, attributesOf, canWin } = memberships;
  const ofMember = (
    group: number,
    member: number,
    attributes: readonly number[],
    visit: (pair: MemberAttribute) => void,
  ): void => {
    for (const attribute of attributes) {
      const pair = memberAttributeOf(before, member, attribute);
      if (canWin(group, pair)) visit(pair);
    }
  };
  const ofGroup = (
    group: number,
    visit: (pair: MemberAttribute) => void,
    attributes = attributesOf[group] ?? [],
  ): void => {
    for (const membership of membershipsIn[group] ?? [])
      ofMember(group, memberOf[membership] ?? 0, attributes, visit);
  };
  return {
    ofEffect(effect, visit) {
      switch (effect.on) {
        case "own-value":
          visit(memberAttributeOf(before, effect.member, effect.attribute));
          break;
        case "membership":
          ofMember(effect.group, effect.member, attributesOf[effect.group] ?? [], visit);
          break;
        case "group-value":
          ofGroup(effect.group, visit, [effect.attribute]);
          break;
        case "precedence":
          ofGroup(effect.group, visit);
      }
    },
    ofGroup,
  };
}

/** What a timeline costs while everything is as it is in a state. */
export function costIn(state: AccessState, { pair, first, last }: Timeline): Cost {
  return exposureCost(outcomeOf(state, pair), first, last);
}
