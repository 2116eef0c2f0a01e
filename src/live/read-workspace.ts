import { ApiError } from "../api/api-error.js";
import type { ReadClient } from "../api/operations.js";
import type { LiveWorkspace } from "../model/live-state.js";
import { toLiveAttribute, toLiveGroup } from "./from-answers.js";
import type { VisibleWorkspace } from "./visible-workspaces.js";

/** Two requests: the groups and the attribute definitions of one workspace. */
export async function readWorkspace(
  client: ReadClient,
  workspace: VisibleWorkspace,
  signal: AbortSignal,
): Promise<LiveWorkspace> {
  const workspace_id = workspace.id;
  const [groups, definitions] = await Promise.all([
    client.listGroups({ workspace_id, signal }),
    client.listAttributeDefinitions({ workspace_id, signal }),
  ]);
  if (!groups.data.some((group) => group.is_all_users)) throw withoutBuiltIn(workspace_id);
  return {
    ...workspace,
    groups: groups.data.map(toLiveGroup),
    attributes: definitions.data.map(toLiveAttribute),
  };
}

/** Every workspace has the built-in group (api.md): a list without it cannot be the whole. */
function withoutBuiltIn(workspaceId: string): ApiError {
  const path = `/workspaces/${workspaceId}/groups`;
  const detail = "lacks the built-in group";
  return new ApiError({ reason: "incomplete", method: "GET", path, detail, retryable: false });
}
