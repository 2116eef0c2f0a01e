import { compact } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { nameText } from "../words/labels.js";
import type { Item, Part } from "../words/section.js";
import { countedWithin } from "./access-words.js";

/** A value that somebody has, in words, and whether that is settled. */
export interface CountedFact {
  readonly workspace: string;
  /** Canonical e-mail address. */
  readonly member: string;
  readonly attribute: string;
  readonly text: string;
  /** True if there is no value, or one that hides nothing. */
  readonly isOpen: boolean;
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
  const counted = compact<Item>([
    ...valueCounts(facts).map((cells) => ({ cells })),
    others.length > 0 && { cells: [], names: others.map(nameText) },
  ]);
  return [{ items: named }, { items: counted }].filter(({ items }) => items.length > 0);
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
function valueCounts(facts: Iterable<Omit<CountedFact, "isUnclear">>): readonly (readonly string[])[] {
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
function countsOf(
  facts: Iterable<Omit<CountedFact, "isUnclear">>,
): ReadonlyMap<string, ReadonlyMap<string, ValueCount>> {
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

function isOfOneWorkspace(facts: Iterable<Omit<CountedFact, "isUnclear">>): boolean {
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
