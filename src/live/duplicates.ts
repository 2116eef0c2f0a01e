import {
  type Address,
  ALL_USERS,
  attributeAddress,
  groupAddress,
  memberAddress,
  workspaceAddress,
} from "../model/address.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { LiveAttribute, LiveGroup, LiveMember } from "../model/state/live-state.js";
import { groupBy } from "../util/group-by.js";

/** Workspaces of one name, which only a pin tells apart. */
export const duplicateWorkspaces = (
  workspaces: readonly { readonly id: string; readonly name: string }[],
): Diagnostic[] =>
  duplicatesIn(workspaces, ({ name }) => name).map(([name, ids]) =>
    duplicate(
      workspaceAddress(name),
      `Several workspaces are called "${name}"`,
      ids,
      `Write the id of the one that is meant as \`id\` of the workspace "${name}" in the file, or rename the other.`,
    ),
  );

/** Groups of one name; a group that is called like the built-in one counts, since a file could not tell them apart. */
export const duplicateGroups = (workspace: string, groups: readonly LiveGroup[]): Diagnostic[] =>
  duplicatesIn(groups, (group) => (group.is_all_users ? ALL_USERS : group.name)).map(([name, ids]) =>
    duplicate(
      groupAddress(workspace, name),
      `Several groups of "${workspace}" are called "${name}"`,
      ids,
      name === ALL_USERS
        ? "In a file this name always means the built-in group. Rename or delete the other in the service."
        : "A file names groups by name. Rename or delete one of them in the service.",
    ),
  );

/** Attribute definitions of one name. */
export const duplicateAttributes = (workspace: string, attributes: readonly LiveAttribute[]): Diagnostic[] =>
  duplicatesIn(attributes, ({ name }) => name).map(([name, ids]) =>
    duplicate(
      attributeAddress(workspace, name),
      `Several attributes of "${workspace}" are called "${name}"`,
      ids,
      "A file names attributes by name. Delete one of them in the service.",
    ),
  );

/** Members whose e-mail addresses differ in case only, or not at all. */
export const duplicateMembers = (workspace: string, members: readonly LiveMember[]): Diagnostic[] =>
  duplicatesIn(members, ({ email }) => email).map(([email, ids]) =>
    duplicate(
      memberAddress(workspace, email),
      `Several members of "${workspace}" have the e-mail address ${email}`,
      ids,
      "A file names people by e-mail address, in which case does not count. Change or remove one of them in the service.",
    ),
  );

function duplicatesIn<T extends { readonly id: string }>(
  things: readonly T[],
  keyOf: (thing: T) => string,
): [string, readonly string[]][] {
  return [...groupBy(things, keyOf)].flatMap(([key, same]) =>
    same.length > 1 ? [[key, same.map(({ id }) => id)]] : [],
  );
}

function duplicate(address: Address, summary: string, ids: readonly string[], help: string): Diagnostic {
  const detail = `Their ids are ${ids.join(", ")}. ${help}`;
  return { severity: "error", code: "duplicate-live-name", summary, detail, address };
}
