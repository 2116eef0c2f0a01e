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
} from "../text/data.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { inPlaceOf, made } from "../text/source-map.js";
import { partsOf } from "../text/substitute.js";
import { quote } from "../text/wording.js";
import { type PeopleContext, partsAt, type WorkspacePeople } from "./context.js";
import { ENTRIES } from "./list/entry-budget.js";

/** Groups that one entry may make. */
const MOST_COMBINATIONS = 1_000;

/** One text for each name of an `each`. */
type Combination = ReadonlyMap<string, string>;

/**
 * The groups of a workspace with one for each combination of `each` in its place. A name that comes up twice is an
 * error, as a key that is there twice is.
 */
export function expandEach(context: WorkspacePeople, groups: DataMap): DataMap {
  const keyOf = new Map<string, string>();
  const expanded: [string, Data][] = [];
  const add = (name: string, key: string, data: Data): void => {
    const other = keyOf.get(name);
    if (other === undefined) {
      keyOf.set(name, key);
      expanded.push([name, data]);
    } else reportTwice(context, groups, { name, key, other });
  };
  const all = entries(groups);
  for (const [key, data] of all) {
    if (!hasEach(data)) add(key, key, data);
  }
  for (const [key, data] of all) {
    if (!isDataMap(data) || !hasEach(data)) {
      if (namesEach(key)) warnOfLiteral(context, groups, key, data);
      continue;
    }
    const combinations = combinationsOf(context, key, data);
    const cost = combinations.length * (ENTRIES.group + ENTRIES.node * sizeOf(data));
    if (!context.budget.spend(cost, () => atKey(context, data, "each"))) break;
    for (const combination of combinations) {
      const name = nameOf(context, groups, key, combination);
      if (name === undefined) break;
      if (name === "" || name === ALL_USERS) reportName(context, groups, key, name);
      else add(name, key, withCombination(context, data, combination));
    }
  }
  return made(context.sourceMap, dataMap(expanded), (name) => ({
    in: groups,
    key: keyOf.get(String(name)),
  }));
}

/** The nodes of a group's data that each combination makes anew. */
function sizeOf(group: DataMap): number {
  const nodesIn = (data: Data): number =>
    isDataMap(data) || isDataList(data)
      ? Object.values(data).reduce<number>((sum, inner: Data) => sum + nodesIn(inner), 1)
      : 1;
  const { each: _, ...rest } = group;
  return nodesIn(dataMap(Object.entries(rest)));
}

/** Returns true if a group stands for several. */
function hasEach(data: Data): boolean {
  return isDataMap(data) && data.each !== undefined;
}

/** Returns true if any group of a workspace stands for several, or looks as if it should. */
export function needsExpanding(groups: Data | undefined): boolean {
  return entries(groups).some(([key, data]) => hasEach(data) || namesEach(key));
}

/** Returns true if a group's name refers to `each`. */
export function namesEach(key: string): boolean {
  return partsOf(key).some((part) => typeof part === "object" && "scope" in part && part.scope === "each");
}

function combinationsOf(context: PeopleContext, key: string, data: DataMap): readonly Combination[] {
  const each = mapEntry(data, "each");
  const lists = entries(each).map(([name, list]): readonly [string, readonly string[]] => [
    name,
    items(list).flatMap((item, i) => scalarAsText(context, list as DataList, i, item) ?? []),
  ]);
  const number = lists.reduce((product, [, texts]) => product * texts.length, 1);
  if (number > MOST_COMBINATIONS) {
    const detail = `One entry makes ${MOST_COMBINATIONS} groups at most. Write several, each with some of the texts.`;
    const where = atKey(context, data, "each");
    context.report(fileFinding("invalid-value", `${quote(key)} would be ${number} groups`, detail, where));
    return [];
  }
  return lists.reduce<readonly Combination[]>(
    (made, [name, texts]) => made.flatMap((one) => texts.map((text) => new Map([...one, [name, text]]))),
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
    const where = { ...atKey(context, groups, key), suggestion };
    context.report(
      fileFinding("invalid-value", `${quote(written)} cannot be used in this name`, detail, where),
    );
    return "";
  });
  return isSound ? texts.join("") : undefined;
}

/** A group's data with the texts of one combination, at the places of the original. */
function withCombination(context: PeopleContext, group: DataMap, combination: Combination): DataMap {
  const { each: _, ...rest } = group;
  const { sourceMap } = context;
  const replace = (container: DataMap | DataList, key: string | number, data: Data): Data => {
    if (typeof data === "string") return textWith(context, { container, key, text: data }, combination);
    if (isDataList(data))
      return inPlaceOf(
        sourceMap,
        data,
        data.map((item, i) => replace(data, i, item)),
      );
    return isDataMap(data) ? replaceIn(data, data) : data;
  };
  const replaceIn = (original: DataMap, map: DataMap): DataMap => {
    const replaced = Object.entries(map).map(([key, data]) => [key, replace(original, key, data)] as const);
    return inPlaceOf(sourceMap, original, dataMap(replaced));
  };
  return replaceIn(group, rest);
}

/** A text of the file, at its place. */
interface PlacedText {
  readonly container: DataMap | DataList;
  readonly key: string | number;
  readonly text: string;
}

function textWith(
  context: PeopleContext,
  { container, key, text }: PlacedText,
  combination: Combination,
): string {
  const names = [...combination.keys()];
  return partsAt(context, container, key, text)
    .map((part) => {
      if (typeof part === "string") return part;
      const replacement = part.scope === "each" ? combination.get(part.name) : "";
      if (replacement === undefined) {
        const detail =
          names.length === 0
            ? "This group has no `each`."
            : `\`each\` of this group lists ${names.join(", ")}.`;
        const where = {
          ...atValue(context, container, key),
          suggestion: { text: part.name, among: names },
        };
        const summary = `There is no ${quote(part.name)} in \`each\``;
        context.report(fileFinding("invalid-value", summary, detail, where));
      }
      return replacement ?? "";
    })
    .join("");
}

function reportTwice(
  context: WorkspacePeople,
  groups: DataMap,
  { name, key, other }: Record<"name" | "key" | "other", string>,
): void {
  const detail =
    key === other
      ? "Two combinations of `each` give this name. Name all that `each` lists in the key, and each text once."
      : `${quote(other)} gives it, too. Take it out of one of the two.`;
  const where = atKey(context, groups, key, groupAddress(context.workspace, name));
  context.report(fileFinding("duplicate-group", `The group ${quote(name)} is there twice`, detail, where));
}

function reportName(context: PeopleContext, groups: DataMap, key: string, name: string): void {
  const detail = "`each` makes groups with names of their own; the built-in group is written by itself.";
  const where = atKey(context, groups, key);
  context.report(fileFinding("invalid-value", `${quote(name)} cannot be the name of a group`, detail, where));
}

/**
 * Warns of a name that looks like a reference to `each`. Without `each` it is a name like any other, since
 * names of other origin may look so.
 */
function warnOfLiteral(context: PeopleContext, groups: DataMap, key: string, data: Data): void {
  if (isDataMap(data)) withCombination(context, data, new Map());
  const detail = "Without `each` beside it, the name is taken as it is. Add `each`, or write another name.";
  const where = atKey(context, groups, key);
  context.report(
    fileFinding("invalid-value", `${quote(key)} names texts of \`each\`, and has none`, detail, {
      ...where,
      severity: "warning",
    }),
  );
}
