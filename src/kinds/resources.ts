import { ALL_USERS, formatSegment } from "../model/address.js";
import { RESOURCE_KINDS, type ResourceKind } from "../model/resource-kind.js";
import { listAddress, resourceAddress } from "../model/state/contents.js";
import type { PresentWorkspace } from "../model/state/desired-state.js";
import type { DesiredResource } from "../model/state/resource.js";
import { sortedBy } from "../util/collections.js";
import type { FileEntry } from "./kind.js";
import { KINDS } from "./registry.js";

/** The resource that an entry of the file stands for, in the mapping of its kind in a workspace. */
export function desiredResource(kind: ResourceKind, workspace: string, entry: FileEntry): DesiredResource {
  const { name, state, keys: _, person, ...settings } = entry;
  const address = resourceAddress(kind, workspace, name);
  if (state === "absent") return { address, kind, name, state, managed: {} };
  return {
    address,
    kind,
    name,
    state: KINDS[kind].isRanked && name === ALL_USERS ? "built-in" : "present",
    managed: KINDS[kind].file.managed(entry),
    ...(person !== undefined && { person }),
    ...settings,
  };
}

/** Resources with the addresses of the lists that hold them, empty lists too. */
export type ListedResources = Pick<PresentWorkspace, "resources" | "lists">;

/** The list of a kind in a workspace, sorted by name. */
export function listIn(
  workspace: string,
  kind: ResourceKind,
  entries: readonly FileEntry[],
): ListedResources {
  const resources = inOrder(entries).map((entry) => desiredResource(kind, workspace, entry));
  return { lists: [listAddress(kind, workspace)], resources };
}

/** The values or memberships of a group or member, sorted by name. There may be a million of them, so each is small. */
export function listHeldBy(
  owner: string,
  workspace: string,
  kind: ResourceKind,
  entries: readonly FileEntry[],
): ListedResources {
  const list = listAddress(kind, workspace, owner);
  const start = `${list}/`;
  const { managed } = KINDS[kind].file;
  const resources = inOrder(entries).map((entry): DesiredResource => {
    const { name, person } = entry;
    const address = start + formatSegment(name);
    const held = person && { person };
    return { address, kind, name, owner, state: "present", managed: managed(entry), ...held };
  });
  return { lists: [list], resources };
}

function inOrder(entries: readonly FileEntry[]): readonly FileEntry[] {
  const isSorted = entries.every(({ name }, i) => i === 0 || (entries[i - 1]?.name ?? "") < name);
  return isSorted ? entries : sortedBy(entries, ({ name }) => name);
}

/** The resources and lists of several lists. */
export function together(all: readonly ListedResources[]): ListedResources {
  return {
    resources: all.flatMap(({ resources }) => resources),
    lists: all.flatMap(({ lists }) => lists),
  };
}

/** Resources in the order in which a workspace lists them: kind by kind. */
export function inOrderOfKinds(resources: readonly DesiredResource[]): readonly DesiredResource[] {
  return RESOURCE_KINDS.flatMap((kind) => resources.filter((resource) => resource.kind === kind));
}
