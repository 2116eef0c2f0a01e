import { isOpen } from "../../access/values/value-meaning.js";
import type { FileEntry } from "../../kinds/kind.js";
import { KINDS, LISTED_KINDS } from "../../kinds/registry.js";
import {
  desiredResource,
  inOrderOfKinds,
  type ListedResources,
  listIn,
  together,
} from "../../kinds/resources.js";
import { attributeAddress, formatAddress, workspaceAddress } from "../../model/address.js";
import type { DataType } from "../../model/resource-kind.js";
import type { DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import type { Fields } from "../../model/state/resource.js";
import { valueProblem } from "../../model/state/value-format.js";
import { defined } from "../../util/record.js";
import { type Data, type DataMap, entries, entry, isDataMap } from "../text/data.js";
import { fileFinding } from "../text/file-diagnostic.js";
import { hasByOtherWord, quote } from "../text/wording.js";
import { blanksIn } from "../validate/value-findings.js";
import {
  atKey,
  atValue,
  type BuildContext,
  booleanEntry,
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
import { scalarAsText } from "./build-values.js";

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
    if (mapEntry(workspace, list) === undefined && !byDefault) {
      const otherwise =
        list === "members"
          ? "Everybody in it would be reported as not listed."
          : "Everything that exists there would be deleted.";
      const detail = `${otherwise} List the ${list} of the workspace, or write \`${list}: {}\` if none may stay.`;
      const where = atKey(context, exact, list, workspaceAddress(name));
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
      const where = atKey(context, map, name, attributeAddress(workspaceName, name));
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
      const where = atKey(context, map, name, attributeAddress(workspaceName, name));
      context.report(
        fileFinding("missing-key", `The attribute ${quote(name)} lacks "data_type"`, detail, where),
      );
    }
    if (!isDataType(data_type)) return [];
    const required = entry(data, "required") === true || undefined;
    const deny = buildDeny(context, data, data_type, [workspaceName, "attributes", name]);
    return [defined({ name, keys: plainEntries("attribute", data), required, deny })];
  });
  return listIn(workspaceName, "attribute", attributes);
}

/** The values that allow nothing, as texts; each has to fit the data type, and to hide something. */
function buildDeny(
  context: BuildContext,
  attribute: Data,
  dataType: DataType,
  segments: readonly string[],
): readonly string[] | undefined {
  const denied = entry(attribute, "deny");
  if (denied === undefined || !isDataMap(attribute)) return undefined;
  const items = Array.isArray(denied) ? denied : undefined;
  const texts =
    items === undefined
      ? [scalarAsText(context, attribute, "deny", denied)]
      : items.map((item, i) => scalarAsText(context, items, i, item));
  const deny = texts.filter((text) => text !== undefined);
  for (const text of deny) {
    const where = () => atValue(context, attribute, "deny", formatAddress(segments));
    for (const finding of blanksIn(segments.at(-1) ?? "", text, where)) context.report(finding);
    const problem = isOpen(text)
      ? "Such a value hides no rows, so it is not a value that allows nothing. Write a value that no row and no grant has, such as no-access."
      : valueProblem(text, dataType);
    if (problem === undefined) continue;
    const summary = isOpen(text)
      ? `${quote(text)} hides nothing, and \`deny\` names it`
      : `${quote(text)} is not a ${dataType}, and \`deny\` names it`;
    context.report(fileFinding(isOpen(text) ? "invalid-value" : "value-format", summary, problem, where()));
  }
  return deny;
}

function isDataType(data: unknown): data is DataType {
  return data === "string" || data === "number" || data === "date";
}
