import { distinctAscending } from "../../util/collections.js";
import { type AccessState, type MemberAttribute, memberAttributeOf } from "../values/access-state.js";
import type { AccessWrite, Effect } from "../values/effect.js";
import { type MembershipIndex, type MembershipTable, membershipTableOf } from "./membership-table.js";

/**
 * Returns the dependencies of each write: by write, as its place in `order`, the earlier places, ascending. **Every**
 * order that respects them shows each member, for each attribute, the same sequence of values as the given order does.
 * So a safe order stays safe under any interleaving, and a failure or an interrupt leaves a safe prefix behind.
 *
 * Per pair only the writes that change an active source (a group that the member is in and that sets the attribute, or
 * their own value) are put in sequence. A write on a source that is not active yet, or not any more, only has to stay
 * on its side of the write that switches the source on or off. Sources that can never win are left out, and writes that
 * share no pair do not wait for each other at all.
 */
export function accessDependencies(
  before: AccessState,
  writes: readonly AccessWrite[],
  order: readonly number[],
): readonly (readonly number[])[] {
  if (order.length === 0) return [];
  const { attributeCount } = before;
  const memberships = membershipTableOf(before, writes);
  const visit = createSourceVisitor(before, memberships);
  /** By pair: the latest write that could be seen. */
  const seen = new Int32Array(before.groupsOf.length * attributeCount).fill(NONE);
  const sources = startSources(memberships.count * attributeCount);

  return order.map((write, at) => {
    const needs: number[] = [];
    const see = (pair: MemberAttribute): void => {
      const earlier = seen[pair] ?? NONE;
      if (earlier !== at) need(needs, earlier);
      seen[pair] = at;
    };
    /** Takes a source past this write, which may switch it on or off. */
    const pass: Pass = ({ group, membership, attribute, wasOn, isOn, on }) => {
      const pair = memberAttributeOf(before, memberships.memberOf[membership] ?? 0, attribute);
      if (!memberships.canWin(group, pair)) return;
      const source = membership * attributeCount + attribute;
      if (wasOn || isOn) {
        sources.show(source, at, needs);
        see(pair);
      } else {
        sources.hide(source, at, on, needs);
      }
    };
    for (const effect of writes[write]?.effects ?? []) {
      if (effect.on === "own-value") {
        see(memberAttributeOf(before, effect.member, effect.attribute));
        continue;
      }
      visit(effect, pass);
    }
    return distinctAscending(needs);
  });
}

/** A source that an effect concerns. */
interface ConcernedSource {
  readonly group: number;
  readonly membership: MembershipIndex;
  readonly attribute: number;
  /** True if the source is active before the effect, and after it. */
  readonly wasOn: boolean;
  readonly isOn: boolean;
  /** True if the effect switches its half of the source on. */
  readonly on: boolean;
}

type Pass = (source: ConcernedSource) => void;

/** Goes through the sources in groups that an effect concerns, and remembers what the effects so far made of them. */
function createSourceVisitor(before: AccessState, memberships: MembershipTable) {
  const { attributeCount } = before;
  const inGroup = [...memberships.inGroup];
  const hasValue = Array.from(before.groupValue, (value) => value !== undefined);
  return (effect: Exclude<Effect, { readonly on: "own-value" }>, pass: Pass): void => {
    const { group } = effect;
    switch (effect.on) {
      case "membership": {
        const { present } = effect;
        const membership = memberships.membershipOf(effect.member, group);
        if (membership === undefined) break;
        const wasOn = inGroup[membership] === true;
        for (const attribute of memberships.attributesOf[group] ?? []) {
          const isSet = hasValue[group * attributeCount + attribute] === true;
          pass({ group, membership, attribute, wasOn: isSet && wasOn, isOn: isSet && present, on: present });
        }
        inGroup[membership] = present;
        break;
      }
      case "group-value": {
        const { attribute } = effect;
        const cell = group * attributeCount + attribute;
        const isSet = effect.value !== undefined;
        for (const membership of memberships.membershipsIn[group] ?? []) {
          const isIn = inGroup[membership] === true;
          const wasOn = isIn && hasValue[cell] === true;
          pass({ group, membership, attribute, wasOn, isOn: isIn && isSet, on: isSet });
        }
        hasValue[cell] = isSet;
        break;
      }
      case "precedence":
        for (const membership of memberships.membershipsIn[group] ?? []) {
          for (const attribute of memberships.attributesOf[group] ?? []) {
            const isActive =
              inGroup[membership] === true && hasValue[group * attributeCount + attribute] === true;
            pass({ group, membership, attribute, wasOn: isActive, isOn: isActive, on: false });
          }
        }
    }
  };
}

/** Adds a dependency once: most attributes of a member were changed by the same write before. */
function need(needs: number[], write: number): void {
  if (write !== NONE && write !== needs[needs.length - 1]) needs.push(write);
}

const NONE = -1;
const NOTHING: readonly number[] = [];

/** The writes on each source of a pair so far. */
interface Sources {
  /** A write that could be seen: after all that were hidden before. */
  show(source: number, at: number, needs: number[]): void;
  /**
   * A write that nobody could see: after the last that could be, and if it switches a half on, after the other half.
   */
  hide(source: number, at: number, on: boolean, needs: number[]): void;
}

function startSources(count: number): Sources {
  const shown = new Int32Array(count).fill(NONE);
  /** The hidden writes since then: the latest, and the earlier ones. */
  const hidden = new Int32Array(count).fill(NONE);
  const hiddenBefore = new Map<number, readonly number[]>();
  const needHidden = (source: number, at: number, needs: number[]): void => {
    const latest = hidden[source] ?? NONE;
    if (latest === NONE) return;
    if (latest !== at) need(needs, latest);
    for (const earlier of hiddenBefore.get(source) ?? NOTHING) {
      if (earlier !== at) need(needs, earlier);
    }
  };
  return {
    show(source, at, needs) {
      needHidden(source, at, needs);
      hidden[source] = NONE;
      hiddenBefore.delete(source);
      shown[source] = at;
    },
    hide(source, at, on, needs) {
      const last = shown[source] ?? NONE;
      if (last !== at) need(needs, last);
      // One half goes off before the other comes on: the other way round, both would be on for a moment.
      if (on) needHidden(source, at, needs);
      const latest = hidden[source] ?? NONE;
      if (latest !== NONE) hiddenBefore.set(source, [...(hiddenBefore.get(source) ?? NOTHING), latest]);
      hidden[source] = at;
    },
  };
}
