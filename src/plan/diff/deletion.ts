import { KINDS } from "../../kinds/registry.js";
import type { Address } from "../../model/address.js";
import { RESOURCE_KINDS, type ResourceKind } from "../../model/resource-kind.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import type { LiveResource } from "../../model/state/resource.js";

/** A reason to delete a thing. */
export interface Ground {
  /** The reason, for people. */
  readonly reason: string;
  /** The file says nothing of it: only the base does. */
  readonly sinceBase?: true;
}

/** The treatment of live things that the file does not list. */
export interface DeletionRule {
  /** Returns the reason to delete a thing; `undefined` leaves it alone. */
  groundToDelete(resource: Omit<LiveResource, "id" | "fields">): Ground | undefined;
  /** Returns true if a thing that stays is reported: the file lists things of its kind, and does not list this one. */
  isUnmanaged(resource: LiveResource): boolean;
}

/**
 * Deletion has four grounds and no other: a tombstone (`state: absent`), an exact list (values and members of
 * a declared group, values of a declared member), `exact` for attributes or groups, and a base that declared
 * the thing (`formerly`, by address). Things that the file never named are left alone.
 */
export function deletionRule(
  desired: DesiredWorkspace,
  formerly: ReadonlyMap<Address, unknown>,
): DeletionRule {
  if (desired.state === "absent") {
    const why = desired.dropped ? SINCE_BASE : MARKED_ABSENT;
    const ground = { ...why, reason: `${why.reason}; everything in it goes with it` };
    return {
      groundToDelete: ({ kind }) => (KINDS[kind].isArchived ? ground : undefined),
      isUnmanaged: () => false,
    };
  }
  const { at } = contentsOf(desired);
  const rules = new Map(RESOURCE_KINDS.map((kind) => [kind, rulesOf(kind, desired)]));
  return {
    groundToDelete({ kind, address, name, owner = name }) {
      if (at(address)?.state === "absent") return MARKED_ABSENT;
      const rule = rules.get(kind);
      if (rule?.mentioned(owner)) return undefined;
      const reason = rule?.exact(owner);
      if (reason !== undefined) return { reason };
      return formerly.has(address) ? SINCE_BASE : undefined;
    },
    isUnmanaged({ kind, name, owner = name }) {
      const rule = rules.get(kind);
      return rule?.reported(owner) === true && !rule.mentioned(owner);
    },
  };
}

function rulesOf(kind: ResourceKind, workspace: PresentWorkspace) {
  const { exact, reported, mentioned } = KINDS[kind].file;
  return {
    exact: exact?.(workspace) ?? (() => undefined),
    reported: reported?.(workspace) ?? (() => false),
    mentioned: mentioned?.(workspace) ?? (() => false),
  };
}

/** The reason of a deletion that the file asks for by name. */
export const MARKED_ABSENT: Ground = { reason: "marked `state: absent`" };

const SINCE_BASE: Ground = { reason: "removed from the file since the base", sinceBase: true };
