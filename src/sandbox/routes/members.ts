import { reachWorkspace } from "../server/auth.js";
import type { Endpoint } from "../server/endpoint.js";
import { ok } from "../server/envelope.js";
import { viewMembers } from "../server/views.js";

/** Who is in a workspace: to read only, membership changes by invites and sign-ins. */
export const memberEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/workspaces/{workspace_id}/members",
    handle({ world, caller, param }) {
      const workspace = reachWorkspace(world, caller, param("workspace_id"));
      return ok(viewMembers(world, world.members.by("workspace", workspace.id)));
    },
  },
];
