import { isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { liveResourcesOf } from "../../kinds/resources.js";
import { type Address, ancestorAddress } from "../../model/address.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import type { LiveResource } from "../../model/state/resource.js";
import { personStatusIn } from "../diff/waiting.js";

/** A thing that exists, or will again. */
export type Existing = Pick<LiveResource, "kind" | "fields">;

/**
 * A workspace on its way back: as it is, with what was taken back so far, flat, at the addresses that things have now.
 * A group whose name is taken back keeps its address here.
 */
export interface Past {
  readonly workspace: string;
  readonly live: LiveWorkspace;
  /** As it is now. */
  readonly liveByAddress: ReadonlyMap<Address, LiveResource>;
  thing(address: Address): Existing | undefined;
  /** Returns true if something that is there needs the thing, and would go with it. */
  isNeeded(address: Address): boolean;
  /** Returns true if another group than the one at `address` has the name, or had it before anything was taken back. */
  isTaken(name: unknown, address: Address): boolean;
  isMember(email: string): boolean;
  put(address: Address, thing: Existing): void;
  remove(address: Address): void;
}

/** The address of a thing once its group, or the one that it belongs to, is at another address; the same for all others. */
export function movedAddress(
  address: Address,
  newAddressOf: (group: Address) => Address | undefined,
): Address {
  const group = ancestorAddress(address, 3);
  return (newAddressOf(group) ?? group) + address.slice(group.length);
}

/** Starts from the live workspace; `workspace` is its name in the receipt. */
export function createPast(workspace: string, live: LiveWorkspace): Past {
  const statusOf = personStatusIn(live);
  const resources = liveResourcesOf(live, workspace);
  const liveByAddress = new Map(resources.map((resource) => [resource.address, resource]));
  const now = new Map<Address, Existing>();
  const needing = new Map<Address, number>();
  const liveGroups = resources.filter(({ kind }) => isRenamable(kind));
  const groupNames = new Map<Address, unknown>();
  const count = (address: Address, kind: ResourceKind, by: 1 | -1): void => {
    // People stay where they are.
    if (typeof KINDS[kind].api.delete !== "string") return;
    for (const need of KINDS[kind].needs(address)) needing.set(need, (needing.get(need) ?? 0) + by);
  };
  const remove = (address: Address): void => {
    const known = now.get(address);
    if (known === undefined) return;
    now.delete(address);
    groupNames.delete(address);
    count(address, known.kind, -1);
  };
  const put = (address: Address, thing: Existing): void => {
    remove(address);
    now.set(address, thing);
    if (isRenamable(thing.kind)) groupNames.set(address, thing.fields.name);
    count(address, thing.kind, 1);
  };
  for (const { address, kind, fields } of resources) put(address, { kind, fields });
  return {
    workspace,
    live,
    liveByAddress,
    thing: (address) => now.get(address),
    isNeeded: (address) => (needing.get(address) ?? 0) > 0,
    isTaken: (name, address) =>
      liveGroups.some((group) => group.address !== address && group.fields.name === name) ||
      [...groupNames].some(([other, taken]) => other !== address && taken === name),
    isMember: (email) => statusOf(email) === "member",
    put,
    remove,
  };
}
