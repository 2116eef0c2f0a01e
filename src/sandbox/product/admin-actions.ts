import { email, flag, oneOf, optional, readFields, text } from "../http/body.js";
import { notFound, rejected } from "../http/refusal.js";
import { ROLES } from "../routes/invites.js";
import { assertKeys } from "../store/assert-keys.js";
import { ensureUser, findUser, joinWorkspace, leaveWorkspace } from "../store/roster.js";
import type { InviteRow, MemberRow, UserRow, WorkspaceRow } from "../store/rows.js";
import { addToken, findWorkspace } from "../store/seed-world.js";
import { defaultHabits, defaultSettings, type SandboxSettings } from "../store/settings.js";
import type { Writer } from "../store/store.js";
import { indexKey, settingsOf, type World } from "../store/world.js";

/** An action in the product that has no endpoint in the API. Its answer is plain JSON. */
type ProductAction = (write: Writer, body: unknown) => unknown;

const person = {
  first_name: optional(text),
  last_name: optional(text),
  identity_provider: optional(text),
  mfa_enabled: optional(flag),
};

/** Accepts all invites of a person; of everybody without an address. */
export function acceptInvites(write: Writer, address?: string) {
  const invites = [...write.world.invites.all()].filter(
    ({ email }) => address === undefined || email.toLowerCase() === address.toLowerCase(),
  );
  return invites.map((invite) => {
    const { role } = accept(write, invite, {});
    return { workspace: findWorkspace(write.world, invite.workspace_id).name, role };
  });
}

function accept(write: Writer, invite: InviteRow, about: Partial<UserRow>) {
  const workspace = findWorkspace(write.world, invite.workspace_id);
  const user = ensureUser(write, { ...about, email: invite.email });
  write.remove("invites", invite.id);
  joinWorkspace(write, { workspace, userId: user.id, role: invite.role });
  if (invite.role === "organization_admin") promote(write, user.id);
  return { user_id: user.id, workspace_id: workspace.id, role: invite.role };
}

/** The actions of `POST /_sandbox/<name>`, all of them with a JSON body. */
export const productActions: Readonly<Record<string, ProductAction>> = {
  /** Follows the link of an invite, named by `invite_id`, or by `email` and `workspace`. */
  "accept-invite"(write, body) {
    const { world } = write;
    const shape = { invite_id: optional(text), email: optional(email), workspace: optional(text), ...person };
    const { invite_id, workspace, ...fields } = readFields(body, shape);
    const invite =
      invite_id === undefined
        ? inviteOf(world, findWorkspace(world, workspace), fields.email)
        : world.invites.get(invite_id);
    if (!invite) throw notFound("Invite");
    return accept(write, invite, fields);
  },

  /**
   * Signs a person in through SSO: they join every workspace that provisions by default, if they are not in
   * it.
   */
  "sso-sign-in"(write, body) {
    const fields = readFields(body, { email, ...person });
    const user = ensureUser(write, { identity_provider: "Okta", ...fields });
    const { world } = write;
    const joined: string[] = [];
    for (const workspace of [...world.workspaces.all()]) {
      if (!workspace.provision_by_default || workspace.archived_at !== null) continue;
      if (world.members.get(indexKey(workspace.id, user.id))) continue;
      const invite = inviteOf(world, workspace, fields.email);
      if (invite) write.remove("invites", invite.id);
      joinWorkspace(write, { workspace, userId: user.id, role: invite?.role ?? workspace.default_role });
      joined.push(workspace.id);
    }
    return { user_id: user.id, joined };
  },

  /** Makes a personal access token, as the user menu does; the answer is the only place that shows it. */
  tokens(write, body) {
    const fields = readFields(body, {
      email,
      scope: oneOf("admin", "org_admin"),
      workspace: optional(text),
      token: optional(text),
      sso: optional(flag),
    });
    const token = addToken(write, fields);
    return { token: token.id, scope: token.scope, workspace_id: token.workspace_id };
  },

  /** Makes a person an organization admin. */
  promote(write, body) {
    const user = knownUser(write.world, readFields(body, { email }).email);
    promote(write, user.id);
    return { user_id: user.id };
  },

  /** An admin changes the role of a member of a workspace; organization admins are made by `promote`. */
  "set-role"(write, body) {
    const fields = readFields(body, { email, workspace: text, role: oneOf(...ROLES) });
    const member = knownMember(write.world, fields);
    const { user_id, workspace_id } = member;
    if (fields.role === "organization_admin") promote(write, user_id);
    else write.put("members", { ...member, role: fields.role });
    return { user_id, workspace_id, role: fields.role };
  },

  /** A member leaves a workspace, with their own values and group memberships there. */
  "remove-member"(write, body) {
    const { user_id, workspace_id } = knownMember(write.world, readFields(body, { email, workspace: text }));
    leaveWorkspace(write, workspace_id, user_id);
    return { user_id, workspace_id };
  },

  /** The organization starts or stops requiring SSO, which refuses tokens made without it with SSO_REQUIRED. */
  "require-sso"(write, body) {
    const { required = true } = readFields(body, { required: optional(flag) });
    write.put("settings", { ...settingsOf(write.world), sso_required: required });
    return { sso_required: required };
  },

  /** Changes any of the settings; those not named stay. */
  settings(write, body) {
    const fields: Partial<SandboxSettings> = Object(body);
    const unknown = Object.keys(fields).filter((name) => !(name in defaultSettings));
    if (unknown.length > 0) throw rejected(`There is no setting ${unknown.join(", ")}.`);
    const settings = settingsOf(write.world);
    const rate_limit = { ...settings.rate_limit, ...fields.rate_limit };
    const habits = { ...settings.habits, ...fields.habits };
    assertKeys("habits", habits, Object.keys(defaultHabits));
    const changed = { ...settings, ...fields, rate_limit, habits };
    write.put("settings", changed);
    return changed;
  },
};

function inviteOf(world: World, workspace: WorkspaceRow, address = ""): InviteRow | undefined {
  const [invite] = world.invites.by("email", indexKey(workspace.id, address.toLowerCase()));
  return invite;
}

function knownUser(world: World, address: string): UserRow {
  const user = findUser(world, address);
  if (!user) throw notFound("User");
  return user;
}

function knownMember(
  world: World,
  { email, workspace }: { readonly email: string; readonly workspace: string },
): MemberRow {
  const user = knownUser(world, email);
  const member = world.members.get(indexKey(findWorkspace(world, workspace).id, user.id));
  if (!member) throw notFound("Member");
  return member;
}

/** Makes a user an organization admin, who is a member of every active workspace with that role. */
function promote(write: Writer, userId: string): void {
  const { world } = write;
  const user = world.users.get(userId);
  if (!user) return;
  write.put("users", { ...user, organization_admin: true });
  for (const workspace of [...world.workspaces.all()]) {
    if (workspace.archived_at === null)
      joinWorkspace(write, { workspace, userId, role: "organization_admin" });
  }
}
