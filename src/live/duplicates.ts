import { groupNameOf, type WorkspaceById, withId } from "../kinds/by-id.js";
import {
  type Address,
  ALL_USERS,
  attributeAddress,
  groupAddress,
  memberAddress,
  workspaceAddress,
} from "../model/address.js";
import { type Diagnostic, finding } from "../model/diagnostic.js";
import type { IsNamed } from "../plan/input/named-things.js";
import { groupBy } from "../util/collections.js";

/** The workspaces that share a name, which only a pin distinguishes. */
export function duplicateWorkspaces(
  workspaces: readonly { readonly id: string; readonly name: string }[],
): Diagnostic[] {
  return duplicates(
    workspaces,
    ({ name }) => name,
    workspaceAddress,
    (name) => [
      `Several workspaces are called "${name}"`,
      `Write the id of the right workspace as \`id\` of "${name}" in the file, or rename the other workspace.`,
    ],
  );
}

/**
 * A workspace in which its groups and members of one name have their ids in it, so that what only reads goes on and shows
 * them all. What is named keeps its name: there the caller would have to choose.
 */
export function toldApart(workspace: WorkspaceById, isNamed: IsNamed): WorkspaceById {
  const { groups, members } = workspace;
  const isApart = <T>(kind: "group" | "person", things: readonly T[] = [], nameOf: (thing: T) => string) => {
    const several = groupBy(things, nameOf);
    return (thing: T): boolean => {
      const name = nameOf(thing);
      return (several.get(name)?.length ?? 0) > 1 && !isNamed(workspace, kind, name);
    };
  };
  const isDouble = isApart("group", groups, groupNameOf);
  const isTwin = isApart("person", members, ({ email }) => email);
  return {
    ...workspace,
    groups: groups.map((group) => (isDouble(group) ? { ...group, isDouble: true } : group)),
    ...(members && {
      members: members.map((one) => (isTwin(one) ? { ...one, email: withId(one.email, one.id) } : one)),
    }),
  };
}

/**
 * The groups, attribute definitions and members that share a name. A group that is called like the built-in
 * one counts, since a file could not distinguish them, and so do e-mail addresses that differ in letter case
 * only.
 */
export function duplicatesIn({ name: of, groups, attributes, members = [] }: WorkspaceById): Diagnostic[] {
  return [
    ...duplicates(
      groups,
      groupNameOf,
      (name) => groupAddress(of, name),
      (name) => [
        `Several groups of "${of}" are called "${name}"`,
        name === ALL_USERS
          ? "In a file this name always means the built-in group. Rename or delete the other in the service."
          : "A file names groups by name. Rename or delete one of them in the service.",
      ],
    ),
    ...duplicates(
      attributes,
      ({ name }) => name,
      (name) => attributeAddress(of, name),
      (name) => [
        `Several attributes of "${of}" are called "${name}"`,
        "A file names attributes by name. Delete one of them in the service.",
      ],
    ),
    ...duplicates(
      members,
      ({ email }) => email,
      (email) => memberAddress(of, email),
      (email) => [
        `Several members of "${of}" have the e-mail address ${email}`,
        "A file names people by e-mail address, in which case does not count. Change or remove one of them in the service.",
      ],
    ),
  ];
}

function duplicates<T extends { readonly id: string }>(
  things: readonly T[],
  nameOf: (thing: T) => string,
  addressOf: (name: string) => Address,
  wordsOf: (name: string) => readonly [summary: string, advice: string],
): Diagnostic[] {
  const several = [...groupBy(things, nameOf)].filter(([, same]) => same.length > 1);
  return several.map(([name, same]) => {
    const [summary, advice] = wordsOf(name);
    return finding(
      "duplicate-live-name",
      summary,
      `Their ids are ${same.map(({ id }) => id).join(", ")}. ${advice}`,
      { address: addressOf(name) },
    );
  });
}
