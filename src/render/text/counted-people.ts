import { countPeople } from "../../plan/summary.js";
import { count } from "../../util/count.js";
import { groupAlike } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { UNFOLD } from "../view/folding.js";
import { type ValueFact, valueCounts } from "../view/value-counts.js";
import { nameText } from "../words/labels.js";
import { fittedTable, hangingLines, wrap } from "../words/layout.js";
import { FEW_ITEMS, FEW_NAMES } from "../words/section.js";
import type { TextStyle } from "../words/text-style.js";

/** A value of somebody, and whether that is settled. */
export interface CountedFact extends ValueFact {
  readonly isUnclear: boolean;
}

/** About how many rows a long list has. */
const ROWS = 48;

/**
 * A long list of people, counted by their values. People who are open, and those of whom it is unclear what they reach,
 * all have their names; of the others the first do, where the list is about one attribute.
 */
export function countedPeople(facts: Iterable<CountedFact>, look: TextStyle): string[] {
  const { rowWidth, paint } = look;
  const { open, attributes, others } = sorted(facts);
  const named = groupAlike(open, ({ member: _, ...same }) => same).flatMap((same) => {
    const [{ workspace, attribute, text, isUnclear }] = same;
    const who = `${isUnclear ? "Unclear" : "Open"} in ${nameText(workspace)}: ${attribute} ${text}`;
    return [
      ...hangingLines(`${who}, ${count(countPeople(same), "person", "people")}`, rowWidth).map(paint.alarm),
      ...nameLines([...new Set(same.map(({ member }) => member))], look, "    "),
    ];
  });
  return [
    ...named,
    ...(named.length === 0 ? [] : [""]),
    ...fittedTable(valueCounts(facts, { rows: ROWS, values: FEW_ITEMS }), rowWidth).flat(),
    ...nameLines(attributes.size === 1 ? [...others] : [], look, "    ", FEW_NAMES),
    "",
    ...wrap(UNFOLD, rowWidth),
  ];
}

/** Facts about people who are open or unclear, and the names of the others: half a million facts are gone through. */
function sorted(facts: Iterable<CountedFact>) {
  const open: CountedFact[] = [];
  const attributes = new Set<string>();
  const others = new Set<string>();
  for (const fact of facts) {
    attributes.add(fact.attribute);
    if (fact.isOpen || fact.isUnclear) open.push(fact);
    else others.add(fact.member);
  }
  return { open, attributes, others };
}

/** Names on lines of their own: all, or the first of many. */
const nameLines = (
  members: readonly string[],
  { width, paint }: TextStyle,
  indent: string,
  most = members.length,
): string[] => wrap(nameList(members.map(nameText), most), width, indent).map(paint.faint);
