import { meaningOf } from "../../access/values/value-meaning.js";
import type { FileEntry } from "../../kinds/kind.js";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import {
  desiredResource,
  inOrderOfKinds,
  type ListedResources,
  listIn,
  together,
} from "../../kinds/resources.js";
import { type Address, attributeAddress, namesInAddress, workspaceAddress } from "../../model/address.js";
import type { DataType } from "../../model/resource-kind.js";
import type { DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import type { Fields } from "../../model/state/resource.js";
import { valueProblem } from "../../model/state/value-format.js";
import { defined } from "../../util/record.js";
import { type Data, type DataMap, entries, entry, isDataList, isDataMap } from "../text/data.js";
import { fileFinding, type Where } from "../text/file-diagnostic.js";
import { hasByOtherWord, quote } from "../text/wording.js";
import { blanksIn } from "../validate/value-findings.js";
import {
  atKey,
  atValue,
  type BuildContext,
  mapEntry,
  NOTHING_LISTED,
  plainEntries,
  textEntry,
  type WorkspaceContext,
  workspaceContext,
} from "./build-context.js";
import { buildGroups } from "./build-groups.js";
import { buildPrecedenceOrder } from "./build-precedence-order.js";
import { buildUnlimitedRoles } from "./build-roles.js";
import { checkAllowed, scalarAsText } from "./build-values.js";

/** A workspace of the file with its templates applied; who is in it and in its groups is read from the file and its list. */
export interface WorkspaceInFile {
  readonly name: string;
  readonly data: DataMap;
  readonly buildPeople: (context: WorkspaceContext) => ListedResources;
}

/** One workspace; everything in it kind by kind, sorted by name. */
export function buildWorkspace(
  context: BuildContext,
  { name, data, buildPeople }: WorkspaceInFile,
): DesiredWorkspace {
  const id = textEntry(data, "id");
  if (data.state === "absent") return defined({ name, state: "absent", id });
  const attributes = buildAttributes(context, data, name);
  const exact = buildExact(context, data, name);
  const hasAll = exact.attributes && attributes.lists.length > 0;
  const own = workspaceContext(context, name, attributes.resources, hasAll);
  const groups = buildGroups(own, data);
  const order = buildPrecedenceOrder(
    own,
    groups.resources.filter(({ owner }) => owner === undefined),
    data,
  );
  const itself = desiredResource("workspace", name, { name, keys: plainEntries("workspace", data) });
  const all = together([attributes, groups, buildPeople(own), ...buildNamed(data, name)]);
  return defined({
    name,
    state: "present",
    id,
    resources: inOrderOfKinds([itself, ...all.resources]),
    lists: all.lists,
    arrive_by: textEntry(data, "arrive_by") === "sign_in" ? ("sign_in" as const) : undefined,
    precedence_order: order,
    unlimited_roles: buildUnlimitedRoles(context, data),
    exact,
  });
}

/** The mappings of things that are no more than a name and fields: the schema has said that they are right. */
function buildNamed(data: DataMap, workspace: string): readonly ListedResources[] {
  return LISTED_KINDS.flatMap((kind): readonly ListedResources[] => {
    const map = mapEntry(data, KINDS[kind].collection ?? "");
    if (map === undefined) return [];
    const things = entries(map).map(
      ([name, thing]): FileEntry =>
        textEntry(thing, "state") === "absent"
          ? { name, state: "absent", keys: {} }
          : { name, keys: fieldsOfThing(thing) },
    );
    return [listIn(workspace, kind, things)];
  });
}

function fieldsOfThing(data: Data): Fields {
  const isField = (value: Data): value is string | number | boolean | null =>
    value === null || typeof value !== "object";
  const fields = isDataMap(data)
    ? entries(data).flatMap(([key, value]) => (key !== "state" && isField(value) ? [[key, value]] : []))
    : [];
  return Object.fromEntries(fields);
}

/** An exact list must be in the file: a list that is missing must not mean that nothing may exist. */
function buildExact(context: BuildContext, workspace: DataMap, name: string): PresentWorkspace["exact"] {
  const exact = mapEntry(workspace, "exact");
  const isExact = (list: keyof PresentWorkspace["exact"], byDefault = false): boolean => {
    if (!booleanEntry(exact, list, byDefault)) return false;
    const isMissing =
      mapEntry(workspace, list) === undefined && !hasByOtherWord(Object.keys(workspace), list);
    if (isMissing && !byDefault) {
      const otherwise =
        list === "members"
          ? "Everybody in it would be reported as not listed."
          : "Everything that exists there would be deleted.";
      const detail = `${otherwise} List the ${list} of the workspace, or write \`${list}: {}\` if none may stay.`;
      const where = atKey(exact, list, workspaceAddress(name));
      context.report(
        fileFinding("missing-key", `${quote(name)} has exact ${list} and lists none`, detail, where),
      );
    }
    return true;
  };
  return {
    attributes: isExact("attributes"),
    groups: isExact("groups"),
    // A list of people is complete.
    members: isExact("members", workspace.people !== undefined),
  };
}

function buildAttributes(context: BuildContext, workspace: DataMap, workspaceName: string): ListedResources {
  const map = mapEntry(workspace, "attributes");
  if (map === undefined) return NOTHING_LISTED;
  const attributes = entries(map).flatMap(([name, data]): FileEntry[] => {
    if (name === FILLED_BY_PRODUCT) {
      const detail = "The product fills in every member's own address under this name. Use another one.";
      const where = atKey(map, name, attributeAddress(workspaceName, name));
      context.report(
        fileFinding("reserved-attribute", `The attribute ${quote(name)} cannot be managed`, detail, where),
      );
      return [];
    }
    if (entry(data, "state") === "absent") return [{ name, state: "absent", keys: {} }];
    const data_type = entry(data, "data_type");
    // A list, a text, or another word for it has been reported.
    if (data_type === undefined && isDataMap(data) && !hasByOtherWord(Object.keys(data), "data_type")) {
      const detail = "It is string, number or date, decides what values look like, and never changes.";
      const where = atKey(map, name, attributeAddress(workspaceName, name));
      context.report(
        fileFinding("missing-key", `The attribute ${quote(name)} lacks "data_type"`, detail, where),
      );
    }
    if (!isDataType(data_type)) return [];
    const required = entry(data, "required") === true || undefined;
    const texts = (key: string) =>
      textsOf(context, data, { key, data_type, address: attributeAddress(workspaceName, name) });
    const [allowed, denied] = [texts("allowed")?.map(({ text }) => text), texts("deny")];
    for (const { text, where } of denied ?? []) {
      checkAllowed(context, { name, managed: { data_type }, allowed }, text, where);
      const meaning = meaningOf(text);
      if (meaning.kind === "none" || (meaning.kind === "these" && meaning.entries.length === 1)) continue;
      const summary = `${quote(text)} may let rows through, and \`deny\` names it`;
      const detail =
        "A row filter reads no single entry in it. Write a value that no row and no grant has, such as no-access.";
      context.report(fileFinding("invalid-value", summary, detail, where()));
    }
    const deny = denied?.map(({ text }) => text);
    return [defined({ name, keys: plainEntries("attribute", data), required, deny, allowed })];
  });
  return listIn(workspaceName, "attribute", attributes);
}

/** The values that a key of an attribute names, a text or a list, each with its place; each has to fit the data type. */
function textsOf(
  context: BuildContext,
  attribute: Data,
  {
    key,
    data_type,
    address,
  }: { readonly key: string; readonly data_type: DataType; readonly address: Address },
): readonly PlacedText[] | undefined {
  const data = entry(attribute, key);
  if (data === undefined || !isDataMap(attribute)) return undefined;
  const list = isDataList(data) ? data : undefined;
  const texts = (list ?? [data]).flatMap((item, i): PlacedText[] => {
    const [container, at] = list === undefined ? [attribute, key] : [list, i];
    const text = scalarAsText(container, at, item);
    return text === undefined ? [] : [{ text, where: () => atValue(container, at, address) }];
  });
  for (const { text, where } of texts) {
    for (const finding of blanksIn(namesInAddress(address).name, text, where)) context.report(finding);
    const problem = valueProblem(text, data_type);
    const summary = `${quote(text)} is not a ${data_type}, and \`${key}\` names it`;
    if (problem !== undefined) context.report(fileFinding("value-format", summary, problem, where()));
  }
  return texts;
}

interface PlacedText {
  readonly text: string;
  readonly where: () => Where;
}

function isDataType(data: unknown): data is DataType {
  return data === "string" || data === "number" || data === "date";
}

/** Returns true if a switch is on; `fallback` if it is absent. */
function booleanEntry(data: Data | undefined, key: string, fallback: boolean): boolean {
  const value = entry(data, key);
  return typeof value === "boolean" ? value : fallback;
}
