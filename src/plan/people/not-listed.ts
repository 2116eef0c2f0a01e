import { isOpenRow } from "../../access/values/resolution.js";
import { KINDS } from "../../kinds/registry.js";
import { ALL_USERS } from "../../model/address.js";
import type { NotListed } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import type { LiveResource } from "../../model/state/resource.js";
import { sortedBy } from "../../util/order.js";
import { type ArrivingAccess, valuesOfMember } from "./arrivals.js";

/**
 * Returns a test by canonical address whether the file names somebody in a workspace; `undefined` if the file does not
 * list everybody there, so that an absent name means nothing.
 */
export function listedIn(workspace: DesiredWorkspace): ((email: string) => boolean) | undefined {
  if (workspace.state === "absent" || !workspace.exact.members) return undefined;
  const listed = new Set(
    contentsOf(workspace)
      .of("invite")
      .map(({ name }) => name),
  );
  const isMentioned = KINDS.invite.file.mentioned?.(workspace);
  return (email) => listed.has(email) || isMentioned?.(email) === true;
}

/**
 * The people whom the file does not list, with what is left to them after the plan: `end` has everybody with
 * their groups, `attributes` are those that will exist. Open ones first.
 */
export function notListedIn(
  end: ArrivingAccess,
  people: readonly LiveResource[],
  { members = [], invites = [] }: LiveWorkspace,
  attributes: { has(name: string): boolean },
): readonly NotListed[] {
  if (people.length === 0) return [];
  const { nameIndex, state } = end;
  const indexOf = new Map(nameIndex.members.map((member, m) => [member, m]));
  const roles = new Map([...invites, ...members].map(({ email, role }) => [email, role]));
  const joined = new Set(members.map(({ email }) => email));
  const values = valuesOfMember(end, attributes);
  const left = people.flatMap(({ name: member }): NotListed[] => {
    const [m, role] = [indexOf.get(member), roles.get(member)];
    if (m === undefined || role === undefined) return [];
    const groups = (state.groupsOf[m] ?? []).map((g) => nameIndex.groups[g] ?? "");
    return [
      {
        workspace: nameIndex.workspace,
        member,
        role,
        invite: !joined.has(member),
        groups: groups.filter((name) => name !== ALL_USERS).sort(),
        values: values(m),
      },
    ];
  });
  return openFirst(left);
}

/** Sorts people who are open for some attribute first; within both parts by workspace and address. */
export function openFirst(people: readonly NotListed[]): readonly NotListed[] {
  return sortedBy(people, (person) => `${isOpenPerson(person) ? 0 : 1} ${person.workspace} ${person.member}`);
}

/** Returns true if a person has no value for some attribute, or one that hides nothing. */
export const isOpenPerson = ({ values }: Pick<NotListed, "values">): boolean => values.some(isOpenRow);
