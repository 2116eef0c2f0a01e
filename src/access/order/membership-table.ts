import { type AccessState, memberAttributeOf } from "../values/access-state.js";
import { type AccessWrite, concernedMembers, type Effect } from "../values/effect.js";

/** A member in a group, at the start or at some other time of a run, as a number: where a value may come from. */
type MembershipIndex = number;

/** The memberships of a run from which a person whom the run concerns can get a value. */
export interface MembershipTable {
  readonly count: number;
  /** By membership. */
  readonly memberOf: readonly number[];
  /** By membership: true if the member is in the group at the start. */
  readonly inGroup: readonly boolean[];
  /** By group. */
  readonly membershipsIn: readonly (readonly MembershipIndex[])[];
  /** By group: the attributes that it sets at some time. */
  readonly attributesOf: readonly (readonly number[])[];
  /** Of somebody who is in the group at some time. */
  membershipOf(member: number, group: number): MembershipIndex;
  /**
   * Returns true if a group can win for a pair at some time: it is not always below one that gives the pair a value
   * throughout.
   */
  canWin(group: number, pair: number): boolean;
}

/** The memberships, with those that the writes add. */
export function membershipTableOf(before: AccessState, writes: readonly AccessWrite[]): MembershipTable {
  const effects = writes.flatMap((write) => write.effects);
  const { attributeCount } = before;
  const groupCount = before.precedence.length;
  const memberOf: number[] = [];
  const groupOf: number[] = [];
  const inGroup: boolean[] = [];
  const membershipsIn = before.precedence.map((): MembershipIndex[] => []);
  const byName = new Map<number, MembershipIndex>();
  const add = (member: number, group: number, isIn: boolean): void => {
    membershipsIn[group]?.push(memberOf.length);
    byName.set(member * groupCount + group, memberOf.length);
    memberOf.push(member);
    groupOf.push(group);
    inGroup.push(isIn);
  };
  for (const member of concernedMembers(before, writes)) {
    for (const group of before.groupsOf[member] ?? []) add(member, group, true);
  }

  const moved = new Set<MembershipIndex | undefined>();
  for (const effect of effects) {
    if (effect.on !== "membership") continue;
    const name = effect.member * groupCount + effect.group;
    if (!byName.has(name)) add(effect.member, effect.group, false);
    moved.add(byName.get(name));
  }

  const { lowest, highest, isSet, isSteady, ownChanges } = extremesOf(before, effects);
  /** By pair: the lowest precedence of a source that gives it a value throughout. */
  const floor = new Float64Array(before.groupsOf.length * attributeCount);
  for (const [membership, group] of groupOf.entries()) {
    if (inGroup[membership] !== true || moved.has(membership)) continue;
    const low = lowest[group] ?? 0;
    for (let a = 0; a < attributeCount; a += 1) {
      const pair = memberAttributeOf(before, memberOf[membership] ?? 0, a);
      if (isSteady[group * attributeCount + a] && low > (floor[pair] ?? 0)) floor[pair] = low;
    }
  }
  for (const pair of before.ownValue.keys()) {
    if (!ownChanges.has(pair)) floor[pair] = Number.POSITIVE_INFINITY;
  }
  return {
    count: memberOf.length,
    memberOf,
    inGroup,
    membershipsIn,
    attributesOf: membershipsIn.map((_, group) =>
      Array.from({ length: attributeCount }, (_, a) => a).filter((a) => isSet[group * attributeCount + a]),
    ),
    membershipOf: (member, group) => byName.get(member * groupCount + group) ?? 0,
    canWin: (group, pair) => (highest[group] ?? 0) >= (floor[pair] ?? 0),
  };
}

/**
 * The range of precedences of each group, the attributes that it sets at some time and throughout, and the
 * members whose own values change.
 */
function extremesOf(before: AccessState, effects: readonly Effect[]) {
  const lowest = [...before.precedence];
  const highest = [...before.precedence];
  const isSet = Array.from(before.groupValue, (value) => value !== undefined);
  const isSteady = [...isSet];
  const ownChanges = new Set<number>();
  for (const effect of effects) {
    switch (effect.on) {
      case "group-value": {
        const cell = effect.group * before.attributeCount + effect.attribute;
        if (effect.value === undefined) isSteady[cell] = false;
        else isSet[cell] = true;
        break;
      }
      case "precedence":
        lowest[effect.group] = Math.min(lowest[effect.group] ?? 0, effect.precedence);
        highest[effect.group] = Math.max(highest[effect.group] ?? 0, effect.precedence);
        break;
      case "own-value":
        ownChanges.add(memberAttributeOf(before, effect.member, effect.attribute));
        break;
      case "membership":
    }
  }
  return { lowest, highest, isSet, isSteady, ownChanges };
}

/** Goes through the sources in groups that an effect concerns: memberships, each with an attribute. */
export function visitSources(
  { membershipOf, membershipsIn, attributesOf }: MembershipTable,
  effect: GroupEffect,
  visit: (membership: MembershipIndex, attribute: number) => void,
): void {
  const { group } = effect;
  const memberships =
    effect.on === "membership" ? [membershipOf(effect.member, group)] : (membershipsIn[group] ?? []);
  const attributes = effect.on === "group-value" ? [effect.attribute] : (attributesOf[group] ?? []);
  for (const membership of memberships) for (const attribute of attributes) visit(membership, attribute);
}

/** An effect on what a group is, or on who is in it. */
type GroupEffect = Exclude<Effect, { readonly on: "own-value" }>;
