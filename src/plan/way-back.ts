import { type Address, parseAddress } from "../model/address.js";
import type {
  DesiredAttribute,
  DesiredGroup,
  DesiredMember,
  DesiredState,
  DesiredValue,
  DesiredWorkspace,
  PresentWorkspace,
} from "../model/desired-state.js";
import { canonicalEmail } from "../model/email.js";
import type { Fields, PlanWarning } from "../model/plan.js";
import type { Receipt, ReceiptChange } from "../model/receipt.js";
import type { DataType } from "../model/resource-kind.js";

/** The organization as it was before an apply, as far as that can still be wanted. */
export interface WayBack {
  readonly desired: DesiredState;
  /** Changes that are not taken back, and why. */
  readonly warnings: readonly PlanWarning[];
}

/**
 * Takes back, in a description of what lives now, what a receipt says was done: newest first, and only where the live
 * thing still is as the apply left it. Planned against the live state with `current` as its base, the result is the
 * way back: what was created goes, what was deleted comes back with its values and members, what was changed changes
 * again. Pure.
 */
export function wayBack(current: DesiredState, receipt: Receipt): WayBack {
  const warnings: PlanWarning[] = [];
  const workspaces = new Map(current.workspaces.map((workspace) => [workspace.name, workspace]));
  for (const change of inOrderOfReturn(receipt)) {
    const [name = ""] = parseAddress(change.address);
    const before = workspaces.get(name);
    const result = before === undefined ? gone(change) : takeBack(before, change);
    if (typeof result === "string") warnings.push(notTakenBack(change.address, result));
    else workspaces.set(name, result);
  }
  return { desired: { ...current, workspaces: [...workspaces.values()] }, warnings };
}

/** Deleted things come back before what hung on them; everything else goes backwards. */
function inOrderOfReturn({ changes }: Receipt): readonly ReceiptChange[] {
  const happened = changes.filter(({ outcome }) => outcome === "done" || outcome === "unknown").reverse();
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
    case "workspace":
      return change.action === "create"
        ? { name: workspace.name, state: "absent" }
        : "nothing of a workspace can be changed back";
    case "attribute":
      return replaced(workspace, "attributes", owner, change, attributeOf);
    case "group":
      return takeBackGroup(workspace, owner, change);
    case "group_value":
      return editGroup(workspace, owner, (group) => withValue(group, inner, change));
    case "group_membership":
      return editGroup(workspace, owner, (group) => withMember(group, inner, change));
    case "member_value":
      return editMember(workspace, owner, (member) => withValue(member, inner, change));
    case "invite":
      return "no endpoint revokes an invite: withdraw it in the product";
  }
}

type PresentGroup = Extract<DesiredGroup, { state: "present" }>;

const CHANGED = "somebody changed it since";

function takeBackGroup(
  workspace: PresentWorkspace,
  name: string,
  change: ReceiptChange,
): PresentWorkspace | string {
  const { action, before, after } = change;
  if (action !== "update") return replaced(workspace, "groups", name, change, groupOf);
  return editGroup(workspace, name, (group) => {
    if (after?.precedence !== group.precedence) return CHANGED;
    const former = String(before?.name ?? name);
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
  { action, before, after }: ReceiptChange,
  make: (fields: Fields) => NonNullable<PresentWorkspace[K]>[number],
): PresentWorkspace | string {
  const all: readonly (DesiredAttribute | DesiredGroup)[] = workspace[list] ?? [];
  const found = all.find((item) => item.name === name);
  const others = all.filter((item) => item !== found);
  if (action === "delete") {
    if (found !== undefined || before === null) return "something of its name exists again";
    return { ...workspace, [list]: [...all, make(before)] };
  }
  if (found === undefined) return CHANGED;
  if (action === "create") return { ...workspace, [list]: others };
  if (before === null || ("label" in found && after?.label !== found.label)) return CHANGED;
  return { ...workspace, [list]: [...others, make(before)] };
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
  edit: (group: PresentGroup) => PresentGroup | string,
): PresentWorkspace | string {
  // A group that was renamed is found under its present name too.
  const found = workspace.groups?.find(
    (g) => g.name === name || (g.state === "present" && g.previously.includes(name)),
  );
  if (found?.state !== "present") return CHANGED;
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
  owner: T,
  attribute: string,
  { before, after }: ReceiptChange,
): T | string {
  const values = owner.values ?? [];
  const now = values.find((value) => value.attribute === attribute)?.value;
  if (now !== (after === null ? undefined : String(after.value))) return CHANGED;
  const others = values.filter((value) => value.attribute !== attribute);
  return {
    ...owner,
    values: before === null ? others : [...others, { attribute, value: String(before.value) }],
  };
}

function withMember(
  group: PresentGroup,
  address: string,
  { before, after }: ReceiptChange,
): PresentGroup | string {
  const members = group.members ?? [];
  const email = canonicalEmail(address);
  const isIn = members.some((person) => person.email === email);
  if (isIn !== (after !== null)) return CHANGED;
  const others = members.filter((person) => person.email !== email);
  return { ...group, members: before === null ? others : [...others, { email, display_email: address }] };
}

function notTakenBack(address: Address, why: string): PlanWarning {
  return { code: "unsupported", message: `not taken back: ${why}`, address };
}
