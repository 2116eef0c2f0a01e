import { groupsBehind } from "../../access/values/effective-value.js";
import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS, ancestorAddress, namesInAddress } from "../../model/address.js";
import type { AccessChange, ResourceChange } from "../../model/plan/plan.js";
import { type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import { groupBy } from "../../util/collections.js";
import { personOf } from "../diff/resource-change.js";
import { deletionsIn, type Guard, type WatchedPerson } from "./plan-facts.js";

/**
 * The organization admin of a workspace whose roster was read, where there is but one, and the token's own user; somebody
 * who is both is watched once, as the admin.
 */
export function watchedPeople(
  workspace: string,
  live: LiveWorkspace | undefined,
  tokenUser: string,
): readonly WatchedPerson[] {
  const members = membersOf(live);
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
export const losingPeople: Guard = (facts) => {
  const { parts, access_changes } = facts;
  const deletions = deletionsIn(facts).filter(isNotArchived);
  const lost = parts
    .flatMap(({ watched }) => watched)
    .flatMap((person) =>
      deletions
        .filter((change) => takesFrom(person, change, access_changes))
        .map(({ address }) => ({ person, address })),
    );
  const byPerson = groupBy(lost, ({ person: { guard, email } }) => `${guard}=${email}`);
  return [...byPerson.values()].map((losses) => {
    const [{ person }] = losses;
    const { guard, email, who } = person;
    const message = `${email}, ${who}, would lose ${losses.length === 1 ? "this" : "these"}`;
    const addresses = losses.map(({ address }) => address);
    return { guard, named: email, message, actual: losses.length, addresses };
  });
};

/** Returns true unless the deletion is implied by archiving its workspace; `--allow archive` already covers those. */
function isNotArchived({ implied_by }: ResourceChange): boolean {
  return implied_by === undefined || implied_by !== ancestorAddress(implied_by, 1);
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
