import { isRenamable } from "../../kinds/fields.js";
import type { FileEntry } from "../../kinds/kind.js";
import { KINDS } from "../../kinds/registry.js";
import { desiredResource, liveResourcesOf } from "../../kinds/resources.js";
import { type Address, ancestorAddress, namesInAddress, workspaceAddress } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { Fields } from "../../model/state/fields.js";
import type { DesiredResource, LiveResource } from "../../model/state/resource.js";
import { changedFields } from "../diff/compare.js";
import { matchGroups } from "../diff/match-groups.js";
import { creationOf, deletionOf, updateOf } from "../diff/resource-change.js";
import type { WorkspaceChanges } from "../plan-workspace.js";
import { type Existing, movedAddress, type Past } from "./past.js";

/**
 * The changes that make a workspace what it was, of the things at `addresses`. Things of a group whose name is taken
 * back are below that name, as in any plan.
 */
export function changesTo(past: Past, addresses: ReadonlySet<Address>): WorkspaceChanges {
  const { workspace: name, live } = past;
  const renamed = renamedGroups(past);
  const isArchived = past.thing(workspaceAddress(name)) === undefined;
  const match = matchGroups(present(name, [...renamed.values()]), live);
  const resources = liveResourcesOf(live, name, match.nameOf);
  const liveByAddress = new Map(resources.map((resource) => [resource.address, resource]));
  const removed = new Set([...addresses].filter((address) => past.thing(address) === undefined));
  const all = [...addresses].flatMap((address) => {
    const final = movedAddress(address, (group) => renamed.get(group)?.address);
    return changeOf(final, liveByAddress.get(final), past.thing(address), removed);
  });
  const isNoOp = ({ change }: ResourceChange): boolean => change.actions[0] === "no-op";
  const changes = all.filter((change) => !isNoOp(change));
  const workspace: DesiredWorkspace = isArchived
    ? { name, state: "absent", id: live.id }
    : { ...present(name, wordsFor(name, changes, renamed.values())), id: live.id };
  return {
    workspace,
    liveWorkspace: live,
    start: live,
    diff: {
      changes,
      unchanged: all.filter(isNoOp).flatMap(({ address }) => liveByAddress.get(address) ?? []),
      liveByAddress,
      match,
      unsupported: [],
      unmanaged: [],
      notListed: [],
      deferred: [],
      diagnostics: [],
    },
  };
}

const present = (name: string, resources: readonly DesiredResource[]) => ({
  name,
  state: "present" as const,
  resources,
  lists: [],
  exact: { attributes: false, groups: false, members: false },
});

/** The groups whose names are taken back, as a file would say it, by the address that they have now. */
function renamedGroups({ workspace, liveByAddress, thing }: Past): ReadonlyMap<Address, DesiredResource> {
  return new Map(
    [...liveByAddress.values()].flatMap(({ address, kind, fields }): [Address, DesiredResource][] => {
      const name = isRenamable(kind) ? thing(address)?.fields.name : undefined;
      if (name === undefined || name === fields.name) return [];
      const entry = { name: String(name), keys: {}, previously: [String(fields.name)] };
      return [[address, desiredResource(kind, workspace, entry)]];
    }),
  );
}

function changeOf(
  address: Address,
  now: LiveResource | undefined,
  then: Existing | undefined,
  removed: ReadonlySet<Address>,
): readonly ResourceChange[] {
  if (now === undefined)
    return then === undefined ? [] : [creationOf({ address, kind: then.kind }, fieldsAt(address, then))];
  if (then !== undefined) return [updateOf(now, changedFields(now.fields, fieldsAt(address, then)))];
  const above = [ancestorAddress(address, 1), ...KINDS[now.kind].needs(address)];
  const cause = above.find((other) => other !== address && removed.has(other));
  return [{ ...deletionOf(now), ...(cause === undefined ? {} : { implied_by: cause }) }];
}

/** The fields of a thing; the thing of a group names it as it will be called. */
function fieldsAt(address: Address, { fields }: Existing): Fields {
  return "group" in fields ? { ...fields, group: namesInAddress(address).owner ?? "" } : fields;
}

/** The attributes and groups that change, or in which something changes, as a file would declare them; no others. */
function wordsFor(
  workspace: string,
  changes: readonly ResourceChange[],
  renamed: Iterable<DesiredResource>,
): readonly DesiredResource[] {
  const groups = new Map<string, DesiredResource>([...renamed].map((group) => [group.name, group]));
  const attributes: DesiredResource[] = [];
  for (const { type, address, change } of changes) {
    const { collection, owner, name } = namesInAddress(address);
    const { definesValues, isRanked } = KINDS[type];
    const entry: FileEntry =
      change.after === null ? { name, state: "absent", keys: {} } : { name, keys: change.after };
    if (definesValues) attributes.push(desiredResource(type, workspace, entry));
    if (collection !== "groups") continue;
    const group = owner ?? name;
    if (isRanked && change.after === null) groups.set(group, desiredResource(type, workspace, entry));
    else if (!groups.has(group))
      groups.set(group, desiredResource("group", workspace, { name: group, keys: {} }));
  }
  return [...groups.values(), ...attributes];
}
