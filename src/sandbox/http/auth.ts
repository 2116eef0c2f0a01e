import type { TokenRow, UserRow, WorkspaceRow } from "../store/rows.js";
import { habitsOf, indexKey, settingsOf, type World } from "../store/world.js";
import { forbidden, outOfReach, Refusal } from "./refusal.js";

/** The user that a request comes from, and its token. */
export interface Caller {
  readonly token: TokenRow;
  readonly user: UserRow;
}

/** Finds the caller of a request. Throws 401 without a known token. */
export function authenticate(world: World, authorization: string | undefined): Caller {
  const secret = /^Bearer (.+)$/i.exec(authorization ?? "")?.[1];
  const token = secret === undefined ? undefined : world.tokens.get(secret);
  const user = token && world.users.get(token.user_id);
  if (!token || !user) throw new Refusal(401, ["The token is missing or not valid."]);
  return { token, user };
}

/** Throws 403 with the code that says why when the organization requires SSO and the token does not satisfy it. */
export function requireSso(world: World, { token }: Caller): void {
  if (settingsOf(world).sso_required && !token.sso) throw forbidden("SSO_REQUIRED");
}

/** Throws 403 unless the token reaches the whole organization. */
export function requireOrganizationAdmin(caller: Caller): void {
  if (caller.token.scope !== "org_admin") throw forbidden();
}

/** The active workspaces that the token reaches: all of them, or the one it was made for while its user is a member. */
export function reachableWorkspaces(world: World, caller: Caller): readonly WorkspaceRow[] {
  return [...world.workspaces.all()].filter((workspace) => isReachable(world, caller, workspace));
}

/** The active workspace with this id. Throws one and the same refusal whether it does not exist or is out of reach. */
export function reachWorkspace(world: World, caller: Caller, id: string): WorkspaceRow {
  const workspace = world.workspaces.get(id);
  if (!workspace || !isReachable(world, caller, workspace))
    throw outOfReach(habitsOf(world).unknown_place, "Workspace");
  return workspace;
}

function isReachable(world: World, { token, user }: Caller, workspace: WorkspaceRow): boolean {
  if (workspace.archived_at !== null) return false;
  if (token.scope === "org_admin") return true;
  return (
    token.workspace_id === workspace.id && world.members.get(indexKey(workspace.id, user.id)) !== undefined
  );
}
