import { distinctAscending } from "../../util/collections.js";
import { type AccessState, type MemberAttribute, memberAttributeOf } from "../values/access-state.js";
import type { AccessWrite } from "../values/effect.js";
import { membershipTableOf, visitSources } from "./membership-table.js";

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
  /** What the writes so far make of memberships, and of the values of groups. */
  const inGroup = [...memberships.inGroup];
  const hasValue = Array.from(before.groupValue, (value) => value !== undefined);
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
    for (const effect of writes[write]?.effects ?? []) {
      if (effect.on === "own-value") {
        see(memberAttributeOf(before, effect.member, effect.attribute));
        continue;
      }
      const { on, group } = effect;
      const joins = on === "membership" ? effect.present : undefined;
      const sets = on === "group-value" ? effect.value !== undefined : undefined;
      visitSources(memberships, effect, (membership, attribute) => {
        const pair = memberAttributeOf(before, memberships.memberOf[membership] ?? 0, attribute);
        if (!memberships.canWin(group, pair)) return;
        const source = membership * attributeCount + attribute;
        const wasIn = inGroup[membership];
        const wasSet = hasValue[group * attributeCount + attribute];
        if ((wasIn && wasSet) || ((joins ?? wasIn) && (sets ?? wasSet))) {
          sources.show(source, at, needs);
          see(pair);
        } else {
          sources.hide(source, at, joins ?? sets ?? false, needs);
        }
      });
      if (on === "membership") inGroup[memberships.membershipOf(effect.member, group)] = effect.present;
      if (on === "group-value") hasValue[group * attributeCount + effect.attribute] = sets === true;
    }
    return distinctAscending(needs);
  });
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
