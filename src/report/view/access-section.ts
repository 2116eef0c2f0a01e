import { isOpen } from "../../access/values/value-meaning.js";
import type { EffectiveValue, Plan } from "../../model/plan/plan.js";
import { groupAlike } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import { effectiveText, nameText, windowText } from "../words/labels.js";
import {
  FEW_ITEMS,
  folded,
  type Item,
  type Part,
  type Prose,
  proseText,
  type Section,
} from "../words/section.js";
import type { PageCell } from "../words/table.js";
import {
  ACCESS_PARTS,
  type AccessGroup,
  accessByValues,
  accessGroups,
  type ChangedAccess,
} from "./access-groups.js";
import {
  attributesText,
  causeText,
  countedWithin,
  hiddenNames,
  meaningTexts,
  peopleCell,
  peopleText,
  valuesText,
  verdictSentence,
  verdictWords,
} from "./access-words.js";
import { isTooLong } from "./folding.js";

/** The heads of the columns beside the person, in every table. */
const HEADS = ["Sees before", "Sees after", "More, less or other", "Why"];

/** A row or its heads, with so many cells before {@link HEADS}. Where only data changes, there are no values to show. */
const shownCells = <T>(
  { access_changes }: ChangedAccess,
  cells: readonly T[],
  before: number,
): readonly T[] =>
  access_changes.length > 0 ? cells : [...cells.slice(0, before), ...cells.slice(before + 2)];

/**
 * The access before and after: opened first, then those who gain, each with a row for all people for whom the same changes
 * for the same causes. The short form names only people whose access opens, and counts the others over all workspaces and
 * causes.
 */
export function accessSection(access: ChangedAccess): Section {
  const groups = accessGroups(access);
  const others = groups.filter(({ part }) => part !== "opened");
  const isOne = new Set(groups.map(({ workspace }) => workspace)).size === 1;
  const items = groups.map((group) => shownItem(access, accessItem(group, isOne)));
  const values = access.access_changes.length;
  const shown = parts(groups, items);
  const counted = countedParts(access, shown);
  const nouns: Section["nouns"] = values === 0 ? ["person", "people"] : ["value", "values"];
  const isLong = isTooLong(others.flatMap(({ members }) => members.map((member) => ({ member }))));
  return {
    id: "access",
    title: `Access (${count(countMembers(groups), "person", "people")}${values === 0 ? "" : `, ${count(values, "value")}`})`,
    nouns,
    isAccess: true,
    heads: shownCells(access, ["Person", ...HEADS], 1),
    parts: shown,
    usual: isLong ? folded(counted, nouns) : undefined,
    shorter: [counted],
    table: () => ({
      caption: `A row for all people for whom the same changes, for the same cause. ${shown.map(({ title }) => title).join(" · ")}`,
      heads: shownCells(access, ["Person", "Workspace", ...HEADS], 2),
      rows: groups.map((group) => shownCells(access, accessRow(group), 2)),
      kinds: groups.map((group) => verdictWords(group).join("|")),
    }),
  };
}

const shownItem = (access: ChangedAccess, { row = [], ...item }: Item): Item => ({
  ...item,
  row: shownCells(access, row, 1),
});

/** The parts with their items, each of which shows one of the groups. */
const parts = (groups: readonly AccessGroup[], items: readonly Item[]): readonly Part[] =>
  ACCESS_PARTS.flatMap((part) => {
    const own = groups.filter((group) => group.part === part);
    return own.length === 0
      ? []
      : [
          {
            title: partTitle(part, own),
            ...(part === "opened" && { tone: "alarm" as const }),
            items: items.filter((_, i) => groups[i]?.part === part),
          },
        ];
  });

/** The parts of a section that is too long: who is opened as ever, and the others counted. */
function countedParts(access: ChangedAccess, whole: readonly Part[]): readonly Part[] {
  const opened = whole.filter(({ tone }) => tone === "alarm");
  const groups = accessByValues(access).filter(({ part }) => part !== "opened");
  const isNamed = groups.length <= FEW_NAMED_ROWS;
  return [
    ...opened,
    ...parts(
      groups,
      groups.map((group) => shownItem(access, countedItem(group, isNamed))),
    ),
  ];
}

/** The most rows that count people and also name the first of them. */
const FEW_NAMED_ROWS = 6;

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

/** The number of values in a row; a row of data alone counts its people. */
const countValues = ({ members, changes }: AccessGroup): number =>
  members.length * Math.max(1, changes.length);

function accessItem(group: AccessGroup, isOneWorkspace: boolean): Item {
  const workspace = nameText(group.workspace);
  const who = peopleText(group);
  const isNamed = hiddenNames(group).length === 0;
  const people: Prose = isNamed
    ? group.members.flatMap((name, i) => [i === 0 ? "" : ", ", { name: nameText(name) }])
    : who;
  return {
    cells: [who, workspace, ...valueCells(group)],
    row: [isOneWorkspace ? people : [...prose(people), " in ", { name: workspace }], ...whatCells(group)],
    ...(group.part === "opened" && { tone: "alarm" }),
    counts: countValues(group),
    names: hiddenNames(group),
    details: meaningTexts(group).map((text) => ({ text })),
  };
}

/** A row that counts its people; a name is no longer than a count, so that one person is named. */
function countedItem(group: AccessGroup, isNamed: boolean): Item {
  const { members, workspaces } = group;
  const names = [...new Set(members)].map(nameText);
  const [first = "", ...more] = names;
  const isOne = more.length === 0;
  const where = workspaces > 1 ? ` in ${count(workspaces, "workspace")}` : "";
  const who: Prose = isOne ? [{ name: first }, where] : countedWithin(names.length, workspaces);
  return {
    cells: [isOne ? first + where : proseText(who), ...valueCells(group)],
    row: [who, ...whatCells(group)],
    counts: countValues(group),
    isSum: true,
    names: isNamed && !isOne ? names : [],
    details: meaningTexts(group).map((text) => ({ text })),
  };
}

/** The attributes of a row, its values, and their cause. */
function valueCells(group: AccessGroup): readonly string[] {
  const cause = causeText(group);
  return [
    ...(group.changes.length === 0 ? [] : [attributesText(group), valuesText(group)]),
    ...(cause === "" ? [] : [`(${cause})`]),
  ];
}

/** The cells of a row below {@link HEADS}. */
function whatCells(group: AccessGroup): readonly Prose[] {
  const at = (moment: "before" | "after"): Prose =>
    group.changes.flatMap((change, i) => [
      i === 0 ? "" : ", ",
      { name: nameText(change.attribute) },
      " ",
      ...effectiveProse(change[moment]),
    ]);
  const why = [causeText(group), ...meaningTexts(group)].filter((text) => text !== "");
  return [at("before"), at("after"), verdictWords(group).join(", "), why.join("; ")];
}

const effectiveProse = (value: EffectiveValue | null): Exclude<Prose, string> =>
  value === null ? [effectiveText(value)] : [{ name: effectiveText(value) }];

const prose = (text: Prose): Exclude<Prose, string> => (typeof text === "string" ? [text] : text);

function accessRow(group: AccessGroup): readonly PageCell[] {
  const [before = "", after = "", effect = "", why = ""] = whatCells(group).map((cell) => proseText(cell));
  return [
    peopleCell(group),
    visibleName(group.workspace),
    before,
    after,
    { text: effect, tone: group.part },
    why,
  ];
}

/** The moments in which somebody sees what they see neither before nor after: a row for each. */
export function exposureSection({ exposure: { windows } }: Plan): Section {
  const items = groupAlike(windows, (window) => [window.workspace, windowText(window)]).map((same): Item => {
    const [first] = same;
    const names = same.map(({ member }) => nameText(member));
    return {
      cells: [`${nameText(first.workspace)}  ${firstOrCount(names)}: ${windowText(first)}`],
      ...(isOpen(first.value ?? undefined) && { tone: "alarm" }),
      counts: same.length,
      names: names.length === 1 ? [] : names,
    };
  });
  const nouns = ["exposure window", "exposure windows"] as const;
  return {
    id: "exposure",
    title: "Exposure windows",
    meaning: "no order of these writes was found that avoids them",
    tone: "alarm",
    count: windows.length,
    nouns,
    isAccess: true,
    parts: [{ items }],
    usual: windows.length > FEW_ITEMS ? folded([{ items }], nouns) : undefined,
  };
}

/** The one name, or how many people they are. */
export const firstOrCount = ([first = "", ...rest]: readonly string[]): string =>
  rest.length === 0 ? first : count(rest.length + 1, "person", "people");
