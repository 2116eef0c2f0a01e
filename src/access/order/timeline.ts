import { MOST_PRECEDENCE } from "../../model/resource-kind.js";
import {
  type AccessOutcome,
  type AccessState,
  attributeOf,
  type Cost,
  exposureCost,
  type MemberAttribute,
  memberAttributeOf,
  memberOf,
  outcomeOf,
} from "../values/access-state.js";
import { type AccessWrite, type Effect, perform } from "../values/effect.js";
import { type MembershipTable, membershipTableOf } from "./membership-table.js";

/**
 * What one member gets for one attribute in the course of a run, apart from everybody else: a state of one member and
 * one attribute, whose groups are those that can decide about it at some time.
 */
export interface Timeline {
  /** As it is before the run. */
  readonly state: AccessState;
  readonly first: AccessOutcome;
  readonly last: AccessOutcome;
  /** The groups of the state, by the index that they have in the state of everybody. */
  readonly groups: readonly number[];
  /** The writes that change it, by index, with what each does to it. */
  readonly changes: ReadonlyMap<number, readonly Effect[]>;
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
  const drafts = new Map<MemberAttribute, Draft>();
  for (const [write, { effects }] of writes.entries()) {
    for (const effect of effects) {
      for (const pair of pairsOf(before, memberships, effect)) {
        const draft = drafts.get(pair) ?? { groups: [], changes: new Map<number, Effect[]>() };
        drafts.set(pair, draft);
        const known = draft.changes.get(write);
        if (known === undefined) draft.changes.set(write, [effect]);
        else known.push(effect);
      }
    }
  }
  for (const group of memberships.membershipsIn.keys())
    for (const pair of pairsOfGroup(before, memberships, group, memberships.attributesOf[group] ?? []))
      drafts.get(pair)?.groups.push(group);
  return [...drafts]
    .filter(([, draft]) => draft.changes.size > 1 || draft.groups.some((group) => movable.has(group)))
    .map(([pair, draft]) => timelineOf(before, end, pair, draft));
}

interface Draft {
  readonly groups: number[];
  readonly changes: Map<number, Effect[]>;
}

/** The pairs about which an effect can decide at some time of the run. */
function pairsOf(before: AccessState, memberships: MembershipTable, effect: Effect): MemberAttribute[] {
  if (effect.on === "own-value") return [memberAttributeOf(before, effect.member, effect.attribute)];
  const { group } = effect;
  const attributes =
    effect.on === "group-value" ? [effect.attribute] : (memberships.attributesOf[group] ?? []);
  if (effect.on !== "membership") return pairsOfGroup(before, memberships, group, attributes);
  return attributes
    .map((attribute) => memberAttributeOf(before, effect.member, attribute))
    .filter((pair) => memberships.canWin(group, pair));
}

function pairsOfGroup(
  before: AccessState,
  memberships: MembershipTable,
  group: number,
  attributes: readonly number[],
): MemberAttribute[] {
  const pairs: MemberAttribute[] = [];
  for (const membership of memberships.membershipsIn[group] ?? []) {
    for (const attribute of attributes) {
      const pair = memberAttributeOf(before, memberships.memberOf[membership] ?? 0, attribute);
      if (memberships.canWin(group, pair)) pairs.push(pair);
    }
  }
  return pairs;
}

function timelineOf(
  before: AccessState,
  end: AccessState,
  pair: MemberAttribute,
  { groups, changes }: Draft,
): Timeline {
  const member = memberOf(before, pair);
  const attribute = attributeOf(before, pair);
  const own = before.ownValue.get(pair);
  const isIn = groups.map((group) => before.membersOf[group]?.has(member) === true);
  const local = (effect: Effect): Effect => ({
    ...effect,
    ...("group" in effect ? { group: groups.indexOf(effect.group) } : {}),
    ...("member" in effect ? { member: 0 } : {}),
    ...("attribute" in effect ? { attribute: 0 } : {}),
  });
  return {
    state: {
      attributeCount: 1,
      precedence: groups.map((group) => before.precedence[group] ?? 0),
      groupsOf: [groups.flatMap((_, i) => (isIn[i] ? [i] : []))],
      membersOf: isIn.map((is) => new Set(is ? [0] : [])),
      groupValue: groups.map((group) => before.groupValue[group * before.attributeCount + attribute]),
      ownValue: new Map(own === undefined ? [] : [[0, own]]),
    },
    first: outcomeOf(before, pair),
    last: outcomeOf(end, pair),
    groups,
    changes: new Map([...changes].map(([write, effects]) => [write, effects.map(local)])),
  };
}

/** What the moment after these changes, and before all others, costs. */
export function costAfter({ state, first, last }: Timeline, changes: readonly (readonly Effect[])[]): Cost {
  const undo = changes.map((effects) => perform(state, effects));
  const cost = exposureCost(outcomeOf(state, 0), first, last);
  for (const effects of undo.reverse()) perform(state, effects);
  return cost;
}
