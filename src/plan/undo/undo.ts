import {
  type Address,
  ALL_USERS,
  ancestorAddress,
  attributeAddress,
  parseAddress,
  workspaceOf,
} from "../../model/address.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import type { Receipt, ReceiptChange } from "../../model/plan/receipt.js";
import type { DataType } from "../../model/resource-kind.js";
import {
  type DesiredAttribute,
  type DesiredGroup,
  type DesiredMember,
  type DesiredState,
  type DesiredValue,
  type DesiredWorkspace,
  type PresentGroup,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import { canonicalEmail } from "../../model/state/email.js";
import type { Fields } from "../../model/state/fields.js";

/** The organization as it was before an apply, as far as that can still be wanted, and what is not taken back. */
export interface WayBack {
  readonly desired: DesiredState;
  readonly warnings: readonly Diagnostic[];
}

/**
 * Takes back, in a description of what lives now, what a receipt says was done: newest first, and only where the live
 * thing still is as the apply left it. Planned against the live state with `current` as its base, the result is the
 * way back. Names are not enough to know a thing again: `ids` are those of the groups and attributes that live. Pure.
 */
export function undoOf(current: DesiredState, receipt: Receipt, ids: ReadonlyMap<Address, string>): WayBack {
  const warnings: Diagnostic[] = [];
  const workspaces = new Map(current.workspaces.map((workspace) => [workspace.name, workspace]));
  for (const change of inOrderOfReturn(withNamesThatLive(receipt, ids))) {
    const [name = ""] = parseAddress(change.address);
    const before = workspaces.get(name);
    const result =
      before === undefined ? gone(change) : (notOurs(change, receipt, ids) ?? takeBack(before, change));
    if (typeof result === "string") warnings.push(notTakenBack(change.address, result));
    else workspaces.set(name, result);
  }
  return { desired: { ...current, workspaces: [...workspaces.values()] }, warnings };
}

/** A group whose renaming did not come about is spoken of under the name that it still has. */
function withNamesThatLive(
  { changes, identities = {} }: Receipt,
  ids: ReadonlyMap<Address, string>,
): readonly ReceiptChange[] {
  const stayed = changes.flatMap(({ type, address, previous_address }) => {
    if (type !== "group" || previous_address === undefined || ids.has(address)) return [];
    const former = ids.get(previous_address);
    const isSame = former !== undefined && former === (identities[address] ?? former);
    return isSame ? [[address, previous_address] as const] : [];
  });
  return changes.map((change) => {
    const found = stayed.find(([address]) => `${change.address}/`.startsWith(`${address}/`));
    if (found === undefined) return change;
    const { previous_address: _, ...rest } = change;
    const [address, former] = found;
    return { ...rest, address: former + change.address.slice(address.length) };
  });
}

/** Why a change is somebody else's by now, or was from the start. */
function notOurs(
  { address, type, action, before, already }: ReceiptChange,
  { workspaces = {}, identities = {} }: Receipt,
  ids: ReadonlyMap<Address, string>,
): string | undefined {
  if (already) return "it was so before the run wrote";
  if (type === "workspace" && action === "create" && workspaces[workspaceOf(address)] === undefined)
    return "nobody knows whether the run made it: archive it in the product, or with `state: absent`";
  for (const thing of thingsOf(address)) {
    const was = identities[thing];
    const now = ids.get(thing);
    if (was === undefined && now !== undefined && before === null)
      return `no id of ${nameOf(thing)} was recorded, so that nobody knows whether the run made it`;
    if (was === undefined || now === was) continue;
    if (now !== undefined) return `something else is called ${nameOf(thing)} now`;
    const [moved] = [...ids].find(([, id]) => id === was) ?? [];
    if (moved !== undefined) return `${nameOf(thing)} is called ${nameOf(moved)} now`;
  }
  return undefined;
}

/** The group and the attribute that a change is about. */
function thingsOf(address: Address): readonly Address[] {
  const [workspace = "", collection, , inner, attribute] = parseAddress(address);
  return [
    ...(collection === "groups" || collection === "attributes" ? [ancestorAddress(address, 3)] : []),
    ...(inner === "values" && attribute !== undefined ? [attributeAddress(workspace, attribute)] : []),
  ];
}

const nameOf = (address: Address): string => JSON.stringify(parseAddress(address).at(-1));

/** Deleted things come back before what hung on them; everything else goes backwards. */
function inOrderOfReturn(changes: readonly ReceiptChange[]): readonly ReceiptChange[] {
  const happened = changes
    .filter(({ outcome, partly }) => outcome === "done" || outcome === "unknown" || partly)
    .reverse();
  const isParent = ({ type, action }: ReceiptChange): boolean =>
    action === "delete" && (type === "group" || type === "attribute");
  return [...happened.filter(isParent), ...happened.filter((change) => !isParent(change))];
}

function gone({ type, action }: ReceiptChange): string {
  return type === "workspace" && action === "delete"
    ? "an archived workspace cannot be brought back through the API: restore it in the product"
    : "its workspace is not there any more";
}

/** The workspace without the change, or why the change stays. */
function takeBack(workspace: DesiredWorkspace, change: ReceiptChange): DesiredWorkspace | string {
  if (workspace.state === "absent") return "its workspace is archived with it";
  const [, , owner = "", , inner = ""] = parseAddress(change.address);
  switch (change.type) {
    case "workspace": {
      if (change.action !== "create") return "nothing of a workspace can be changed back";
      const { name, id } = workspace;
      return isEmpty(workspace) ? { name, state: "absent", ...(id && { id }) } : USED;
    }
    case "attribute":
      if (change.action === "create" && isUsed(workspace, owner)) return USED;
      return replaced(workspace, "attributes", owner, change, attributeOf);
    case "group":
      return takeBackGroup(workspace, owner, change);
    case "group_value":
      return editGroup(workspace, owner, change, (group) => withValue(workspace, group, inner, change));
    case "group_membership":
      return editGroup(workspace, owner, change, (group) => withMember(group, inner, change));
    case "member_value":
      return editMember(workspace, owner, (member) => withValue(workspace, member, inner, change));
    case "invite":
      return "no endpoint revokes an invite: withdraw it in the product";
  }
}

const CHANGED = "somebody changed it since";
const USED = "somebody put something into it since";

/** Members and invites stay whatever happens; everything else would go with the workspace. */
function isEmpty({ attributes = [], groups = [] }: PresentWorkspace): boolean {
  const holds = (group: DesiredGroup) =>
    group.name !== ALL_USERS || (group.state === "present" && (group.values ?? []).length > 0);
  return attributes.length === 0 && !groups.some(holds);
}

/** Values go with their attribute. */
function isUsed({ groups = [], members = [] }: PresentWorkspace, attribute: string): boolean {
  const owners = [...presentIn(groups), ...members];
  return owners.some(({ values = [] }) => values.some((value) => value.attribute === attribute));
}

function takeBackGroup(
  workspace: PresentWorkspace,
  name: string,
  change: ReceiptChange,
): PresentWorkspace | string {
  const { action, before, after, outcome } = change;
  if (action !== "update") return replaced(workspace, "groups", name, change, groupOf);
  return editGroup(workspace, name, change, (group) => {
    const former = String(before?.name ?? name);
    if (group.name === former && group.precedence === before?.precedence) return group;
    // A run that ended in between may have left a precedence that should have stood for a moment only.
    if (outcome === "done" && after?.precedence !== group.precedence) return CHANGED;
    if (workspace.groups?.some((other) => other !== group && other.name === former))
      return `another group is called ${JSON.stringify(former)} now`;
    return {
      ...group,
      name: former,
      previously: former === name ? [] : [name],
      ...(typeof before?.precedence === "number" ? { precedence: before.precedence } : {}),
    };
  });
}

/** A list of named things without a creation, with a deletion, or with the fields as they were. */
function replaced<K extends "attributes" | "groups">(
  workspace: PresentWorkspace,
  list: K,
  name: string,
  { action, before, after, outcome }: ReceiptChange,
  make: (fields: Fields) => NonNullable<PresentWorkspace[K]>[number],
): PresentWorkspace | string {
  const all: readonly (DesiredAttribute | DesiredGroup)[] = workspace[list] ?? [];
  const found = all.find((item) => item.name === name);
  const others = all.filter((item) => item !== found);
  if (action === "delete") {
    if (found !== undefined && outcome !== "done") return workspace;
    if (found !== undefined || before === null) return "something of its name exists again";
    return { ...workspace, [list]: [...all, make(before)] };
  }
  if (action === "create") {
    return found === undefined || isAsCreated(found, after) ? { ...workspace, [list]: others } : CHANGED;
  }
  if (found === undefined || before === null) return CHANGED;
  if ("label" in found && found.label === before.label) return workspace;
  if ("label" in found && found.label !== after?.label) return CHANGED;
  return { ...workspace, [list]: [...others, make(before)] };
}

/** What hung on a creation by the same run was taken back before; what hangs on it still is somebody else's. */
function isAsCreated(item: DesiredAttribute | DesiredGroup, created: Fields | null): boolean {
  if (item.state === "absent" || created === null) return false;
  if ("data_type" in item)
    return item.data_type === created.data_type && (item.label ?? "") === (created.label ?? "");
  const isEmpty = !item.values?.length && !item.members?.length;
  return isEmpty && item.precedence === created.precedence;
}

function attributeOf(fields: Fields): DesiredAttribute {
  const label = fields.label;
  return {
    name: String(fields.name),
    state: "present",
    data_type: String(fields.data_type) as DataType, // A receipt says what the service said.
    ...(typeof label === "string" ? { label } : {}),
    required: false,
  };
}

function groupOf(fields: Fields): DesiredGroup {
  const precedence = Number(fields.precedence);
  return { name: String(fields.name), state: "present", precedence, previously: [], values: [], members: [] };
}

function editGroup(
  workspace: PresentWorkspace,
  name: string,
  { before }: ReceiptChange,
  edit: (group: PresentGroup) => PresentGroup | string,
): PresentWorkspace | string {
  // A group that was renamed is found under its present name too.
  const found = workspace.groups?.find(
    (g) => g.name === name || (g.state === "present" && g.previously.includes(name)),
  );
  if (found?.state !== "present") return before === null ? workspace : CHANGED;
  const edited = edit(found);
  if (typeof edited === "string") return edited;
  return {
    ...workspace,
    groups: (workspace.groups ?? []).map((group) => (group === found ? edited : group)),
  };
}

function editMember(
  workspace: PresentWorkspace,
  email: string,
  edit: (member: DesiredMember) => DesiredMember | string,
): PresentWorkspace | string {
  const found = workspace.members?.find((member) => member.email === email);
  if (found === undefined) return "the member has left";
  const edited = edit(found);
  if (typeof edited === "string") return edited;
  return {
    ...workspace,
    members: (workspace.members ?? []).map((member) => (member === found ? edited : member)),
  };
}

function withValue<T extends { readonly values?: readonly DesiredValue[] }>(
  { attributes }: PresentWorkspace,
  owner: T,
  attribute: string,
  { before, after }: ReceiptChange,
): T | string {
  const values = owner.values ?? [];
  const now = values.find((value) => value.attribute === attribute)?.value;
  if (now === (before === null ? undefined : String(before.value))) return owner;
  if (now !== (after === null ? undefined : String(after.value))) return CHANGED;
  const others = values.filter((value) => value.attribute !== attribute);
  if (before !== null && !attributes?.some(({ name }) => name === attribute))
    return "its attribute is not there any more";
  return {
    ...owner,
    values: before === null ? others : [...others, { attribute, value: String(before.value) }],
  };
}

function withMember(group: PresentGroup, address: string, { before }: ReceiptChange): PresentGroup {
  const members = group.members ?? [];
  const email = canonicalEmail(address);
  // Who came last goes first: among thousands of members, the search ends where it begins.
  const at = members.findLastIndex((person) => person.email === email);
  const others = at === -1 ? members : members.toSpliced(at, 1);
  return { ...group, members: before === null ? others : [...others, { email, display_email: address }] };
}

function notTakenBack(address: Address, why: string): Diagnostic {
  return warningOf("unsupported", `not taken back: ${why}`, address);
}
