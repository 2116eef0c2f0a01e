import { count, nameList } from "../../util/english.js";
import { type ValueFact, valueCounts } from "../view/value-counts.js";
import { nameText } from "../words/labels.js";
import { fittedTable, wrap } from "../words/layout.js";
import { FEW_ITEMS, FEW_NAMES } from "../words/section.js";
import type { TextStyle } from "../words/text-style.js";

/** A value of somebody, and whether that is settled. */
export interface CountedFact extends ValueFact {
  readonly isUnclear: boolean;
}

/** About how many rows a long list has. */
const ROWS = 48;
/** The most people who are open that are named. */
const MOST_NAMED = 100;

/**
 * A long list of people, counted by their values. People who are open, and those whose reach is unclear, are
 * first, with their names unless there are very many; some of the others are named if the list is about one
 * attribute.
 */
export function countedPeople(facts: Iterable<CountedFact>, look: TextStyle): string[] {
  const { rowWidth, paint } = look;
  const { open, others } = sorted(facts);
  const named = open.flatMap(({ same: { workspace, attribute, text, isUnclear }, members }) => {
    const who = `${isUnclear ? "Unclear" : "Open"} in ${nameText(workspace)}: ${attribute} ${text}`;
    return [
      ...wrap(`${who}, ${count(members.length, "person", "people")}`, rowWidth, "    ", "").map(paint.alarm),
      ...nameLines(members, look, members.length > MOST_NAMED ? FEW_NAMES : members.length),
    ];
  });
  return [
    ...named,
    ...(named.length === 0 ? [] : [""]),
    ...fittedTable(valueCounts(facts, { rows: ROWS, values: FEW_ITEMS }), rowWidth).flat(),
    ...nameLines(others, look, FEW_NAMES),
  ];
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

/** The names on lines of their own: all, or the first of many. */
const nameLines = (members: readonly string[], { width, paint }: TextStyle, most: number): string[] =>
  wrap(nameList(members.map(nameText), most), width, "    ").map(paint.faint);
