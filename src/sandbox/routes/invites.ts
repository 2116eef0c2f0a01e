import type { Caller } from "../http/auth.js";
import { email, oneOf, optional, readFields } from "../http/body.js";
import { type Endpoint, inWorkspace } from "../http/endpoint.js";
import { created, ok } from "../http/envelope.js";
import { conflict, forbidden, rejected } from "../http/refusal.js";
import { addInvite } from "../store/new-rows.js";
import { findUser } from "../store/roster.js";
import type { WorkspaceRow } from "../store/rows.js";
import type { SandboxSettings } from "../store/settings.js";
import { indexKey, settingsOf, type World } from "../store/world.js";

/** Invites that are pending; nothing revokes one. */
export const inviteEndpoints: readonly Endpoint[] = [
  inWorkspace("GET", "/invites", ({ world }, { id }) => ok([...world.invites.by("workspace", id)])),

  inWorkspace("POST", "/invites", ({ world, write, caller, body, now }, workspace) => {
    const fields = readFields(body, { email, role: optional(oneOf(...ROLES)) });
    const role = fields.role ?? workspace.default_role;
    const settings = settingsOf(world);
    refuseByPlan(world, workspace, settings);
    refuseByPolicy(caller, fields.email, role, settings);
    refuseKnown(world, workspace, fields.email);
    return created(
      addInvite(write, workspace, { email: fields.email, role, created_date: now.toISOString() }),
    );
  }),
];

/** Every role that an invite can carry. */
export const ROLES = [
  "organization_admin",
  "admin",
  "develop",
  "develop_without_deploy",
  "explore",
  "view",
  "restricted",
  "embed",
  "embedded_with_scheduling",
  "embed_with_sql",
] as const;

function refuseByPlan(world: World, workspace: WorkspaceRow, { seats, billing }: SandboxSettings): void {
  if (billing !== "active") throw forbidden();
  const taken =
    world.members.count("workspace", workspace.id) + world.invites.count("workspace", workspace.id);
  if (seats !== null && taken >= seats) throw forbidden();
}

function refuseByPolicy(caller: Caller, address: string, role: string, settings: SandboxSettings): void {
  if (role === "organization_admin" && !caller.user.organization_admin) throw forbidden();
  const domain = address.slice(address.lastIndexOf("@") + 1).toLowerCase();
  if (settings.allowed_email_domains?.includes(domain) === false) {
    throw rejected("The domain of this e-mail address is not allowed.");
  }
  if (settings.tier === "free" && role !== "admin")
    throw rejected("On the free tier every invite is for an admin.");
}

function refuseKnown(world: World, workspace: WorkspaceRow, address: string): void {
  const user = findUser(world, address);
  if (user && world.members.get(indexKey(workspace.id, user.id))) {
    throw conflict("Somebody with this e-mail address is a member already.");
  }
  if (world.invites.count("email", indexKey(workspace.id, address.toLowerCase())) > 0) {
    throw conflict("This e-mail address has a pending invite already.");
  }
}
