import { limitedBy, limitOf, ORGANIZATION_ADMIN, UNLIMITED_ROLES } from "../../access/values/roles.js";
import { KINDS } from "../../kinds/registry.js";
import { namesInAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { canonicalEmail } from "../../model/email.js";
import type { Arrival, ResourceChange } from "../../model/plan/plan.js";
import type { Person, View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredState, DesiredWorkspace, PresentWorkspace } from "../../model/state/desired-state.js";
import { invitesOf, type LiveState, type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import type { WorkspaceChanges } from "../diff/diff-workspace.js";
import { awaitedIn } from "../diff/waiting.js";
import { type BaseFacts, isSame } from "../input/inputs.js";

/**
 * The roles of a workspace that values do not limit. With a base, the roles of both files: no single edit limits a role
 * and grants it.
 */
export function unlimitedRolesAt(workspace: DesiredWorkspace, base?: BaseFacts): readonly string[] {
  const now = rolesOf(workspace) ?? UNLIMITED_ROLES;
  return base === undefined ? now : [...new Set([...now, ...unlimitedRolesIn(base.desired, workspace)])];
}

/** The roles that values do not limit in a workspace, as another file than its own says. */
export function unlimitedRolesIn(file: DesiredState, { id = "", name }: DesiredWorkspace): readonly string[] {
  const found = file.workspaces.find((one) => isSame(one, { id, name }));
  return (found && rolesOf(found)) ?? file.unlimited_roles ?? UNLIMITED_ROLES;
}

const rolesOf = (workspace: DesiredWorkspace): readonly string[] | undefined =>
  workspace.state === "present" ? workspace.unlimited_roles : undefined;

/**
 * The roles that the base gave people, by person, where the file gives another one or none: no endpoint changes a role, so
 * that the edit takes over what they have in the product.
 */
export function rolesTakenOver(base: DesiredWorkspace, file: DesiredWorkspace): ReadonlyMap<string, string> {
  const { at } = contentsOf(file);
  const entries = contentsOf(base).of("invite");
  const taken = entries.filter(
    ({ address, managed: { role } }) => role != null && role !== at(address)?.managed.role,
  );
  return new Map(taken.map(({ name, managed }) => [name, String(managed.role)]));
}

/** Somebody with another role, which values may limit or not. */
export function withRole(person: Person, role: string | undefined, unlimited: readonly string[]): Person {
  if (role === undefined) return person;
  const other = { ...person, role };
  return { ...other, limitedBy: limitOf(other, unlimited) };
}

/** The organization admins, who hold their role in every workspace, in whichever of them it was given. */
interface OrganizationAdmins {
  readonly members: ReadonlySet<string>;
  /** The people whose invite is planned or pending. */
  readonly arriving: ReadonlyMap<string, Arrival["invite"]>;
}

/** The roles of a workspace that more than its roster determines. */
export interface KnownRoles {
  /** The roles that values do not limit. */
  readonly unlimited: readonly string[];
  readonly admins: OrganizationAdmins;
}

/** A workspace of the file, the live one, if there is one, and otherwise what it will be the moment it is created. */
export interface BothSides {
  readonly workspace: DesiredWorkspace;
  readonly liveWorkspace: LiveWorkspace | undefined;
  readonly start: LiveWorkspace | undefined;
  readonly roles: KnownRoles;
}

/** The changes of a workspace with the roles that only all workspaces together determine. */
export type WorkspaceInput = WorkspaceChanges & BothSides;

const isAdmin = ({ role }: { readonly role?: unknown }): boolean => role === ORGANIZATION_ADMIN;

const isAdminInvite = ({ type, change: { actions, after } }: ResourceChange): boolean =>
  KINDS[type].sendsMail === true && actions[0] === "create" && after !== null && isAdmin(after);

/** A workspace of the file with the live one, and its changes. */
interface ChangedWorkspace extends Pick<BothSides, "workspace" | "liveWorkspace"> {
  readonly changes: readonly ResourceChange[];
}

/**
 * The organization admins in the rosters and invites that were read, with those whom the changes invite and those who
 * are awaited.
 */
export function organizationAdminsOf(
  { workspaces, unmanaged_workspaces }: LiveState,
  changed: readonly ChangedWorkspace[],
): OrganizationAdmins {
  const rosters = [...workspaces, ...unmanaged_workspaces].flatMap(membersOf);
  // By address: two accounts of one may be told apart in one workspace, and be one account in another.
  const members = new Set(rosters.filter(isAdmin).map(({ display_email }) => canonicalEmail(display_email)));
  const planned = changed
    .flatMap(({ changes }) => changes.filter(isAdminInvite))
    .map(({ address }) => [namesInAddress(address).name, "planned"] as const);
  const pending = workspaces
    .flatMap((one) => invitesOf(one).filter(isAdmin))
    .map(({ email }) => [email, "pending"] as const);
  const bySignIn = changed.flatMap(awaitedAdmins).map((email) => [email, "sign_in"] as const);
  const arriving = [...bySignIn, ...planned, ...pending].filter(([email]) => !members.has(email));
  return { members, arriving: new Map(arriving) };
}

/**
 * The errors about invites of organization admins where the run is of some workspaces: it would ask none of the rules of
 * the others, where they are admins as well.
 */
export const adminsInvited = (changes: readonly ResourceChange[]): readonly Diagnostic[] =>
  changes
    .filter(isAdminInvite)
    .map(({ address }) =>
      finding(
        "usage",
        `${namesInAddress(address).name} would be an organization admin in every workspace of the file, and --workspace plans some`,
        "Plan the whole file, without --workspace, or give them another role.",
        { address },
      ),
    );

/** The people who are awaited by single sign-on in a workspace and to whom the file gives the role. */
const awaitedAdmins = ({ workspace, liveWorkspace }: ChangedWorkspace): readonly string[] =>
  awaitedIn(workspace, liveWorkspace).flatMap(({ name, managed }) =>
    managed.role === ORGANIZATION_ADMIN ? [name] : [],
  );

/** Reports members whose live role sees everything where the file gives them one that values limit. */
export function rolesUnlimited(
  workspace: PresentWorkspace,
  { person }: View,
  unlimited: readonly string[],
): readonly Diagnostic[] {
  return contentsOf(workspace)
    .of("invite")
    .flatMap(({ address, name, managed }) => {
      const { role: fileRole } = managed;
      const { role, everywhere = role, presence, limitedBy: limit } = person(name) ?? {};
      if (typeof fileRole !== "string" || presence !== "member" || limit !== "nothing") return [];
      if (limitedBy(fileRole, unlimited) === "nothing") return [];
      const summary = `${name} sees everything in ${workspace.name} by the role ${everywhere}, and the file says ${fileRole}`;
      const detail =
        "Change the role in the product: no endpoint does. If it is right, write it into the file.";
      return [finding("role-unlimited", summary, detail, { address })];
    });
}
