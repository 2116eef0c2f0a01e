import { randomUUID } from "node:crypto";
import schema from "../../../schemas/seed.schema.json" with { type: "json" };
import { violationsInWords } from "../../util/schema-words.js";
import { validate } from "./generated/seed-validator.js";
import { addInvite, addUser, addValue, addWorkspace } from "./new-rows.js";
import { admitAdmins, ensureUser, findUser, joinWorkspace } from "./roster.js";
import type { TokenRow, WorkspaceRow } from "./rows.js";
import type { SandboxSeed, SeedToken, SeedValues, SeedWorkspace } from "./seed.js";
import { defaultSettings } from "./settings.js";
import type { Writer } from "./store.js";
import { indexKey, type World } from "./world.js";

/** Fills an empty world. Throws for a seed of another form, and for one that names an unknown attribute, workspace or person. */
export function seedWorld(write: Writer, seed: SandboxSeed, now: Date): void {
  // A misspelt key must not be ignored.
  if (!validate(seed)) throw new Error(violationsInWords(validate.errors ?? [], "The seed", schema));
  const { world } = write;
  write.put("organizations", seed.organization ?? { id: "org_northwind", name: "Northwind" });
  write.put("settings", { id: "settings", ...defaultSettings, ...seed.settings });
  for (const user of seed.users ?? []) addUser(write, user);
  for (const email of organizationAdmins(seed)) {
    write.put("users", { ...ensureUser(write, { email }), organization_admin: true });
  }
  if (!firstOrganizationAdmin(world)) addUser(write, defaultAdmin);
  for (const workspace of seed.workspaces ?? []) seedWorkspace(write, workspace, now);
  for (const token of seed.tokens ?? []) addToken(write, token);
}

const defaultAdmin = {
  email: "admin@northwind.example",
  first_name: "Nora",
  last_name: "North",
  mfa_enabled: true,
  identity_provider: "Okta",
  organization_admin: true,
};

/** The e-mail addresses of organization admins: people with the role in a workspace, or a token for the organization. */
function organizationAdmins({ workspaces = [], tokens = [] }: SandboxSeed): readonly string[] {
  const members = workspaces.flatMap((workspace) => workspace.members ?? []);
  return [
    ...members.filter((member) => member.role === "organization_admin"),
    ...tokens.filter((token) => token.scope === "org_admin"),
  ].map(({ email }) => email);
}

/** The first user who is an organization admin. */
export function firstOrganizationAdmin(world: World) {
  return [...world.users.all()].find((user) => user.organization_admin);
}

/** The first token of this scope. */
export function firstToken(world: World, scope: TokenRow["scope"]): TokenRow | undefined {
  return [...world.tokens.all()].find((token) => token.scope === scope);
}

/**
 * Makes a token with the reach that its owner has. Throws for an unknown person, for a workspace that is missing,
 * ambiguous or not theirs, and for an organization they do not administer.
 */
export function addToken(write: Writer, given: SeedToken): TokenRow {
  const { email, scope, sso = false } = given;
  const { world } = write;
  const user = findUser(world, email);
  if (!user) throw new Error(`nobody has the e-mail address ${email}`);
  const workspace = scope === "admin" ? findWorkspace(world, given.workspace) : null;
  const reaches = workspace ? world.members.get(indexKey(workspace.id, user.id)) : user.organization_admin;
  if (!reaches) throw new Error(`${email} cannot make a token of scope ${scope} there`);
  const id = given.token ?? `sandbox-${randomUUID()}`;
  const token: TokenRow = { id, user_id: user.id, scope, workspace_id: workspace?.id ?? null, sso };
  write.put("tokens", token);
  return token;
}

/** The workspace with this id, else the only active one with this name. Throws when there is none, or more than one. */
export function findWorkspace(world: World, idOrName: string | undefined): WorkspaceRow {
  const byId = idOrName === undefined ? undefined : world.workspaces.get(idOrName);
  if (byId) return byId;
  const named = [...world.workspaces.all()].filter(
    (row) => row.name === idOrName && row.archived_at === null,
  );
  const [only, second] = named;
  if (!only || second) throw new Error(`${named.length} workspaces are called ${JSON.stringify(idOrName)}`);
  return only;
}

function seedWorkspace(write: Writer, seed: SeedWorkspace, now: Date): void {
  const { world } = write;
  const workspace = addWorkspace(write, seed, seed.all_users);
  const { id: workspace_id, default_role } = workspace;
  /** Makes a person a member, unless they are one, and gives their id. */
  const admit = (email: string, role = default_role): string => {
    const { id: userId } = ensureUser(write, { email });
    if (!world.members.get(indexKey(workspace_id, userId))) joinWorkspace(write, { workspace, userId, role });
    return userId;
  };
  const giveValues = (source: "user" | "group", source_id: string, values: SeedValues = {}): void => {
    for (const [name, value] of Object.entries(values)) {
      const [definition] = world.definitions.by("name", indexKey(workspace_id, name));
      if (!definition) throw new Error(`workspace ${workspace.name} has no attribute ${name}`);
      addValue(write, definition, { source, source_id, value });
    }
  };
  for (const { id = write.newId("uad"), name, data_type, label = name } of seed.definitions ?? [])
    write.put("definitions", { id, workspace_id, name, data_type, label });
  for (const { email, role, values } of seed.members ?? []) giveValues("user", admit(email, role), values);
  if (workspace.archived_at === null) admitAdmins(write, workspace);
  const [allUsers] = world.groups.by("precedence", indexKey(workspace_id, 0));
  if (allUsers) giveValues("group", allUsers.id, seed.all_users?.values);
  for (const { id = write.newId("grp"), name, precedence, members = [], values } of seed.groups ?? []) {
    write.put("groups", {
      id,
      workspace_id,
      name,
      is_all_users: false,
      user_attribute_precedence: precedence,
    });
    for (const email of members) {
      const user_id = admit(email);
      write.put("memberships", { id: indexKey(id, user_id), workspace_id, group_id: id, user_id });
    }
    giveValues("group", id, values);
  }
  for (const { role = default_role, created_date = now.toISOString(), ...given } of seed.invites ?? [])
    addInvite(write, workspace, { ...given, role, created_date });
}
