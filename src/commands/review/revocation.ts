import type { Config } from "../../config/config.js";
import { type Address, groupAddress, memberAddress, membershipAddress } from "../../model/address.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { isSame } from "../../plan/inputs.js";
import { reviewRows } from "../../plan/review/review-rows.js";
import { nameText } from "../../render/labels.js";
import type { LoadedFile } from "../session/load-desired.js";
import type { RowRef } from "./check-list.js";

/** What takes somebody's access away. */
export interface Revocation extends RowRef {
  /** What to change in the file, each with its place where the file has one. */
  readonly edits: readonly string[];
  /** Attributes for which they would be open without what is taken from them. */
  readonly opens: readonly string[];
}

/** The edits of the file that take somebody out of their groups and take their own values, and whether that opens them. */
export function revocationOf(ref: RowRef, live: LiveState, file: LoadedFile | undefined): Revocation {
  const found = live.workspaces.find(({ name }) => name === ref.workspace);
  const wanted = file?.desired.workspaces.find((one) => found !== undefined && isSame(one, found));
  const edits = found === undefined ? [] : editsFor(ref.member, found, wanted, file?.config);
  return {
    ...ref,
    edits: [
      ...edits,
      `Nothing in the file takes ${nameText(ref.member)} out of the workspace itself: remove them in the product`,
    ],
    opens: found === undefined ? [] : openedBy(ref.member, found, live),
  };
}

function editsFor(
  email: string,
  found: LiveWorkspace,
  wanted: DesiredWorkspace | undefined,
  config: Config | undefined,
): string[] {
  const member = found.members?.find((one) => one.email === email);
  const theirs = found.groups.filter(
    ({ is_all_users, users }) => !is_all_users && users.includes(member?.id ?? ""),
  );
  const declared = wanted?.state === "present" ? wanted : undefined;
  const name = wanted?.name ?? found.name;
  const groups = theirs.map((group) => {
    const inFile = declared?.groups?.find((one) => one.name === group.name);
    const isListed =
      inFile?.state === "present" && inFile.members?.some((one) => one.email === email) === true;
    if (!isListed)
      return `The file does not put them into the group ${nameText(group.name)}: give the group its whole list of \`members\` there, without them`;
    const place = placeOf(config, membershipAddress(name, group.name, email));
    const isOfList = place !== undefined && !/\.ya?ml:/i.test(place);
    return isOfList
      ? `${placeOf(config, groupAddress(name, group.name)) ?? name}: add ${nameText(email)} to \`except\` under \`members\` of the group ${nameText(group.name)} (they come from ${place})`
      : `${place ?? name}: take ${nameText(email)} out of \`members\` of the group ${nameText(group.name)}`;
  });
  const hasOwn = (member?.own_values ?? []).length > 0;
  const entry = placeOf(config, memberAddress(name, email)) ?? `workspaces.${name}.members`;
  return [...groups, ...(hasOwn ? [`${entry}: write \`values: {}\` for ${nameText(email)}`] : [])];
}

function placeOf(config: Config | undefined, address: Address): string | undefined {
  const range = config?.locate(address)?.range;
  return range && `${range.filename}:${range.start.line}:${range.start.column}`;
}

/** What nothing holds them back from any more. */
function openedBy(email: string, found: LiveWorkspace, live: LiveState): readonly string[] {
  const openOf = (workspace: LiveWorkspace): readonly string[] =>
    reviewRows({ ...live, workspaces: [workspace] }).find(({ member }) => member === email)?.open ?? [];
  const id = found.members?.find((one) => one.email === email)?.id;
  const without: LiveWorkspace = {
    ...found,
    groups: found.groups.map((group) =>
      group.is_all_users ? group : { ...group, users: group.users.filter((user) => user !== id) },
    ),
    members: (found.members ?? []).map((one) => (one.id === id ? { ...one, own_values: [] } : one)),
  };
  const before = new Set(openOf(found));
  return openOf(without).filter((attribute) => !before.has(attribute));
}
