import { reachableWorkspaces } from "../server/auth.js";
import type { Endpoint } from "../server/endpoint.js";
import { ok } from "../server/envelope.js";

/** Who the token belongs to and what it reaches. */
export const meEndpoints: readonly Endpoint[] = [
  {
    method: "GET",
    path: "/me",
    handle({ world, caller }) {
      const [organization] = world.organizations.all();
      const workspaces = reachableWorkspaces(world, caller).map(({ id, name }) => ({ id, name }));
      return ok({ user_id: caller.user.id, organization, workspaces });
    },
  },
];
