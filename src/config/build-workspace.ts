import { attributeAddress } from "../model/address.js";
import type { DesiredAttribute, DesiredWorkspace } from "../model/desired-state.js";
import type { DataType } from "../model/resource-kind.js";
import { sortedBy } from "../util/order.js";
import { at, type BuildContext, booleanEntry, mapEntry, textEntry } from "./build-context.js";
import { buildGroups } from "./build-groups.js";
import { buildMembers } from "./build-people.js";
import { buildPrecedenceOrder } from "./build-precedence-order.js";
import { type DataMap, entries, entry } from "./data.js";
import { error } from "./finding.js";
import { quote } from "./wording.js";

/** One workspace with its templates applied; every list sorted by name. */
export function buildWorkspace(context: BuildContext, name: string, data: DataMap): DesiredWorkspace {
  const id = textEntry(data, "id");
  if (data.state === "absent") return { name, state: "absent", ...(id !== undefined && { id }) };
  const attributes = buildAttributes(context, data, name);
  const definitions = new Map(attributes?.map((a) => [a.name, a]));
  const groups = buildGroups(context, definitions, data, name);
  const order = buildPrecedenceOrder(context, groups ?? [], data, name);
  const members = buildMembers(context, definitions, data, name);
  const provision = entry(data, "provision_by_default");
  const exact = mapEntry(data, "exact");
  return {
    name,
    state: "present",
    ...(id !== undefined && { id }),
    ...(typeof provision === "boolean" && { provision_by_default: provision }),
    ...(attributes && { attributes }),
    ...(groups && { groups }),
    ...(order && { precedence_order: order }),
    ...(members && { members }),
    exact: {
      attributes: booleanEntry(exact, "attributes", false),
      groups: booleanEntry(exact, "groups", false),
    },
  };
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
    return [{ name, state: "present", data_type, ...(label !== undefined && { label }), required }];
  });
  return sortedBy(attributes, (a) => a.name);
}

function isDataType(data: unknown): data is DataType {
  return data === "string" || data === "number" || data === "date";
}
