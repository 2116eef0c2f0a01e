import type { ValidFile } from "../../config/config.js";
import { type Address, memberAddress, membershipAddress, memberValueAddress } from "../../model/address.js";
import { contentsOf } from "../../model/state/contents.js";
import type { PresentWorkspace } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { sortedBy } from "../../util/collections.js";
import { matchGroups } from "../diff/match-groups.js";
import { isSame } from "../input/inputs.js";
import type { ReviewRow } from "./review-rows.js";

/** One thing that a person has in a workspace, other than their role and the values of All Users. */
export interface Holding {
  readonly what: "group" | "value" | "invite";
  /** The name of the group or attribute, or the role of the invite. */
  readonly name: string;
  /** The text of an own value. */
  readonly value?: string;
  /** The place in the file or the list that gives it; `null` where none does. Absent without a file. */
  readonly place?: string | null;
}

/** The groups, own values and pending invite of somebody, each with the place that gives it. */
export function holdingsOf(
  { workspaceId, member: email }: Pick<ReviewRow, "workspaceId" | "member">,
  live: LiveState,
  file: ValidFile | undefined,
): readonly Holding[] {
  const workspace = live.workspaces.find(({ id }) => id === workspaceId);
  if (workspace === undefined) return [];
  const placesInFile = placesIn(workspace, email, file);
  const member = workspace.members?.find((one) => one.email === email);
  if (member === undefined)
    return (workspace.invites ?? [])
      .filter((one) => one.email === email)
      .map(({ role }) => ({ what: "invite", name: role, ...placesInFile.invite() }));
  const attributes = new Map(workspace.attributes.map(({ id, name }) => [id, name]));
  const groups = workspace.groups.filter(
    ({ is_all_users, users }) => !is_all_users && users.includes(member.id),
  );
  return [
    ...sortedBy(groups, ({ name }) => name).map(({ id, name }) => ({
      what: "group" as const,
      name,
      ...placesInFile.group(id),
    })),
    ...(member.own_values ?? []).map(({ attribute_id, value }) => {
      const name = attributes.get(attribute_id) ?? attribute_id;
      return { what: "value" as const, name, value, ...placesInFile.value(name, value) };
    }),
  ];
}

type HoldingPlace = Pick<Holding, "place">;

/** Returns functions from each thing that a person may have in a workspace to the place in the file that gives it. */
function placesIn(workspace: LiveWorkspace, email: string, file: ValidFile | undefined) {
  if (file === undefined) return { group: noFile, value: noFile, invite: noFile };
  const found = file.desired.workspaces.find((one) => isSame(one, workspace));
  const desired: PresentWorkspace | undefined = found?.state === "present" ? found : undefined;
  const { nameOf } = matchGroups(desired, workspace);
  const name = desired?.name ?? workspace.name;
  const placeIn = (address: Address, value?: string): HoldingPlace => {
    const resource = desired && contentsOf(desired).at(address);
    const isInFile = resource !== undefined && (value === undefined || resource.managed.value === value);
    return { place: isInFile ? placeOf(address, file) : null };
  };
  return {
    group: (id: string): HoldingPlace => placeIn(membershipAddress(name, nameOf.get(id) ?? "", email)),
    value: (attribute: string, value: string): HoldingPlace =>
      placeIn(memberValueAddress(name, email, attribute), value),
    invite: (): HoldingPlace => placeIn(memberAddress(name, email)),
  };
}

const noFile = (): HoldingPlace => ({});

/** The row of the list that stands for an address, or its place in the file. */
function placeOf(address: Address, { people, locate }: ValidFile): string | null {
  const row = people?.rowOf(address);
  if (row !== undefined) return row;
  const range = locate(address)?.range;
  return range === undefined ? null : `${range.filename}:${range.start.line}:${range.start.column}`;
}
