import { requireOrganizationAdmin } from "../http/auth.js";
import { flag, optional, readFields, text } from "../http/body.js";
import { type Call, type Endpoint, endpoint, inWorkspace } from "../http/endpoint.js";
import { created, done, ok } from "../http/envelope.js";
import { Refusal } from "../http/refusal.js";
import { addWorkspace } from "../store/new-rows.js";
import { admitAdmins, moveOut } from "../store/roster.js";
import { savedName } from "../store/world.js";

/** The organization's workspaces: for org admin tokens only. */
export const workspaceEndpoints: readonly Endpoint[] = [
  endpoint("GET", "/workspaces", (call) => {
    requireOrganizationAdmin(call.caller);
    const archivedToo = readFlag(call, "include_archived");
    const rows = [...call.world.workspaces.all()].filter((row) => archivedToo || row.archived_at === null);
    return ok(rows.map(({ default_role: _, ...shown }) => shown));
  }),

  endpoint("POST", "/workspaces", ({ world, write, caller, body }) => {
    requireOrganizationAdmin(caller);
    const fields = readFields(body, { name: text, provision_by_default: optional(flag) });
    const workspace = addWorkspace(write, { ...fields, name: savedName(world, fields.name) });
    admitAdmins(write, workspace);
    const { id, name, provision_by_default } = workspace;
    return created({ id, name, provision_by_default });
  }),

  inWorkspace("DELETE", "", ({ world, write, caller, now }, workspace) => {
    requireOrganizationAdmin(caller);
    write.put("workspaces", { ...workspace, archived_at: now.toISOString() });
    for (const { user_id } of [...world.members.by("workspace", workspace.id)])
      moveOut(write, workspace.id, user_id);
    return done;
  }),
];

function readFlag(call: Call, name: string): boolean {
  const given = call.query(name) ?? "false";
  if (given !== "true" && given !== "false") throw new Refusal(422, [`query.${name}: must be true or false`]);
  return given === "true";
}
