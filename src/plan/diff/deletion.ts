import { KINDS } from "../../kinds/registry.js";
import { type Address, parseAddress } from "../../model/address.js";
import { RESOURCE_KINDS, type ResourceKind } from "../../model/resource-kind.js";
import type { DesiredState, DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import type { LiveResource } from "../../model/state/resource.js";
import { formerAddresses } from "./declared.js";

/** Why a thing is to be deleted. */
export interface Ground {
  /** For people. */
  readonly reason: string;
  /** The file says nothing of it: only the base does. */
  readonly sinceBase?: true;
}

/** What becomes of live things that the file does not list. */
export interface DeletionRule {
  /** Why a thing is to be deleted; `undefined` leaves it alone. */
  groundToDelete(resource: Pick<LiveResource, "kind" | "address">): Ground | undefined;
  /** Whether a thing that stays is worth a line: the file lists things of its kind, and does not speak of this one. */
  isUnmanaged(resource: LiveResource): boolean;
}

/**
 * Deletion has four grounds and no other: a tombstone (`state: absent`), an exact list (values and members of a
 * declared group, values of a declared member), `exact` for attributes or groups, and a base in which the thing was
 * declared. Whatever the file never spoke of is left alone.
 */
export function deletionRule(desired: DesiredWorkspace, base: DesiredState | undefined): DeletionRule {
  const before = base === undefined ? new Set<Address>() : formerAddresses(base, desired);
  const dropped = (resource: Pick<LiveResource, "address">): Ground | undefined =>
    before.has(resource.address) ? SINCE_BASE : undefined;
  if (desired.state === "absent") {
    const why = desired.dropped ? SINCE_BASE : because(MARKED_ABSENT);
    const ground = { ...why, reason: `${why.reason}; everything in it goes with it` };
    return {
      groundToDelete: ({ kind }) => (kind === "workspace" ? ground : undefined),
      isUnmanaged: () => false,
    };
  }
  const rules = new Map(RESOURCE_KINDS.map((kind) => [kind, rulesOf(kind, desired)]));
  return {
    groundToDelete(resource) {
      const [, , name = ""] = parseAddress(resource.address);
      const rule = rules.get(resource.kind);
      if (rule?.tombstones.has(name)) return because(MARKED_ABSENT);
      const exact = rule?.exact(name);
      return exact === undefined ? dropped(resource) : because(exact);
    },
    isUnmanaged: ({ kind, address }) => rules.get(kind)?.reported(parseAddress(address)[2] ?? "") === true,
  };
}

/** Returns true if the file marks a thing of this kind `state: absent`. */
export const isTombstone = (kind: ResourceKind, workspace: PresentWorkspace, name: string): boolean =>
  KINDS[kind].file.tombstones?.(workspace).includes(name) === true;

function rulesOf(kind: ResourceKind, workspace: PresentWorkspace) {
  const { tombstones, exact, reported } = KINDS[kind].file;
  return {
    tombstones: new Set(tombstones?.(workspace)),
    exact: exact?.(workspace) ?? (() => undefined),
    reported: reported?.(workspace) ?? (() => false),
  };
}

const MARKED_ABSENT = "marked `state: absent`";

const SINCE_BASE: Ground = { reason: "removed from the file since the base", sinceBase: true };

const because = (reason: string): Ground => ({ reason });
