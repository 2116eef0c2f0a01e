import { type Address, ALL_USERS, parseAddress } from "../../model/address.js";
import type { DesiredState, DesiredWorkspace } from "../../model/state/desired-state.js";
import { formerAddresses } from "./declared.js";
import type { LiveResource } from "./resource.js";

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
  groundToDelete(found: Pick<LiveResource, "kind" | "address">): Ground | undefined;
  /** Whether a thing that stays is worth a line: the file lists things of its kind, and does not speak of this one. */
  isUnmanaged(found: LiveResource): boolean;
}

/**
 * Deletion has four grounds and no other: a tombstone (`state: absent`), an exact list (values and members of a
 * declared group, values of a declared member), `exact` for attributes or groups, and a base in which the thing was
 * declared. Whatever the file never spoke of is left alone.
 */
export function deletionRule(desired: DesiredWorkspace, base: DesiredState | undefined): DeletionRule {
  const before = base === undefined ? new Set<Address>() : formerAddresses(base, desired);
  const dropped = (found: Pick<LiveResource, "address">): Ground | undefined =>
    before.has(found.address) ? SINCE_BASE : undefined;
  if (desired.state === "absent") {
    const why = desired.dropped ? SINCE_BASE : because("marked `state: absent`");
    const ground = { ...why, reason: `${why.reason}; everything in it goes with it` };
    return {
      groundToDelete: ({ kind }) => (kind === "workspace" ? ground : undefined),
      isUnmanaged: () => false,
    };
  }
  const groups = new Map((desired.groups ?? []).map((group) => [group.name, group]));
  const attributes = new Map((desired.attributes ?? []).map((attribute) => [attribute.name, attribute]));
  const members = new Map((desired.members ?? []).map((member) => [member.email, member]));

  const groundToDelete = (found: Pick<LiveResource, "kind" | "address">): Ground | undefined => {
    const [, , name = ""] = parseAddress(found.address);
    switch (found.kind) {
      case "attribute":
        if (attributes.get(name)?.state === "absent") return because("marked `state: absent`");
        return desired.exact.attributes ? because("not listed, and attributes are exact") : dropped(found);
      case "group":
        if (name === ALL_USERS) return undefined;
        if (groups.get(name)?.state === "absent") return because("marked `state: absent`");
        return desired.exact.groups ? because("not listed, and groups are exact") : dropped(found);
      case "group_value": {
        const group = groups.get(name);
        return group?.state === "present" && group.values !== undefined
          ? because(`not among the values of ${name}`)
          : dropped(found);
      }
      case "group_membership": {
        const group = groups.get(name);
        return group?.state === "present" && group.members !== undefined
          ? because(`not among the members of ${name}`)
          : dropped(found);
      }
      case "member_value":
        return members.get(name)?.values !== undefined
          ? because(`not among the values of ${name}`)
          : dropped(found);
      case "invite":
        return dropped(found);
      case "workspace":
        return undefined;
    }
  };
  const named = new Set(
    (desired.groups ?? []).flatMap((g) =>
      g.state === "present" ? (g.members ?? []).map((p) => p.email) : [],
    ),
  );
  const isUnmanaged = ({ kind, address }: LiveResource): boolean =>
    (kind === "attribute" && desired.attributes !== undefined) ||
    (kind === "group" && desired.groups !== undefined) ||
    (kind === "invite" && desired.members !== undefined && !named.has(parseAddress(address)[2] ?? ""));
  return { groundToDelete, isUnmanaged };
}

const SINCE_BASE: Ground = { reason: "removed from the file since the base", sinceBase: true };

const because = (reason: string): Ground => ({ reason });
