import { attributeOf, memberOf } from "../../access/values/access-state.js";
import { affectedPairs, type Effect } from "../../access/values/effect.js";
import { effectiveValuesOf, groupsBehind } from "../../access/values/effective-value.js";
import { isOpen } from "../../access/values/value-meaning.js";
import { attributeAddress, groupAddress, memberAddress } from "../../model/address.js";
import type { CountedSource } from "../../model/plan/plan.js";
import type { AccessPlan } from "../people/access-plan.js";

/** The sources that each removal depends on: those of the final values of the people who lose a source. */
export function countedSources({ nameIndex, before, after, writes }: AccessPlan): readonly CountedSource[] {
  const { workspace, members } = nameIndex;
  const attributes = nameIndex.attributes.map((attribute) => attributeAddress(workspace, attribute));
  const groups = new Map(nameIndex.groups.map((group) => [group, groupAddress(workspace, group)]));
  const effectiveValue = effectiveValuesOf(nameIndex, after);
  return writes.flatMap(({ change: { address: removal }, effects }) => {
    const taking = effects.filter(takesAway);
    if (taking.length === 0) return [];
    /** The sources found, by attribute and source. */
    const found = new Map<string, CountedSource & { members: string[] }>();
    for (const pair of affectedPairs(before, taking)) {
      const value = effectiveValue(pair);
      if (value === null || isOpen(value.value)) continue;
      const attribute = attributes[attributeOf(after, pair)] ?? "";
      const member = members[memberOf(after, pair)] ?? "";
      const [group] = groupsBehind(value.source);
      const source = group === undefined ? memberAddress(workspace, member) : (groups.get(group) ?? "");
      const key = `${attribute} ${source}`;
      const counted = found.get(key);
      if (counted === undefined) found.set(key, { removal, source, attribute, members: [member] });
      else counted.members.push(member);
    }
    return [...found.values()];
  });
}

function takesAway(effect: Effect): boolean {
  if (effect.on === "membership") return !effect.present;
  return effect.on !== "precedence" && effect.value === undefined;
}
