import { count } from "../../util/english.js";
import { countedWithin } from "./access-words.js";

/** A value that somebody has, in words. */
export interface ValueFact {
  readonly workspace: string;
  /** Canonical e-mail address. */
  readonly member: string;
  readonly attribute: string;
  readonly text: string;
  /** True if there is no value, or one that hides nothing. */
  readonly isOpen: boolean;
}

/** About how many rows a list has, and the most values of one attribute. */
const LIMIT = { rows: 48, values: 12 };

/**
 * The number of people with a value. The facts of one workspace come person by person, so the latest name is enough;
 * those of several need all names.
 */
interface ValueCount {
  readonly text: string;
  readonly isOpen: boolean;
  people: number;
  latest: string | undefined;
  readonly members: Set<string>;
  readonly workspaces: Set<string>;
}

/**
 * Rows that say how many people have which value of each attribute: attribute, value, people. Of an attribute with many
 * values, the open ones and those of most people have a row each.
 */
export function valueCounts(facts: Iterable<ValueFact>): readonly (readonly string[])[] {
  const byAttribute = [...countsOf(facts)];
  const most = Math.max(1, Math.min(LIMIT.values, Math.floor(LIMIT.rows / byAttribute.length)));
  return byAttribute.flatMap(([attribute, counts]) => {
    const rows = [...counts.values()].sort(
      (a, b) => Number(b.isOpen) - Number(a.isOpen) || peopleIn([b]) - peopleIn([a]),
    );
    const shown = rows.filter(({ isOpen }, i) => isOpen || i < most || rows.length <= most + 1);
    const rest = rows.slice(shown.length);
    return [
      ...shown.map((row, i) => [i === 0 ? attribute : "", row.text, peopleOf([row])]),
      ...(rest.length === 0 ? [] : [["", `and ${count(rest.length, "more value")}`, peopleOf(rest)]]),
    ];
  });
}

/** Attributes and their values, each in the order of first appearance. */
function countsOf(facts: Iterable<ValueFact>): ReadonlyMap<string, ReadonlyMap<string, ValueCount>> {
  const isOne = isOfOneWorkspace(facts);
  const counts = new Map<string, Map<string, ValueCount>>();
  for (const { attribute, text, isOpen, member, workspace } of facts) {
    const values = counts.get(attribute) ?? new Map<string, ValueCount>();
    counts.set(attribute, values);
    const one = values.get(text) ?? newCount(text, isOpen);
    values.set(text, one);
    if (one.latest !== member) one.people += 1;
    one.latest = member;
    one.workspaces.add(workspace);
    // All of a large organization are half a million.
    if (!isOne) one.members.add(member);
  }
  return counts;
}

const newCount = (text: string, isOpen: boolean): ValueCount => ({
  text,
  isOpen,
  people: 0,
  latest: undefined,
  members: new Set(),
  workspaces: new Set(),
});

function isOfOneWorkspace(facts: Iterable<ValueFact>): boolean {
  let first: string | undefined;
  for (const { workspace } of facts) {
    first ??= workspace;
    if (workspace !== first) return false;
  }
  return true;
}

/** The number of people who have some of the values of an attribute. */
function peopleIn(counts: readonly ValueCount[]): number {
  const members = new Set(counts.flatMap((one) => [...one.members])).size;
  return members > 0 ? members : counts.reduce((sum, { people }) => sum + people, 0);
}

const peopleOf = (counts: readonly ValueCount[]): string =>
  countedWithin(peopleIn(counts), new Set(counts.flatMap(({ workspaces }) => [...workspaces])).size);
