import { isOpenRow } from "../../access/values/effective-value.js";
import { columnsOf, rowsOf } from "../../access/view.js";
import { KINDS } from "../../kinds/registry.js";
import type { NotListed } from "../../model/plan/plan.js";
import type { View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveResource } from "../../model/state/resource.js";
import { setOf, sortedBy } from "../../util/collections.js";

/**
 * Returns a test by canonical address whether the file names somebody in a workspace; `undefined` if the file does not
 * list everybody there, so that an absent name means nothing.
 */
export function listedIn(workspace: DesiredWorkspace): ((email: string) => boolean) | undefined {
  if (workspace.state === "absent" || !workspace.exact.members) return undefined;
  const listed = setOf(contentsOf(workspace).of("invite"), "name");
  const isMentioned = KINDS.invite.file.mentioned?.(workspace);
  return (email) => listed.has(email) || isMentioned?.(email) === true;
}

/**
 * The people whom the file does not list, with what is left to them at the end of the plan: `attributes` are those that
 * will exist, and who is watched must stay. Open ones first.
 */
export function notListedIn(
  end: View,
  people: readonly LiveResource[],
  attributes: { has(name: string): boolean },
  watched: readonly { readonly email: string; readonly guard: NotListed["keep"] }[],
): readonly NotListed[] {
  const keepOf = new Map(watched.map(({ email, guard }) => [email, guard]));
  const columns = columnsOf(end, attributes);
  const left = people.flatMap(({ name }): NotListed[] => {
    const person = end.person(name);
    if (person === undefined || person.role === null) return [];
    const { workspace, member, role, everywhere, limitedBy: limited_by, presence, groups } = person;
    const values = rowsOf(person, columns);
    const invite = presence !== "member";
    const keep = keepOf.get(member);
    const beside = everywhere && { everywhere };
    return [
      { workspace, member, role, ...beside, limited_by, invite, groups, values, ...(keep && { keep }) },
    ];
  });
  return openFirst(left);
}

/** Sorts people who are open for some attribute first; within both parts by workspace and address. */
export function openFirst(people: readonly NotListed[]): readonly NotListed[] {
  return sortedBy(people, (person) => `${isOpenPerson(person) ? 0 : 1} ${person.workspace} ${person.member}`);
}

/** Returns true if a person has no value for some attribute, or one that hides nothing. */
export const isOpenPerson = ({ values }: NotListed): boolean => values.some(isOpenRow);
