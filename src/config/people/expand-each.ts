import { ALL_USERS, groupAddress } from "../../model/address.js";
import { atKey, atValue, mapEntry } from "../build/build-context.js";
import { scalarAsText } from "../build/build-values.js";
import {
  type Data,
  type DataList,
  type DataMap,
  dataMap,
  entries,
  isDataList,
  isDataMap,
  items,
  sizeOf,
} from "../text/data.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { inPlaceOf, made } from "../text/source-map.js";
import { partsOf } from "../text/substitute.js";
import { quote } from "../text/wording.js";
import { type PeopleContext, type PeopleInWorkspace, partsAt } from "./context.js";
import { ENTRIES } from "./list/entry-budget.js";

/** Groups that one entry may make. */
const MOST_COMBINATIONS = 1_000;

/** One text for each name of an `each`. */
type Combination = ReadonlyMap<string, string>;

/**
 * The groups of a workspace with one for each combination of `each` in its place; the same mapping where there is none. A
 * name that comes up twice is an error, as a key that is there twice is.
 */
export function expandEach(context: PeopleInWorkspace, groups: DataMap): DataMap {
  const all = entries(groups);
  if (!all.some(([key, data]) => hasEach(data) || namesEach(key))) return groups;
  // A name that is written wins over one that `each` gives, wherever it stands.
  const written = all.filter(([, data]) => !hasEach(data));
  const expanded = new Map(written.map(([key, data]) => [key, { key, data }]));
  for (const [key, data] of all) {
    if (!isDataMap(data) || !hasEach(data)) {
      if (namesEach(key)) warnOfLiteral(context, groups, key, data);
      continue;
    }
    const combinations = combinationsOf(context, key, data);
    const nodes = sizeOf(data) - sizeOf(data.each ?? null);
    const cost = combinations.length * (ENTRIES.group + ENTRIES.node * nodes);
    if (!context.budget.spend(cost, () => atKey(data, "each"))) break;
    for (const combination of combinations) {
      const name = nameOf(context, groups, key, combination);
      if (name === undefined) break;
      const other = expanded.get(name)?.key;
      if (name === "" || name === ALL_USERS) reportName(context, groups, key, name);
      else if (other !== undefined) reportTwice(context, groups, { name, key, other });
      else expanded.set(name, { key, data: withCombination(context, data, combination) });
    }
  }
  const groupOf = dataMap([...expanded].map(([name, { data }]) => [name, data] as const));
  return made(groupOf, (name) => ({ in: groups, key: expanded.get(String(name))?.key }));
}

/** Returns true if a group stands for several. */
export function hasEach(data: Data): boolean {
  return isDataMap(data) && data.each !== undefined;
}

/** Returns true if a group's name refers to texts of `each`, or of the list, which no name has. */
export function namesEach(key: string): boolean {
  return partsOf(key).some((part) => typeof part === "object" && "scope" in part);
}

function combinationsOf(context: PeopleContext, key: string, data: DataMap): readonly Combination[] {
  const each = mapEntry(data, "each");
  const lists = entries(each).map(([name, list]): readonly [string, readonly string[]] => [
    name,
    items(list).flatMap((item, i) => scalarAsText(list as DataList, i, item) ?? []),
  ]);
  const number = lists.reduce((product, [, texts]) => product * texts.length, 1);
  if (number > MOST_COMBINATIONS) {
    const detail = `One entry makes ${MOST_COMBINATIONS} groups at most. Write several, each with some of the texts.`;
    const where = atKey(data, "each");
    context.report(fileFinding("invalid-value", `${quote(key)} would be ${number} groups`, detail, where));
    return [];
  }
  return lists.reduce<readonly Combination[]>(
    (all, [name, texts]) => all.flatMap((some) => texts.map((text) => new Map([...some, [name, text]]))),
    [new Map()],
  );
}

/** A group's name; `undefined` where it names something that is not in `each`, which is reported. */
function nameOf(
  context: PeopleContext,
  groups: DataMap,
  key: string,
  combination: Combination,
): string | undefined {
  let isSound = true;
  const names = [...combination.keys()];
  const texts = partsOf(key).map((part): string => {
    if (typeof part === "string") return part;
    const text = "scope" in part && part.scope === "each" ? combination.get(part.name) : undefined;
    if (text !== undefined) return text;
    isSound = false;
    const written = "name" in part ? `\${${part.scope}.${part.name}}` : key;
    const detail = `A group's name takes \`\${each.…}\` only, and only what its \`each\` lists: ${names.join(", ")}.`;
    const suggestion = "name" in part ? { text: part.name, among: names } : undefined;
    const where = { ...atKey(groups, key), suggestion };
    context.report(
      fileFinding("invalid-value", `${quote(written)} cannot be used in this name`, detail, where),
    );
    return "";
  });
  return isSound ? texts.join("") : undefined;
}

/** A group's data with the texts of one combination, at the places of the original. */
function withCombination(context: PeopleContext, group: DataMap, combination: Combination): DataMap {
  const replace = (container: DataMap | DataList, key: string | number, data: Data): Data => {
    if (typeof data === "string") return textWith(context, [container, key, data], combination);
    if (isDataMap(data)) return replaceIn(data);
    if (!isDataList(data)) return data;
    return inPlaceOf(
      data,
      data.map((item, i) => replace(data, i, item)),
    );
  };
  const replaceIn = (map: DataMap): DataMap => {
    const replaced = entries(map).flatMap(([key, data]) =>
      map === group && key === "each" ? [] : [[key, replace(map, key, data)] as const],
    );
    return inPlaceOf(map, dataMap(replaced));
  };
  return replaceIn(group);
}

function textWith(
  context: PeopleContext,
  [container, key, text]: readonly [container: DataMap | DataList, key: string | number, text: string],
  combination: Combination,
): string {
  const parts = partsAt(context, container, key, text).map((part) => {
    if (typeof part === "string") return part;
    const replacement = part.scope === "each" ? combination.get(part.name) : "";
    if (replacement !== undefined) return replacement;
    const among = [...combination.keys()];
    const detail =
      among.length === 0 ? "This group has no `each`." : `\`each\` of this group lists ${among.join(", ")}.`;
    const where = { ...atValue(container, key), suggestion: { text: part.name, among } };
    context.report(
      fileFinding("invalid-value", `There is no ${quote(part.name)} in \`each\``, detail, where),
    );
    return "";
  });
  return parts.join("");
}

function reportTwice(
  context: PeopleInWorkspace,
  groups: DataMap,
  { name, key, other }: Record<"name" | "key" | "other", string>,
): void {
  const detail =
    key === other
      ? "Two combinations of `each` give this name. Name all that `each` lists in the key, and each text once."
      : `${quote(other)} gives it, too. Take it out of one of the two.`;
  const where = atKey(groups, key, groupAddress(context.workspace, name));
  context.report(fileFinding("duplicate-entry", `The group ${quote(name)} is there twice`, detail, where));
}

function reportName(context: PeopleContext, groups: DataMap, key: string, name: string): void {
  const detail = "`each` makes groups with names of their own; the built-in group is written by itself.";
  const where = atKey(groups, key);
  context.report(fileFinding("invalid-value", `${quote(name)} cannot be the name of a group`, detail, where));
}

/**
 * Warns of a name that looks like a reference. Without `each` it is a name like any other, since
 * names of other origin may look so.
 */
function warnOfLiteral(context: PeopleContext, groups: DataMap, key: string, data: Data): void {
  if (isDataMap(data)) withCombination(context, data, new Map());
  const detail = "Without `each` beside it, the name is taken as it is. Add `each`, or write another name.";
  const where = atKey(groups, key);
  context.report(
    fileFinding("invalid-value", `${quote(key)} refers to texts, and has no \`each\``, detail, {
      ...where,
      severity: "warning",
    }),
  );
}
