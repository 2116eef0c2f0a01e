import { byKey, groupBy, oncePer, oncePerKey } from "../../util/collections.js";
import { type Address, formatSegment } from "../address.js";
import { ADDRESS_FORMS } from "../generated/kinds.js";
import { RESOURCE_KINDS, type ResourceKind } from "../resource-kind.js";
import type { DesiredResource, Resource } from "./resource.js";

/** The things of one workspace, of the file or live, by kind, owner and address. */
export interface Contents<R extends Resource = DesiredResource> {
  /** The entries of a kind, tombstones included; those of a file are sorted by name. */
  entries(kind: ResourceKind): readonly R[];
  /** The things of a kind that exist or should exist; the built-in group is one of the groups. */
  of(kind: ResourceKind): readonly R[];
  /** The values or memberships of a group or member, by its name or canonical address. */
  heldBy(kind: ResourceKind, owner: string): readonly R[];
  at(address: Address): R | undefined;
  /** Returns true if the list of a kind in the workspace, or in a group or member, is in the file, or was read. */
  gives(kind: ResourceKind, owner?: string): boolean;
}

/** A desired or live workspace; one that is to be absent has no lists. */
interface Container<R extends Resource> {
  readonly name: string;
  readonly resources?: readonly R[];
  readonly lists?: readonly Address[];
}

/** The contents of a workspace, computed on demand and once: a state never changes. */
export function contentsOf<R extends Resource>(workspace: Container<R> = EMPTY): Contents<R> {
  return indexed(workspace) as Contents<R>; // it was made of the same workspace
}

const indexed = oncePer(indexOf<Resource>);

const EMPTY = { name: "" };

function indexOf<R extends Resource>({ name, resources = [], lists = [] }: Container<R>): Contents<R> {
  const entries = oncePerKey((kind: ResourceKind) => resources.filter((one) => one.kind === kind));
  const of = oncePerKey((kind: ResourceKind) => entries(kind).filter(({ state }) => state !== "absent"));
  const byOwner = oncePerKey((kind: ResourceKind) => groupBy(entries(kind), ({ owner }) => owner));
  let byAddress: ReadonlyMap<Address, R> | undefined;
  let givenLists: ReadonlySet<Address> | undefined;
  return {
    entries,
    of,
    heldBy: (kind, owner) => byOwner(kind).get(owner) ?? [],
    at(address) {
      byAddress ??= byKey(resources, "address");
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
