import { ApiError } from "../../api/call/api-error.js";
import type { ReadClient } from "../../api/operations.js";
import type { Actor } from "../../model/plan/receipt.js";
import type { LiveState } from "../../model/state/live-state.js";

/**
 * The user of the token, with their address: `/me` does not tell it, so that it takes a list of members, which one more
 * request gets if the run has read none. The address is missing where that fails.
 */
export async function actorOf(live: LiveState, client: ReadClient, signal: AbortSignal): Promise<Actor> {
  const { user_id, workspaces, unmanaged_workspaces } = live;
  const known = workspaces.flatMap(({ members = [] }) => members).find(({ id }) => id === user_id);
  if (known !== undefined) return { user_id, email: known.display_email };
  const [workspace] = [...workspaces, ...unmanaged_workspaces];
  if (workspace === undefined) return { user_id };
  try {
    const { data } = await client.listMembers({ workspace_id: workspace.id, signal });
    const email = data.find(({ id }) => id === user_id)?.email;
    return { user_id, ...(email === undefined ? {} : { email }) };
  } catch (error) {
    if (error instanceof ApiError) return { user_id };
    throw error;
  }
}
