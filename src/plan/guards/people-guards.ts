import { groupsBehind } from "../../access/values/effective-value.js";
import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS, namesInAddress } from "../../model/address.js";
import type { AccessChange, Guard, ResourceChange } from "../../model/plan/plan.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import { groupBy } from "../../util/group-by.js";
import { personOf } from "../diff/resource-change.js";
import { type Allowance, shellWord } from "./allowance.js";

/** Somebody from whom a run takes nothing without permission: they may have to repair what it did. */
export interface WatchedPerson {
  readonly guard: "own-user" | "last-admin";
  /** The workspace's name in the file. */
  readonly workspace: string;
  readonly email: string;
  /** The reason why these people are watched, in words. */
  readonly who: string;
}

/**
 * The organization admin of a workspace whose roster was read, where there is but one, and the token's own user; somebody
 * who is both is watched once, as the admin.
 */
export function watchedPeople(
  workspace: string,
  live: LiveWorkspace | undefined,
  tokenUser: string,
): readonly WatchedPerson[] {
  const members = live?.members ?? [];
  const admins = members.filter(({ role }) => role === "organization_admin");
  return members.flatMap(({ id, email }): WatchedPerson[] => {
    const isOwn = id === tokenUser;
    if (admins.length === 1 && admins[0]?.id === id) {
      const who = `${isOwn ? "the token's own user and " : ""}the only organization admin`;
      return [{ guard: "last-admin", workspace, email, who }];
    }
    return isOwn ? [{ guard: "own-user", workspace, email, who: "the token's own user" }] : [];
  });
}

/**
 * Looks for what would take a group, a value of their own or a value that they get from a group away from them. What the
 * built-in group sets is everybody's, and the other guards' business.
 */
export function guardPeople(
  people: readonly WatchedPerson[],
  deletions: readonly ResourceChange[],
  access: readonly AccessChange[],
  allowance: Allowance,
): Guard[] {
  const lost = people.flatMap((person) =>
    deletions
      .filter((change) => takesFrom(person, change, access))
      .map(({ address }) => ({ person, address })),
  );
  const byPerson = groupBy(lost, ({ person: { guard, email } }) => `${guard}=${email}`);
  return [...byPerson].flatMap(([override, theirs]) =>
    theirs.slice(0, 1).map(({ person: { guard, email, who } }) => ({
      code: guard,
      name: guard,
      refused: !allowance.isNamed(guard, email),
      message: `${email}, ${who}, would lose ${theirs.length === 1 ? "this" : "these"}`,
      actual: theirs.length,
      override: `--allow ${shellWord(override)}`,
      addresses: theirs.map(({ address }) => address),
    })),
  );
}

function takesFrom(
  { workspace, email }: WatchedPerson,
  change: ResourceChange,
  access: readonly AccessChange[],
): boolean {
  const { workspace: where, owner = "", name } = namesInAddress(change.address);
  if (where !== workspace) return false;
  if (personOf(change) === email) return true;
  return (
    KINDS[change.type].carriesValue === "group" &&
    owner !== ALL_USERS &&
    access.some(
      ({ workspace, member, attribute, before }) =>
        workspace === where &&
        member === email &&
        attribute === name &&
        before !== null &&
        groupsBehind(before.source).includes(owner),
    )
  );
}
