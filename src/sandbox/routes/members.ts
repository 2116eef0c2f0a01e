import { type Endpoint, inWorkspace } from "../http/endpoint.js";
import { ok } from "../http/envelope.js";
import { viewMembers } from "../http/views.js";

/** The people in a workspace: to read only, membership changes by invites and sign-ins. */
export const memberEndpoints: readonly Endpoint[] = [
  inWorkspace("GET", "/members", ({ world }, { id }) =>
    ok(viewMembers(world, world.members.by("workspace", id))),
  ),
];
