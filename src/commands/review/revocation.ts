import type { Config } from "../../config/config.js";
import {
  type Address,
  groupAddress,
  memberAddress,
  membershipAddress,
  memberValueAddress,
} from "../../model/address.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { isSame } from "../../plan/inputs.js";
import { reviewRows } from "../../plan/review/review-rows.js";
import { nameText } from "../../render/labels.js";
import type { RowRef } from "../../render/review/check-text.js";
import { nameList } from "../../util/name-list.js";
import type { LoadedFile } from "../session/load-desired.js";

/** How to take somebody's access away. */
export interface Revocation extends RowRef {
  /** Changes of the file, each with its place where the file has one. */
  readonly edits: readonly string[];
  /** Attributes for which they would be open afterwards. */
  readonly opens: readonly string[];
}

/** The edits of the file that take somebody out of their groups and take their own values, and whether that opens them. */
export function revocationOf(ref: RowRef, live: LiveState, file: LoadedFile | undefined): Revocation {
  const liveWorkspace = live.workspaces.find(({ name }) => name === ref.workspace);
  const desiredWorkspace = file?.desired.workspaces.find(
    (one) => liveWorkspace !== undefined && isSame(one, liveWorkspace),
  );
  const edits =
    liveWorkspace === undefined ? [] : editsFor(ref.member, liveWorkspace, desiredWorkspace, file?.config);
  return {
    ...ref,
    edits: [
      ...edits,
      `Nothing in the file takes ${nameText(ref.member)} out of the workspace itself: remove them in the product`,
    ],
    opens: liveWorkspace === undefined ? [] : openedBy(ref.member, liveWorkspace, live),
  };
}

function editsFor(
  email: string,
  liveWorkspace: LiveWorkspace,
  desiredWorkspace: DesiredWorkspace | undefined,
  config: Config | undefined,
): string[] {
  const member = liveWorkspace.members?.find((one) => one.email === email);
  const theirs = liveWorkspace.groups.filter(
    ({ is_all_users, users }) => !is_all_users && users.includes(member?.id ?? ""),
  );
  const declared = desiredWorkspace?.state === "present" ? desiredWorkspace : undefined;
  const name = desiredWorkspace?.name ?? liveWorkspace.name;
  const groups = theirs.map((group) => {
    const inFile = declared?.groups?.find((one) => one.name === group.name);
    const isListed =
      inFile?.state === "present" && inFile.members?.some((one) => one.email === email) === true;
    if (!isListed)
      return `The file does not put them into the group ${nameText(group.name)}: give the group its whole list of \`members\` there, without them`;
    const membership = membershipAddress(name, group.name, email);
    const row = config?.people?.rowOf(membership);
    return row === undefined
      ? `${placeOf(config, membership) ?? name}: take ${nameText(email)} out of the group ${nameText(group.name)}`
      : `${placeOf(config, groupAddress(name, group.name)) ?? name}: add ${nameText(email)} to \`except\` under \`members\` of the group ${nameText(group.name)} (they come from ${row})`;
  });
  const own = liveWorkspace.attributes.flatMap(({ id, name: attribute }) =>
    member?.own_values?.some(({ attribute_id }) => attribute_id === id) ? [attribute] : [],
  );
  return [...groups, ...valueEdits(email, own, name, config)];
}

/** The edits that remove somebody's own values: in the list for values of a row, in the file for all others. */
function valueEdits(
  email: string,
  attributes: readonly string[],
  workspace: string,
  config: Config | undefined,
): string[] {
  const isOfList = (address: Address): boolean =>
    config?.people?.files.includes(config.locate(address)?.range?.filename ?? "") === true;
  const person = memberAddress(workspace, email);
  const listed = attributes.filter((name) => isOfList(memberValueAddress(workspace, email, name)));
  const row = config?.people?.rowOfPerson(email);
  const fromList =
    listed.length === 0
      ? []
      : [`${row}: empty the cells that give ${nameText(email)} ${nameList(listed.map(nameText))}`];
  if (listed.length === attributes.length) return fromList;
  const entry = (isOfList(person) ? undefined : placeOf(config, person)) ?? `workspaces.${workspace}.members`;
  return [...fromList, `${entry}: write \`values: {}\` for ${nameText(email)}`];
}

function placeOf(config: Config | undefined, address: Address): string | undefined {
  const range = config?.locate(address)?.range;
  return range && `${range.filename}:${range.start.line}:${range.start.column}`;
}

/** The attributes for which somebody would be open without their groups and own values. */
function openedBy(email: string, liveWorkspace: LiveWorkspace, live: LiveState): readonly string[] {
  const openOf = (workspace: LiveWorkspace): readonly string[] =>
    reviewRows({ ...live, workspaces: [workspace] }).find(({ member }) => member === email)?.open ?? [];
  const id = liveWorkspace.members?.find((one) => one.email === email)?.id;
  const without: LiveWorkspace = {
    ...liveWorkspace,
    groups: liveWorkspace.groups.map((group) =>
      group.is_all_users ? group : { ...group, users: group.users.filter((user) => user !== id) },
    ),
    members: (liveWorkspace.members ?? []).map((one) => (one.id === id ? { ...one, own_values: [] } : one)),
  };
  const before = new Set(openOf(liveWorkspace));
  return openOf(without).filter((attribute) => !before.has(attribute));
}
