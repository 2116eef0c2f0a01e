import { type AccessState, memberAttributeOf } from "../values/access-state.js";
import { type AccessWrite, concernedMembers, type Effect } from "../values/effect.js";

/** A member in a group, at the start or at some other time of a run, as a number: where a value may come from. */
export type Place = number;

/** All the places of a run that somebody can get a value from whom the run concerns. */
export interface Places {
  readonly count: number;
  /** By place. */
  readonly memberOf: readonly number[];
  /** By place: whether the member is in the group at the start. */
  readonly inGroup: readonly boolean[];
  /** By group. */
  readonly placesIn: readonly (readonly Place[])[];
  /** By group: what it sets at some time. */
  readonly attributesOf: readonly (readonly number[])[];
  placeOf(member: number, group: number): Place | undefined;
  /** Whether a group can win for a pair at some time: it is never below one that gives the pair a value throughout. */
  canWin(group: number, pair: number): boolean;
}

/** Finds them, with what `effects`, those of all moves in their order, make of them. */
export function placesOf(
  before: AccessState,
  writes: readonly AccessWrite[],
  effects: readonly Effect[],
): Places {
  const { attributeCount } = before;
  const groupCount = before.precedence.length;
  const memberOf: number[] = [];
  const groupOf: number[] = [];
  const inGroup: boolean[] = [];
  const placesIn = before.precedence.map((): Place[] => []);
  const byName = new Map<number, Place>();
  const add = (member: number, group: number, isIn: boolean): void => {
    placesIn[group]?.push(memberOf.length);
    byName.set(member * groupCount + group, memberOf.length);
    memberOf.push(member);
    groupOf.push(group);
    inGroup.push(isIn);
  };
  for (const member of concernedMembers(before, writes)) {
    for (const group of before.groupsOf[member] ?? []) add(member, group, true);
  }

  const lowest = [...before.precedence];
  const highest = [...before.precedence];
  const isSet = Array.from(before.groupValue, (value) => value !== undefined);
  const isSteady = [...isSet];
  const moved = new Set<Place | undefined>();
  const ownChanges = new Set<number>();
  for (const effect of effects) {
    switch (effect.on) {
      case "membership": {
        const { member, group } = effect;
        const name = member * groupCount + group;
        if (!byName.has(name)) add(member, group, false);
        moved.add(byName.get(name));
        break;
      }
      case "group-value": {
        const cell = effect.group * attributeCount + effect.attribute;
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
    }
  }

  /** By pair: the lowest precedence of what gives it a value throughout. */
  const floor = new Float64Array(before.groupsOf.length * attributeCount);
  for (const [place, group] of groupOf.entries()) {
    if (inGroup[place] !== true || moved.has(place)) continue;
    const low = lowest[group] ?? 0;
    for (let a = 0; a < attributeCount; a += 1) {
      const pair = memberAttributeOf(before, memberOf[place] ?? 0, a);
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
    placesIn,
    attributesOf: placesIn.map((_, group) =>
      Array.from({ length: attributeCount }, (_, a) => a).filter((a) => isSet[group * attributeCount + a]),
    ),
    placeOf: (member, group) => byName.get(member * groupCount + group),
    canWin: (group, pair) => (highest[group] ?? 0) >= (floor[pair] ?? 0),
  };
}
