import { count } from "../../util/english.js";
import { nameText } from "../words/labels.js";
import type { Item, Part } from "../words/section.js";
import { type ValueFact, valueCounts } from "./value-counts.js";

/** A value of somebody, and whether that is settled. */
export interface CountedFact extends ValueFact {
  readonly isUnclear: boolean;
}

/**
 * A long list of people, counted by their values. People who are open, and those whose reach is unclear, are first, with
 * their names; some of the others are named if the list is about one attribute.
 */
export function countedPeople(facts: Iterable<CountedFact>): readonly Part[] {
  const { open, others } = sorted(facts);
  const named = open.map(({ same: { workspace, attribute, text, isUnclear }, members }): Item => {
    const who = `${isUnclear ? "Unclear" : "Open"} in ${nameText(workspace)}: ${attribute} ${text}`;
    return {
      cells: [`${who}, ${count(members.length, "person", "people")}`],
      tone: "alarm",
      names: members.map(nameText),
    };
  });
  const counted = valueCounts(facts).map((cells): Item => ({ cells }));
  return [
    named,
    others.length === 0 ? counted : [...counted, { cells: [], names: others.map(nameText) }],
  ].flatMap((items) => (items.length === 0 ? [] : [{ items }]));
}

/**
 * Sorts facts into people who are open or unclear, by workspace and value, and the names of the others if all facts are
 * about one attribute. A large organization has half a million facts: only names are kept, and not the facts.
 */
function sorted(facts: Iterable<CountedFact>) {
  const open = new Map<string, { readonly same: CountedFact; readonly members: string[] }>();
  const others = new Set<string>();
  let [isOneAttribute, attribute]: [boolean, string?] = [true];
  for (const fact of facts) {
    const { member, ...same } = fact;
    attribute ??= fact.attribute;
    isOneAttribute &&= attribute === fact.attribute;
    if (fact.isOpen || fact.isUnclear) {
      const key = JSON.stringify(same);
      const known = open.get(key) ?? { same: fact, members: [] };
      open.set(key, known);
      known.members.push(member);
    } else if (isOneAttribute) others.add(member);
  }
  return { open: [...open.values()], others: isOneAttribute ? [...others] : [] };
}
