import type { ListedResources } from "../../kinds/resources.js";
import type { Address } from "../../model/address.js";
import { FILE_KEYS } from "../../model/generated/kinds.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { DesiredResource, Fields } from "../../model/state/resource.js";
import { byKey } from "../../util/collections.js";
import { type Data, type DataMap, entry, isDataList, isDataMap } from "../text/data.js";
import type { FileDiagnostic, Where } from "../text/file-diagnostic.js";
import { placeOf } from "../text/source-map.js";

/**
 * The context of building a desired state. Building goes on where the schema found violations, so that all
 * findings come together: a value of the wrong type is skipped, since the schema reported it.
 */
export interface BuildContext {
  readonly report: (finding: FileDiagnostic) => void;
}

/** The context of building the things of one workspace. */
export interface WorkspaceContext extends BuildContext {
  /** The workspace's name. */
  readonly workspace: string;
  /** The attribute definitions that the file declares in it, by name. */
  readonly definitions: ReadonlyMap<string, DesiredResource>;
  /** True if the file lists all attributes of the workspace (`exact`): there is no other one. */
  readonly hasAllAttributes: boolean;
  /** Values without findings, by attribute and text: a list gives thousands of people the same few. */
  readonly sound: Map<string, Map<string, Fields>>;
}

/** The resources of an absent key: none. */
export const NOTHING_LISTED: ListedResources = { resources: [], lists: [] };

/** The context of a workspace with these attribute definitions. */
export function workspaceContext(
  context: BuildContext,
  workspace: string,
  attributes: readonly DesiredResource[] = [],
  hasAllAttributes = false,
): WorkspaceContext {
  return {
    ...context,
    workspace,
    definitions: byKey(attributes, "name"),
    hasAllAttributes,
    sound: new Map(),
  };
}

/** The place of an entry's key, for a finding about the thing at `address`. */
export function atKey(container: Data | undefined, key: string | number, address?: Address): Where {
  return { span: placeIn(container, key)?.key, address };
}

/** The place of an entry's value, for a finding about the thing at `address`. */
export function atValue(container: Data | undefined, key: string | number, address?: Address): Where {
  return { span: placeIn(container, key)?.value, address };
}

function placeIn(container: Data | undefined, key: string | number) {
  const isContainer = isDataMap(container) || isDataList(container);
  return isContainer ? placeOf({ in: container, key }) : undefined;
}

export function textEntry(data: Data | undefined, key: string): string | undefined {
  const value = entry(data, key);
  return typeof value === "string" ? value : undefined;
}

/** The plain entries of a thing of some kind, of the types that the schema gives them. */
export function plainEntries(kind: ResourceKind, data: Data | undefined): Fields {
  const managed = Object.entries(FILE_KEYS[kind]).flatMap(([key, type]) => {
    const value = entry(data, key);
    return typeof value === type ? [[key, value]] : [];
  });
  return Object.fromEntries(managed) as Fields; // each has just been checked
}

export function numberEntry(data: Data | undefined, key: string): number | undefined {
  const value = entry(data, key);
  return typeof value === "number" ? value : undefined;
}

/** A list entry's texts; `undefined` where the key is absent. */
export function textsEntry(data: Data | undefined, key: string): readonly string[] | undefined {
  const value = entry(data, key);
  return Array.isArray(value) ? value.filter((item) => typeof item === "string") : undefined;
}

/** A mapping entry; `undefined` where the key is absent. */
export function mapEntry(data: Data | undefined, key: string): DataMap | undefined {
  const value = entry(data, key);
  return isDataMap(value) ? value : undefined;
}
