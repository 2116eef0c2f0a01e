import { reachableWorkspaces } from "../http/auth.js";
import { type Endpoint, endpoint } from "../http/endpoint.js";
import { ok } from "../http/envelope.js";

/** The owner of the token, and what it reaches. */
export const meEndpoints: readonly Endpoint[] = [
  endpoint("GET", "/me", ({ world, caller }) => {
    const [organization] = world.organizations.all();
    const workspaces = reachableWorkspaces(world, caller).map(({ id, name }) => ({ id, name }));
    return ok({ user_id: caller.user.id, organization, workspaces });
  }),
];
