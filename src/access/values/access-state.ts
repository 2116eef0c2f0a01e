import { groupBy } from "../../util/collections.js";
import { isOpen } from "./value-meaning.js";

/**
 * One workspace seen as "who gets which value": groups with precedences, memberships, values. Everything is by index
 * (group, member, attribute) so that thousands of people are cheap; names live in {@link NameIndex}.
 * The rules are those of the service: own value, else the value of the group with the highest precedence that sets
 * one, else none; two groups of one precedence with different values leave the winner undefined.
 */

/** The names behind the indices, the same before, during and after a run. */
export interface NameIndex {
  readonly workspace: string;
  readonly groups: readonly string[];
  /** Canonical e-mail addresses. */
  readonly members: readonly string[];
  readonly attributes: readonly string[];
}

/**
 * The facts that decide effective values at one moment. Mutable: simulations work on a {@link cloneState} of
 * their own.
 */
export interface AccessState {
  readonly attributeCount: number;
  /** By group. */
  readonly precedence: number[];
  /** By member: the groups they are in. */
  readonly groupsOf: number[][];
  /** By group: its members. */
  readonly membersOf: Set<number>[];
  /** By `group * attributeCount + attribute`. */
  readonly groupValue: (string | undefined)[];
  /** By {@link memberAttributeOf}. */
  readonly ownValue: Map<number, string>;
}

/** A state of one workspace, with the names behind its indices. */
export interface IndexedState {
  readonly nameIndex: NameIndex;
  readonly state: AccessState;
}

/** A member × attribute, as one number. */
export type MemberAttribute = number;

/** The value that a member gets for an attribute: a text, nothing, or (undefined by the service) one of several texts, sorted. */
export type AccessOutcome = string | undefined | readonly string[];

/** An empty state for a nameIndex; groups start without precedence, members and values. */
export function emptyState(nameIndex: NameIndex): AccessState {
  return {
    attributeCount: nameIndex.attributes.length,
    precedence: nameIndex.groups.map(() => 0),
    groupsOf: nameIndex.members.map(() => []),
    membersOf: nameIndex.groups.map(() => new Set<number>()),
    groupValue: new Array<string | undefined>(nameIndex.groups.length * nameIndex.attributes.length),
    ownValue: new Map(),
  };
}

/** A group as an {@link AccessState} is made of it; names that the index does not have count for nothing. */
interface NamedGroup {
  readonly precedence: number;
  readonly values: readonly NamedValue[];
  readonly members: readonly { readonly name: string }[];
}

interface NamedValue {
  readonly name: string;
  readonly value: string;
}

/** The state of these groups, in the order of the index, and of these own values. */
export function stateOf(
  nameIndex: NameIndex,
  groups: readonly NamedGroup[],
  ownValues: readonly (NamedValue & { readonly owner: string | undefined })[],
): AccessState {
  const state = emptyState(nameIndex);
  const memberAt = indicesOf(nameIndex.members);
  const attributeAt = indicesOf(nameIndex.attributes);
  for (const [g, { precedence, values, members }] of groups.entries()) {
    state.precedence[g] = precedence;
    for (const { name, value } of values) {
      const a = attributeAt.get(name);
      if (a !== undefined) state.groupValue[g * state.attributeCount + a] = value;
    }
    const people = new Set(members.flatMap(({ name }) => memberAt.get(name) ?? []));
    for (const m of Int32Array.from(people).sort()) {
      state.membersOf[g]?.add(m);
      state.groupsOf[m]?.push(g);
    }
  }
  for (const { owner = "", name, value } of ownValues) {
    const [m, a] = [memberAt.get(owner), attributeAt.get(name)];
    if (m !== undefined && a !== undefined) state.ownValue.set(memberAttributeOf(state, m, a), value);
  }
  return state;
}

/** A deep copy, so that a simulation disturbs nobody. */
export function cloneState(state: AccessState): AccessState {
  return {
    attributeCount: state.attributeCount,
    precedence: [...state.precedence],
    groupsOf: state.groupsOf.map((groups) => [...groups]),
    membersOf: state.membersOf.map((members) => new Set(members)),
    groupValue: [...state.groupValue],
    ownValue: new Map(state.ownValue),
  };
}

/** A state with people added behind its members, in the groups given for each; the rest is shared with the first state. */
export function withMembers(state: AccessState, groupsOf: readonly number[][]): AccessState {
  const first = state.groupsOf.length;
  const added = groupBy(
    groupsOf.flatMap((groups, i) => groups.map((group) => ({ group, member: first + i }))),
    ({ group }) => group,
  );
  const membersOf = state.membersOf.map((members, group) => {
    const more = added.get(group);
    return more === undefined ? members : new Set([...members, ...more.map(({ member }) => member)]);
  });
  return { ...state, groupsOf: [...state.groupsOf, ...groupsOf], membersOf };
}

/** The index of each name. */
export function indicesOf(names: readonly string[]): ReadonlyMap<string, number> {
  return new Map(names.map((name, i) => [name, i]));
}

/** The pair of a member and an attribute. */
export function memberAttributeOf(state: AccessState, member: number, attribute: number): MemberAttribute {
  return member * state.attributeCount + attribute;
}

/** The member of a pair. */
export function memberOf(state: AccessState, pair: MemberAttribute): number {
  return Math.floor(pair / state.attributeCount);
}

/** The attribute of a pair. */
export function attributeOf(state: AccessState, pair: MemberAttribute): number {
  return pair % state.attributeCount;
}

/** The value that a group sets for an attribute; `undefined` if it sets none. */
export function groupValueOf(state: AccessState, group: number, attribute: number): string | undefined {
  return state.groupValue[group * state.attributeCount + attribute];
}

/** The groups whose value of an attribute wins: nearly always one, which is no list, so that it costs none. */
type Winners = number | readonly number[] | undefined;

/**
 * The rule of precedence: of the groups that set an attribute, those of the highest precedence win. It stands here only,
 * and is asked for every pair: it computes the indices inline.
 */
export function winnersAmong(state: AccessState, groups: readonly number[], attribute: number): Winners {
  let highest = -1;
  let winners: Winners;
  for (const group of groups) {
    if (state.groupValue[group * state.attributeCount + attribute] === undefined) continue;
    const precedence = state.precedence[group] ?? 0;
    if (precedence > highest) {
      highest = precedence;
      winners = group;
    } else if (precedence === highest) {
      winners = typeof winners === "object" ? [...winners, group] : [winners ?? group, group];
    }
  }
  return winners;
}

/** The groups whose value wins for a pair, where the member has none of their own. */
export function winnersOf(state: AccessState, pair: MemberAttribute): Winners {
  const attribute = pair % state.attributeCount;
  const member = (pair - attribute) / state.attributeCount;
  return winnersAmong(state, state.groupsOf[member] ?? [], attribute);
}

/** The effective value of one pair. */
export function outcomeOf(state: AccessState, pair: MemberAttribute): AccessOutcome {
  const own = state.ownValue.get(pair);
  if (own !== undefined) return own;
  const winners = winnersOf(state, pair);
  if (winners === undefined) return undefined;
  const attribute = attributeOf(state, pair);
  if (typeof winners === "number") return groupValueOf(state, winners, attribute);
  const candidates = new Set(winners.flatMap((group) => groupValueOf(state, group, attribute) ?? []));
  const [only, ...others] = [...candidates].sort();
  return others.length === 0 || only === undefined ? only : [only, ...others];
}

/** Returns true if a pair has a value of its own, or one from a group above a precedence. */
export function isDecidedAbove(state: AccessState, pair: MemberAttribute, precedence: number): boolean {
  if (precedence === Number.POSITIVE_INFINITY) return false;
  const winners = winnersOf(state, pair);
  const winner = typeof winners === "object" ? winners[0] : winners;
  return (winner !== undefined && (state.precedence[winner] ?? 0) > precedence) || state.ownValue.has(pair);
}

/** The texts that an outcome may turn out to be; none for "no value". */
export function candidatesOf(outcome: AccessOutcome): readonly string[] {
  if (outcome === undefined) return [];
  return typeof outcome === "string" ? [outcome] : outcome;
}

/** Returns true if an outcome leaves somebody open whichever candidate it turns out to be; see {@link isOpen}. */
export function isSurelyOpen(outcome: AccessOutcome): boolean {
  return candidatesOf(outcome).every(isOpen);
}

/** Returns true if an outcome may leave somebody open: the worst case, also of a tie. */
export function mayBeOpen(outcome: AccessOutcome): boolean {
  const candidates = candidatesOf(outcome);
  return candidates.length === 0 || candidates.some(isOpen);
}

/** Returns true if two outcomes are the same, ties compared by their candidates. */
export function sameOutcome(a: AccessOutcome, b: AccessOutcome): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object") return false;
  return a.length === b.length && a.every((candidate, i) => candidate === b[i]);
}

/**
 * Returns true if an outcome in the middle of a run exposes nothing: whatever it turns out to be is a value that the
 * member has before or after. A tie of such values is safe, since one of them wins; a tie at either end already means
 * "one of these". No value and open values, like any others, are only safe where they were or will be.
 */
export function isSafeBetween(now: AccessOutcome, before: AccessOutcome, after: AccessOutcome): boolean {
  if (sameOutcome(now, before) || sameOutcome(now, after)) return true;
  if (now === undefined) return false;
  const isKnown = (candidate: string) => mayBe(before, candidate) || mayBe(after, candidate);
  return typeof now === "string" ? isKnown(now) : now.every(isKnown);
}

/** Returns true if a text is a candidate of an outcome. */
const mayBe = (outcome: AccessOutcome, text: string): boolean =>
  typeof outcome === "object" ? outcome.includes(text) : outcome === text;

/** The exposure of one or more people at moments of a run; costs can be added up. */
export type Cost = number;
/** An open value for somebody who is open neither before nor after: worse than any number of other exposures. */
export const OPENED: Cost = 1_000_000;

/** The cost of an outcome in the middle of a run: nothing, 1 where it exposes the member (R2), {@link OPENED} (R1). */
export function exposureCost(now: AccessOutcome, before: AccessOutcome, after: AccessOutcome): Cost {
  if (isSafeBetween(now, before, after)) return 0;
  return mayBeOpen(now) && !mayBeOpen(before) && !mayBeOpen(after) ? OPENED : 1;
}
