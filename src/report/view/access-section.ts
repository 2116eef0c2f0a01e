import { isOpen } from "../../access/values/value-meaning.js";
import type { Plan } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/assemble/summary.js";
import { compact, groupAlike, groupBy, setOf } from "../../util/collections.js";
import { count, plural } from "../../util/english.js";
import { effectiveText, nameText, windowText } from "../words/labels.js";
import type { Card, Item, Part, Section } from "../words/section.js";
import { type AccessGroup, accessByValues, accessGroups, type ChangedAccess } from "./access-groups.js";
import {
  causeText,
  countedWithin,
  dataTexts,
  hiddenNames,
  peopleText,
  valueCells,
  verdictSentence,
} from "./access-words.js";

/**
 * The access before and after: opened first, then those who gain, each with a row for all people for whom the same changes
 * for the same causes. The brief form has a row for all people of whatever workspace and cause.
 */
export function accessSection(access: ChangedAccess): Section {
  const groups = accessGroups(access);
  const isOne = setOf(groups, "workspace").size === 1;
  const values = access.access_changes.length;
  const people = count(countMembers(groups), "person", "people");
  const shown = partsOf(groups, (group) => accessItem(group, isOne));
  return {
    id: "access",
    title: `Access (${compact([people, values > 0 && count(values, "value")]).join(", ")})`,
    nouns: values === 0 ? ["person", "people"] : ["value", "values"],
    parts: shown,
    brief: () => [
      ...shown.filter(({ tone }) => tone === "alarm"),
      ...partsOf(accessByValues(access), countedItem).filter(({ tone }) => tone !== "alarm"),
    ],
    counted: [() => partsOf(accessByValues(access), (group) => ({ ...countedItem(group), names: [] }))],
  };
}

/** The section of what an edit takes over from the product: live is as the file says now, and the base said otherwise. */
export function takenOverSection({ people, adopted = [] }: Plan): Section {
  const theirs = people.filter((person) => person.adopted);
  return {
    ...accessSection({ people: theirs, access_changes: adopted }),
    id: "taken-over",
    title: `Taken over from the product (${count(countPeople(theirs), "person", "people")}): the edit gives what is there already, by hand or by an earlier run`,
  };
}

/** The section of whose access the changes of a plan change. */
export const changedAccessSection = ({ people, access_changes }: Plan): Section =>
  accessSection({ access_changes, people: people.filter(({ adopted }) => !adopted) });

/** The parts with their items, each of which shows one of the groups. */
const partsOf = (groups: readonly AccessGroup[], itemOf: (group: AccessGroup) => Item): readonly Part[] =>
  [...groupBy(groups, ({ part }) => part)].map(([part, same]) => ({
    title: partTitle(part, same),
    ...(part === "opened" && { tone: "alarm" }),
    items: same.map(itemOf),
  }));

/** The heading of a part: `Opened (3 values): nothing limits these people for the attribute`, `See less: 2 values`. */
function partTitle(part: AccessGroup["part"], groups: readonly AccessGroup[]): string {
  const values = groups.reduce((sum, { members, changes }) => sum + members.length * changes.length, 0);
  if (part === "opened")
    return `Opened (${count(values, "value")}): nothing limits these people for the attribute`;
  const sees = verdictSentence(part, countMembers(groups));
  return `${sees.slice(0, 1).toUpperCase()}${sees.slice(1)}${values === 0 ? "" : `: ${count(values, "value")}`}`;
}

const countMembers = (groups: readonly AccessGroup[]): number =>
  new Set(groups.flatMap(({ members }) => members)).size;

function accessItem(group: AccessGroup, isOneWorkspace: boolean): Item {
  const workspace = nameText(group.workspace);
  const who = peopleText(group.members);
  const names = hiddenNames(group.members);
  return {
    ...itemOf(group, [who, workspace], names),
    card: {
      ...cardOf(group, group.members),
      ...(names.length > 0 && { counted: who }),
      ...(!isOneWorkspace && { workspace }),
    },
    ...(group.part === "opened" && { tone: "alarm" }),
  };
}

/** A row that counts its people; a name is no longer than a count, so that one person is named. */
function countedItem(group: AccessGroup): Item {
  const { workspaces } = group;
  const people = [...new Set(group.members)];
  const names = people.map(nameText);
  const isOne = names.length === 1;
  const where = workspaces > 1 ? ` in ${count(workspaces, "workspace")}` : "";
  const who = isOne ? names.join() + where : countedWithin(people.length, workspaces);
  return {
    ...itemOf(group, [who], isOne ? [] : names),
    card: { ...cardOf(group, people), ...(!(isOne && where === "") && { counted: who }) },
  };
}

/** A row about people, with its attributes, values, cause and meaning. */
function itemOf(group: AccessGroup, who: readonly string[], names: readonly string[]): Item {
  const { members, changes } = group;
  const cause = causeText(group);
  return {
    cells: compact([...who, ...valueCells(group), cause && `(${cause})`]),
    // A row of data alone counts its people.
    counts: members.length * Math.max(1, changes.length),
    names,
    details: meaningTexts(group).map((text) => ({ text })),
  };
}

const cardOf = (group: AccessGroup, people: readonly string[]): Card => ({
  people: people.map(nameText),
  values: group.changes.map(({ attribute, before, after }) => ({
    name: nameText(attribute),
    before: effectiveText(before),
    after: effectiveText(after),
  })),
  verdicts: verdictsOf(group),
  why: compact([causeText(group), ...meaningTexts(group)]),
});

/** The moments in which somebody sees what they see neither before nor after: a row for each. */
export const exposureSection = ({ exposure: { windows } }: Plan): Section => ({
  id: "exposure",
  title: `Exposure windows (${windows.length}): no order of these writes was found that avoids them`,
  tone: "alarm",
  nouns: ["exposure window", "exposure windows"],
  parts: [
    {
      items: groupAlike(windows, (window) => [window.workspace, windowText(window)]).map((same): Item => {
        const [first] = same;
        const names = same.map(({ member }) => nameText(member));
        return {
          cells: [`${nameText(first.workspace)}  ${firstOrCount(names)}: ${windowText(first)}`],
          ...(isOpen(first.value ?? undefined) && { tone: "alarm" }),
          counts: same.length,
          names: names.length === 1 ? [] : names,
        };
      }),
    },
  ],
});

/** The one name, or how many people they are. */
export const firstOrCount = ([first = "", ...rest]: readonly string[]): string =>
  rest.length === 0 ? first : count(rest.length + 1, "person", "people");

/** The verdict of a row in words, and whether its people become open or are open no longer. */
function verdictsOf({ part, verdict, changes, members }: AccessGroup): Card["verdicts"] {
  const sees = { text: verdictSentence(verdict, members.length), tone: verdict };
  if (part === "opened") return [{ text: "opened", tone: "opened" }, sees];
  return changes.some(({ kind }) => kind === "closed")
    ? [sees, { text: "no longer open", tone: "same" }]
    : [sees];
}

/**
 * The meaning of a row as sentences: the role that decides instead of the values, what people see more and less, or
 * where nothing says that the grants that they gain and lose.
 */
function meaningTexts({ changes, reason, person, members }: AccessGroup): readonly string[] {
  if (reason === "role" && person === undefined)
    return ["the role decides and not these values: they see everything"];
  const part = (verb: string, of: "gained" | "lost" | "unclear") => {
    const names = changes.flatMap(({ grants }) => grants?.[of] ?? []);
    return (
      names.length > 0 && `${verb} the ${plural(names.length, "grant")} ${names.map(nameText).join(", ")}`
    );
  };
  return compact([
    part("it is unclear whether they pass", "unclear"),
    ...(person === undefined
      ? [part("gains", "gained"), part("loses", "lost")]
      : dataTexts(person, members.length === 1)),
  ]);
}
