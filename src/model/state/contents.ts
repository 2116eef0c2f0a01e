import { groupBy } from "../../util/collections.js";
import { type Address, formatSegment } from "../address.js";
import { ADDRESS_FORMS } from "../generated/kinds.js";
import { RESOURCE_KINDS, type ResourceKind } from "../resource-kind.js";
import type { DesiredWorkspace } from "./desired-state.js";
import type { DesiredResource } from "./resource.js";

/** The entries of the file in one workspace, by kind, owner and address. */
export interface Contents {
  /** The entries of a kind, tombstones included, sorted by name. */
  entries(kind: ResourceKind): readonly DesiredResource[];
  /** The things of a kind that should exist; the built-in group is one of the groups. */
  of(kind: ResourceKind): readonly DesiredResource[];
  /** The values or memberships of a group or member, by its name or canonical address. */
  heldBy(kind: ResourceKind, owner: string): readonly DesiredResource[];
  at(address: Address): DesiredResource | undefined;
  /** Returns true if the file gives the list of a kind in the workspace, or the one of a group or member. */
  gives(kind: ResourceKind, owner?: string): boolean;
}

/** The contents of a workspace, computed on demand and once: a state never changes. */
export function contentsOf(workspace: DesiredWorkspace): Contents {
  const known = KNOWN.get(workspace);
  if (known !== undefined) return known;
  const contents = workspace.state === "absent" ? NOTHING : indexOf(workspace);
  KNOWN.set(workspace, contents);
  return contents;
}

const KNOWN = new WeakMap<DesiredWorkspace, Contents>();

const NOTHING: Contents = {
  entries: () => [],
  of: () => [],
  heldBy: () => [],
  at: () => undefined,
  gives: () => false,
};

function indexOf({
  name,
  resources,
  lists,
}: Extract<DesiredWorkspace, { readonly state: "present" }>): Contents {
  const byKind = groupBy(resources, ({ kind }) => kind);
  const present = groupBy(
    resources.filter(({ state }) => state !== "absent"),
    ({ kind }) => kind,
  );
  const byOwner = new Map<ResourceKind, ReadonlyMap<string | undefined, readonly DesiredResource[]>>();
  const ownersOf = (kind: ResourceKind) => {
    const owners = byOwner.get(kind) ?? groupBy(byKind.get(kind) ?? [], ({ owner }) => owner);
    byOwner.set(kind, owners);
    return owners;
  };
  let byAddress: ReadonlyMap<Address, DesiredResource> | undefined;
  let givenLists: ReadonlySet<Address> | undefined;
  return {
    entries: (kind) => byKind.get(kind) ?? [],
    of: (kind) => present.get(kind) ?? [],
    heldBy: (kind, owner) => ownersOf(kind).get(owner) ?? [],
    at(address) {
      byAddress ??= new Map(resources.map((resource) => [resource.address, resource]));
      return byAddress.get(address);
    },
    gives(kind, owner) {
      givenLists ??= new Set(lists);
      return givenLists.has(listAddress(kind, name, owner));
    },
  };
}

/** The address of the list that holds things of a kind, in a workspace or in one of its groups or members. */
export function listAddress(kind: ResourceKind, workspace: string, owner = ""): Address {
  const [collection = "", inner] = COLLECTIONS[kind] ?? [];
  const outer = `${formatSegment(workspace)}/${collection}`;
  return inner === undefined ? outer : `${outer}/${formatSegment(owner)}/${inner}`;
}

/** The address of a thing of a kind, by the names that stand in it. */
export function resourceAddress(
  kind: ResourceKind,
  workspace: string,
  name: string,
  owner?: string,
): Address {
  return COLLECTIONS[kind]?.length === 0
    ? formatSegment(workspace)
    : `${listAddress(kind, workspace, owner)}/${formatSegment(name)}`;
}

/** The keys in the addresses of each kind. */
const COLLECTIONS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  RESOURCE_KINDS.map((kind) => [kind, ADDRESS_FORMS[kind].split("/").filter((part) => part !== "*")]),
);
