import { countPeople } from "../../plan/summary.js";
import { count } from "../../util/count.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
import { peopleWithin } from "./access-groups.js";

/** A value that somebody has, in words. */
export interface ValueFact {
  readonly workspace: string;
  /** Canonical e-mail address. */
  readonly member: string;
  readonly attribute: string;
  readonly text: string;
  /** There is no value, or one that hides nothing. */
  readonly isOpen: boolean;
}

/** How many rows {@link valueCounts} may have, about, and how many values of one attribute. */
interface CountLimits {
  readonly rows: number;
  readonly values: number;
}

/**
 * Rows that say how many people have which value of each attribute: attribute, value, people. Of an attribute with many
 * values, the open ones and those of most people have a row each.
 */
export function valueCounts(facts: Iterable<ValueFact>, limits: CountLimits): readonly (readonly string[])[] {
  const byAttribute = [...groupBy(facts, ({ attribute }) => attribute).values()];
  const most = Math.max(1, Math.min(limits.values, Math.floor(limits.rows / byAttribute.length)));
  return byAttribute.flatMap((ofOne) => {
    const counted = groupAlike(ofOne, ({ text }) => text).map((same) => ({
      same,
      people: countPeople(same),
    }));
    const rows = counted
      .sort((a, b) => Number(b.same[0].isOpen) - Number(a.same[0].isOpen) || b.people - a.people)
      .map(({ same }) => same);
    const shown = rows.filter(([{ isOpen }], i) => isOpen || i < most || rows.length <= most + 1);
    const rest = rows.slice(shown.length);
    const name = (i: number): string => (i === 0 ? ofOne[0].attribute : "");
    return [
      ...shown.map((same, i) => [name(i), same[0].text, peopleWithin(same)]),
      ...(rest.length === 0
        ? []
        : [["", `and ${count(rest.length, "more value")}`, peopleWithin(rest.flat())]]),
    ];
  });
}
