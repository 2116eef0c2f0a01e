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
export function countedPeople(facts: readonly CountedFact[], look: TextStyle): string[] {
  const { rowWidth, paint } = look;
  const isNamed = ({ isOpen, isUnclear }: CountedFact): boolean => isOpen || isUnclear;
  const named = groupAlike(facts.filter(isNamed), ({ member: _, ...same }) => same).flatMap((same) => {
    const [{ workspace, attribute, text, isUnclear }] = same;
    const who = `${isUnclear ? "Unclear" : "Open"} in ${nameText(workspace)}: ${attribute} ${text}`;
    return [
      ...hangingLines(`${who}, ${count(countPeople(same), "person", "people")}`, rowWidth).map(paint.alarm),
      ...nameLines(namesOf(same), look, "    "),
    ];
  });
  const isOneAttribute = new Set(facts.map(({ attribute }) => attribute)).size === 1;
  const others = isOneAttribute ? namesOf(facts.filter((fact) => !isNamed(fact))) : [];
  return [
    ...named,
    ...(named.length === 0 ? [] : [""]),
    ...fittedTable(valueCounts(facts, { rows: ROWS, values: FEW_ITEMS }), rowWidth).flat(),
    ...nameLines(others, look, "    ", FEW_NAMES),
    "",
    ...wrap(UNFOLD, rowWidth),
  ];
}

const namesOf = (facts: readonly CountedFact[]): string[] => [...new Set(facts.map(({ member }) => member))];

/** Names on lines of their own: all, or the first of many. */
const nameLines = (
  members: readonly string[],
  { width, paint }: TextStyle,
  indent: string,
  most = members.length,
): string[] => wrap(nameList(members.map(nameText), most), width, indent).map(paint.faint);
