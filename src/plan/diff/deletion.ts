import { KINDS } from "../../kinds/registry.js";
import { type Address, ALL_USERS, ancestorAddress, groupAddress } from "../../model/address.js";
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
  groundToDelete(resource: Omit<LiveResource, "id" | "fields" | "state">): Ground | undefined;
  /** Returns true if a thing that stays is reported: the file lists things of its kind, and does not list this one. */
  isUnmanaged(resource: LiveResource): boolean;
}

/**
 * Deletion has four grounds and no other: a tombstone (`state: absent`), an exact
 * list (values and members of a declared group, values of a declared member), `exact` for attributes or groups, and a
 * base that declared the thing (`formerly`, by address). Things that the file never named are left alone. A group that
 * is a former name of another one (`previously`) is named by the file, so that it was not removed since the base: where
 * it could not be renamed, since the new name is taken, it stays with all that it holds.
 */
export function deletionRule(
  desired: DesiredWorkspace,
  formerly: ReadonlyMap<Address, unknown>,
): DeletionRule {
  if (desired.state === "absent") {
    const why = desired.dropped ? SINCE_BASE : MARKED_ABSENT;
    const ground: Ground = { ...why, reason: `${why.reason}; everything in it goes with it` };
    return {
      groundToDelete: ({ kind }) => (KINDS[kind].isArchived ? ground : undefined),
      isUnmanaged: () => false,
    };
  }
  const { at } = contentsOf(desired);
  const rules = new Map(RESOURCE_KINDS.map((kind) => [kind, rulesOf(kind, desired)]));
  const formerGroups = new Set(
    contentsOf(desired)
      .of("group")
      .flatMap(({ state, previously = [] }) =>
        state === "absent" ? [] : previously.map((name) => groupAddress(desired.name, name)),
      ),
  );
  return {
    groundToDelete({ kind, address, name, owner = name }) {
      if (at(address)?.state === "absent") return MARKED_ABSENT;
      const rule = rules.get(kind);
      if (rule?.mentioned(owner)) return undefined;
      const reason = rule?.exact(owner);
      if (reason !== undefined) return { reason };
      const isRemoved = formerly.has(address) && !formerGroups.has(ancestorAddress(address, 3));
      return isRemoved ? SINCE_BASE : undefined;
    },
    isUnmanaged({ kind, name, owner = name }) {
      const rule = rules.get(kind);
      return rule?.isReported === true && !rule.mentioned(owner);
    },
  };
}

function rulesOf(kind: ResourceKind, workspace: PresentWorkspace) {
  const { isRanked, file } = KINDS[kind];
  const { exact, held, isReported, mentioned } = file;
  const { gives } = contentsOf(workspace);
  return {
    exact(owner: string): string | undefined {
      const isBuiltIn = isRanked && owner === ALL_USERS;
      if (exact && workspace.exact[exact] && !isBuiltIn) return `not listed, and ${exact} are exact`;
      return held && gives(kind, owner) ? `not among the ${held} of ${owner}` : undefined;
    },
    isReported: isReported && gives(kind),
    mentioned: mentioned?.(workspace) ?? (() => false),
  };
}

/** The reason of a deletion that the file asks for by name. */
export const MARKED_ABSENT = { reason: "marked `state: absent`" } as const satisfies Ground;

const SINCE_BASE: Ground = { reason: "removed from the file since the base", sinceBase: true };
