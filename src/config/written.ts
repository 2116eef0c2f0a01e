import { KINDS } from "../kinds/registry.js";
import { canonicalEmail } from "../model/email.js";
import { FILE_DEFAULTS, FILE_LISTS, FILE_NAMED } from "../model/generated/file-forms.js";
import { ADDRESS_FORMS, FILE_KEYS } from "../model/generated/kinds.js";
import { RESOURCE_KINDS } from "../model/resource-kind.js";
import { canonicalJson } from "../util/canonical-json.js";
import { groupBy } from "../util/collections.js";
import {
  type Data,
  type DataList,
  type DataMap,
  dataMap,
  entries,
  entry,
  isDataList,
  isDataMap,
  items,
} from "./text/data.js";

/**
 * What a version of the files says beside the things that it manages: one tree, in which two spellings of one meaning are
 * the same. A leaf is the JSON of what stands there. A list whose order means nothing has its items as entries,
 * each under {@link ITEM} and its JSON.
 */
export interface WrittenTree {
  readonly [key: string]: WrittenTree | string;
}

/** The files as written, and the expectations that each item of `expect` stands for, by its JSON. */
export interface WrittenFiles {
  readonly tree: WrittenTree;
  readonly expectations: ReadonlyMap<string, readonly number[]>;
}

/** The files as written; `expectIndexes` are the items of `expect` that the built expectations come from. */
export function writtenFiles(
  root: DataMap,
  workspaces: readonly (readonly [string, DataMap])[],
  expectIndexes: readonly number[],
): WrittenFiles {
  const byItem = groupBy([...expectIndexes.keys()], (i) => expectIndexes[i]);
  const expectations = items(root.expect).map(
    (item, i) => [canonicalJson(spelled(item)), byItem.get(i) ?? []] as const,
  );
  return { tree: writtenTree(root, workspaces), expectations: new Map(expectations) };
}

/** The sign before an item of a list, which no key of a file has. */
export const ITEM = "\u0000";

/**
 * The files as written, with variables, anchors and templates resolved and no list of people written out. What the fields,
 * values and memberships of things are is left out: two versions are compared by their resources for these. A
 * default is as good as an absent key; what only files are made of (`variables`, `templates`, `x-…`) means nothing.
 */
function writtenTree(root: DataMap, workspaces: readonly (readonly [string, DataMap])[]): WrittenTree {
  const own = Object.entries(root).filter(([key]) => !MEANS_NOTHING.test(key));
  const resolved = workspaces.map(([name, workspace]) => [name, withAdded(workspace)] as const);
  // A list that is absent has entries, which another list takes away.
  const whole = dataMap([...DEFAULT_LISTS, ...own, ["workspaces", dataMap(resolved)]]);
  const tree = treeOf(whole, "");
  return typeof tree === "object" ? tree : {};
}

const DEFAULT_LISTS = Object.entries(FILE_DEFAULTS).filter(
  (one): one is [string, DataList] => !one[0].includes("/") && isDataList(one[1]),
);

const MEANS_NOTHING = /^(?:version|variables|templates|workspaces|x-.*)$/;

/** The same with workspaces, and their groups, under other names, and the rules that name a workspace by it. */
export function writtenUnderNames(
  tree: WrittenTree,
  keys: Names,
  groupsOf: ReadonlyMap<string, Names>,
): WrittenTree {
  const { workspaces = {}, expect = {} } = tree;
  const moved = entriesUnder(workspaces, keys).map(([key, one]) => {
    const groups = entriesUnder(typeof one === "object" ? (one.groups ?? {}) : {}, groupsOf.get(key));
    return [key, groups.length === 0 ? one : { ...(one as WrittenTree), groups: Object.fromEntries(groups) }];
  });
  const rules = entriesUnder(expect).map(([, leaf]) => {
    const rule: Record<string, unknown> = JSON.parse(String(leaf));
    return canonicalJson({ ...rule, workspace: keys.get(String(rule.workspace)) ?? rule.workspace });
  });
  return {
    ...tree,
    workspaces: Object.fromEntries(moved),
    ...(rules.length > 0 && { expect: Object.fromEntries(rules.map((leaf) => [ITEM + leaf, leaf])) }),
  };
}

/** Present names by former ones. */
type Names = ReadonlyMap<string, string>;

const entriesUnder = (tree: WrittenTree | string, names: Names = new Map()) =>
  Object.entries(typeof tree === "object" ? tree : {}).map(
    ([key, inner]) => [names.get(key) ?? key, inner] as const,
  );

/** A workspace in which memberships that stand at a person stand at the group, where they mean the same. */
function withAdded(workspace: DataMap): DataMap {
  const people = entries(workspace.members);
  const added = people.flatMap(([email, person]) =>
    items(entry(person, "groups")).map((group) => [String(group), email] as const),
  );
  if (added.length === 0) return workspace;
  const groups = new Map(entries(workspace.groups));
  for (const [name, email] of added) {
    const group = groups.get(name);
    const members = entry(group, "members");
    const picks = isDataMap(members) ? members : dataMap([["add", items(members)]]);
    const all = dataMap([...Object.entries(picks), ["add", [...items(entry(picks, "add")), email]]]);
    groups.set(name, dataMap([...entries(group), ["members", all]]));
  }
  const withoutGroups = people.map(
    ([email, person]) =>
      [
        email,
        isDataMap(person) ? dataMap(entries(person).filter(([key]) => key !== "groups")) : person,
      ] as const,
  );
  return dataMap([
    ...Object.entries(workspace),
    ["groups", dataMap(groups)],
    ["members", dataMap(withoutGroups)],
  ]);
}

/** The tree of a part of the file; `undefined` if it says nothing that counts here. */
function treeOf(data: Data, path: string): WrittenTree | string | undefined {
  if (MANAGED.has(path)) return undefined;
  // Without a condition, the members of a group are memberships and nothing else.
  if (path === MEMBERS && entry(data, "where") === undefined)
    return isDataMap(data)
      ? mappingOf(dataMap(entries(data).filter(([key]) => key !== "add")), path)
      : undefined;
  if (isDataMap(data)) return mappingOf(data, path);
  const given = isDataList(data) ? data : FILE_LISTS.has(path) ? [data] : undefined;
  if (given === undefined) return isDefault(data, path) ? undefined : canonicalJson(spelled(data));
  if (given.length === 0 && isDefault(data, path)) return undefined;
  if (given.length === 0 || IN_ORDER.has(path)) return canonicalJson(given);
  return Object.fromEntries(
    given.map((item) => [ITEM + canonicalJson(spelled(item)), canonicalJson(spelled(item))]),
  );
}

function mappingOf(data: DataMap, path: string): WrittenTree | string | undefined {
  const found = Object.entries(data).flatMap(([key, value]) => {
    const tree = treeOf(value, below(path, key));
    return tree === undefined ? [] : [[path === PEOPLE ? canonicalEmail(key) : key, tree] as const];
  });
  if (found.length > 0) return Object.fromEntries(found);
  return Object.keys(data).length > 0 || HOLDERS.has(path) || isDefault(data, path) ? undefined : "{}";
}

const MEMBERS = "workspaces/*/groups/*/members";
const PEOPLE = "workspaces/*/members";

/** Lists whose order means something. */
const IN_ORDER: ReadonlySet<string> = new Set(["workspaces/*/precedence_order"]);

const FORMS = RESOURCE_KINDS.map((kind) => ({ kind, form: `workspaces/${ADDRESS_FORMS[kind]}` }));

/** The paths of what resources say (fields, values, and if a thing should be there), and of what is resolved. */
const MANAGED: ReadonlySet<string> = new Set([
  "workspaces/*/extends",
  ...FORMS.flatMap(({ kind, form }) => {
    const fields = Object.keys(FILE_KEYS[kind]).filter((field) => field in KINDS[kind].fields);
    return fields.length === 0 ? [form] : [...fields, "state"].map((field) => `${form}/${field}`);
  }),
]);

/** The paths of resources and of the mappings that hold them: empty, they say no more than that they are there. */
const HOLDERS: ReadonlySet<string> = new Set(FORMS.flatMap(({ form }) => [form, form.replace(/\/\*$/, "")]));

/** Returns true if an absent key means the same. */
function isDefault(data: Data, path: string): boolean {
  const usual = FILE_DEFAULTS[path];
  return usual !== undefined && canonicalJson(spelled(data)) === canonicalJson(spelled(usual as Data));
}

/** What an absent key at a place means; `undefined` where it means nothing. */
export function defaultAt(place: readonly string[]): unknown {
  const path = place.reduce((at, key) => below(at, key), "");
  return FILE_DEFAULTS[path];
}

const below = (path: string, key: string): string =>
  `${path === "" ? "" : `${path}/`}${FILE_NAMED.has(path) ? "*" : key}`;

/** Data with its lists sorted and its addresses in one spelling: neither order nor letter case means anything there. */
function spelled(data: Data): Data {
  if (isDataMap(data)) return dataMap(Object.entries(data).map(([key, value]) => [key, spelled(value)]));
  if (isDataList(data))
    return data.map(spelled).sort((a, b) => (canonicalJson(a) < canonicalJson(b) ? -1 : 1));
  return typeof data === "string" && /^[^\s@/]+@[^\s@/]+$/.test(data) ? canonicalEmail(data) : data;
}
