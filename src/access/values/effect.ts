import type { EffectOn } from "../../kinds/kind.js";
import { type AccessState, groupValueOf, type MemberAttribute, memberAttributeOf } from "./access-state.js";

/** One elementary change of an {@link AccessState}. */
export type Effect = EffectOn<number>;

/**
 * A write as the access rules see it: effects that happen together (deleting a group unsets its values and
 * removes its members in one go). Writes without effect on access (labels, names, invites) are not access
 * writes.
 */
export interface AccessWrite {
  readonly effects: readonly Effect[];
}

/** Carries out effects and returns those that undo them, in the order in which to carry them out. */
export function perform(state: AccessState, effects: readonly Effect[]): Effect[] {
  return effects.map((effect) => performOne(state, effect)).reverse();
}

/**
 * Carries out one effect and returns its inverse. The inverse is written out property by property, in the order of the
 * type: it then has the hidden class of every other effect, and the loops over effects stay fast.
 */
function performOne(state: AccessState, effect: Effect): Effect {
  const { on } = effect;
  switch (on) {
    case "group-value": {
      const { group, attribute } = effect;
      const at = group * state.attributeCount + attribute;
      const value = state.groupValue[at];
      state.groupValue[at] = effect.value;
      return { on, group, attribute, value };
    }
    case "own-value": {
      const { member, attribute } = effect;
      const pair = memberAttributeOf(state, member, attribute);
      const value = state.ownValue.get(pair);
      if (effect.value === undefined) state.ownValue.delete(pair);
      else state.ownValue.set(pair, effect.value);
      return { on, member, attribute, value };
    }
    case "membership": {
      const { group, member } = effect;
      const groups = state.groupsOf[member];
      const members = state.membersOf[group];
      const present = members?.has(member) ?? false;
      if (groups !== undefined && members !== undefined && present !== effect.present) {
        if (effect.present) {
          groups.push(group);
          members.add(member);
        } else {
          groups.splice(groups.indexOf(group), 1);
          members.delete(member);
        }
      }
      return { on, group, member, present };
    }
    case "precedence": {
      const { group } = effect;
      const precedence = state.precedence[group] ?? 0;
      state.precedence[group] = effect.precedence;
      return { on, group, precedence };
    }
  }
}

/** The pairs whose outcome the effects may change in this state, without duplicates. */
export function affectedPairs(state: AccessState, effects: readonly Effect[]): readonly MemberAttribute[] {
  const [first] = effects;
  // The common case, a write with one effect on few pairs, needs no set.
  if (first !== undefined && effects.length === 1) return pairsOf(state, first);
  return [...new Set(effects.flatMap((effect) => pairsOf(state, effect)))];
}

function pairsOf(state: AccessState, effect: Effect): MemberAttribute[] {
  const people = "member" in effect ? [effect.member] : [...(state.membersOf[effect.group] ?? [])];
  const attributes = "attribute" in effect ? [effect.attribute] : attributesOf(state, effect.group);
  // Of its final length from the start, and filled by index: millions of pairs go through here.
  const pairs = new Array<MemberAttribute>(people.length * attributes.length);
  let at = 0;
  for (const member of people)
    for (const attribute of attributes) pairs[at++] = memberAttributeOf(state, member, attribute);
  return pairs;
}

/**
 * The highest precedence that the effects work from, before or after: a pair that gets its value from above is not
 * changed by them, see {@link isDecidedAbove}. Infinite where members' own values change.
 */
export function reachOf(state: AccessState, effects: readonly Effect[]): number {
  let reach = 0;
  for (const effect of effects) {
    if (effect.on === "own-value") return Number.POSITIVE_INFINITY;
    reach = Math.max(reach, state.precedence[effect.group] ?? 0);
    if (effect.on === "precedence") reach = Math.max(reach, effect.precedence);
  }
  return reach;
}

/** The members whose outcomes the writes may change, for any attribute. */
export function concernedMembers(before: AccessState, writes: readonly AccessWrite[]): ReadonlySet<number> {
  const members = new Set<number>();
  const groups = new Set<number>();
  for (const effect of writes.flatMap(({ effects }) => effects)) {
    // People who join or leave a group have an effect of their own.
    if ("member" in effect) members.add(effect.member);
    else groups.add(effect.group);
  }
  for (const group of groups) {
    for (const member of before.membersOf[group] ?? []) members.add(member);
  }
  return members;
}

/** The attributes that a group sets. */
export function attributesOf(state: AccessState, group: number): number[] {
  const attributes: number[] = [];
  for (let a = 0; a < state.attributeCount; a += 1) {
    if (groupValueOf(state, group, a) !== undefined) attributes.push(a);
  }
  return attributes;
}
