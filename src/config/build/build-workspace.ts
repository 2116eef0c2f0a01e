import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import { attributeAddress, workspaceAddress } from "../../model/address.js";
import type { DataType } from "../../model/resource-kind.js";
import type {
  DesiredAttribute,
  DesiredThing,
  DesiredWorkspace,
  PresentWorkspace,
} from "../../model/state/desired-state.js";
import { defined } from "../../util/defined.js";
import { sortedBy } from "../../util/order.js";
import { type Data, type DataMap, entries, entry, isDataMap } from "../parse/data.js";
import { error } from "../validate/file-diagnostic.js";
import { quote } from "../validate/wording.js";
import {
  at,
  type BuildContext,
  booleanEntry,
  mapEntry,
  textEntry,
  workspaceContext,
} from "./build-context.js";
import { buildGroups } from "./build-groups.js";
import { buildMembers } from "./build-people.js";
import { buildPrecedenceOrder } from "./build-precedence-order.js";

/** One workspace with its templates applied; every list sorted by name. */
export function buildWorkspace(context: BuildContext, name: string, data: DataMap): DesiredWorkspace {
  const id = textEntry(data, "id");
  if (data.state === "absent") return defined({ name, state: "absent", id });
  const attributes = buildAttributes(context, data, name);
  const own = workspaceContext(context, name, attributes);
  const groups = buildGroups(own, data);
  const provision = entry(data, "provision_by_default");
  return defined({
    name,
    state: "present",
    id,
    provision_by_default: typeof provision === "boolean" ? provision : undefined,
    attributes,
    groups,
    precedence_order: buildPrecedenceOrder(own, groups ?? [], data),
    members: buildMembers(own, data),
    lists: buildLists(data),
    exact: buildExact(context, data, name),
  });
}

/** The mappings of things that are no more than a name and fields: the schema has said that they are right. */
function buildLists(workspace: DataMap): PresentWorkspace["lists"] {
  const lists = LISTED_KINDS.flatMap((kind) => {
    const { collection = "" } = KINDS[kind];
    const map = mapEntry(workspace, collection);
    return map === undefined ? [] : [[collection, sortedBy(entries(map).map(toThing), ({ name }) => name)]];
  });
  return lists.length === 0 ? undefined : Object.fromEntries(lists);
}

function toThing([name, data]: readonly [string, Data]): DesiredThing {
  if (textEntry(data, "state") === "absent") return { name, state: "absent" };
  const isField = (value: Data): value is string | number | boolean | null =>
    value === null || typeof value !== "object";
  const fields = isDataMap(data)
    ? entries(data).flatMap(([key, value]) => (key !== "state" && isField(value) ? [[key, value]] : []))
    : [];
  return { name, state: "present", fields: Object.fromEntries(fields) };
}

/** An exact list must be in the file: a list that is missing must not mean that nothing may exist. */
function buildExact(context: BuildContext, workspace: DataMap, name: string): PresentWorkspace["exact"] {
  const exact = mapEntry(workspace, "exact");
  const isExact = (list: "attributes" | "groups"): boolean => {
    if (!booleanEntry(exact, list, false)) return false;
    if (mapEntry(workspace, list) === undefined) {
      const detail = `Everything that exists there would be deleted. List the ${list} of the workspace, or write \`${list}: {}\` if none may stay.`;
      const where = at(context, exact, list, "key", workspaceAddress(name));
      context.report(error("missing-key", `${quote(name)} has exact ${list} and lists none`, detail, where));
    }
    return true;
  };
  return { attributes: isExact("attributes"), groups: isExact("groups") };
}

function buildAttributes(
  context: BuildContext,
  workspace: DataMap,
  workspaceName: string,
): DesiredAttribute[] | undefined {
  const map = mapEntry(workspace, "attributes");
  if (map === undefined) return undefined;
  const attributes = entries(map).flatMap(([name, data]): DesiredAttribute[] => {
    if (entry(data, "state") === "absent") return [{ name, state: "absent" }];
    const data_type = entry(data, "data_type");
    const label = textEntry(data, "label");
    if (data_type === undefined) {
      const detail = "It is string, number or date, decides what values look like, and never changes.";
      const where = at(context, map, name, "key", attributeAddress(workspaceName, name));
      context.report(error("missing-key", `The attribute ${quote(name)} lacks "data_type"`, detail, where));
    }
    if (!isDataType(data_type)) return [];
    const required = booleanEntry(data, "required", false);
    return [defined({ name, state: "present", data_type, label, required })];
  });
  return sortedBy(attributes, (a) => a.name);
}

function isDataType(data: unknown): data is DataType {
  return data === "string" || data === "number" || data === "date";
}
