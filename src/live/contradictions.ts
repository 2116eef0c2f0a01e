import { ApiError } from "../api/api-error.js";
import type { LiveValue, LiveWorkspace } from "../model/live-state.js";

/** Throws where what was read of a workspace cannot be the whole of it. */
export function assertWhole({ id, groups, members, attributes }: LiveWorkspace): void {
  // Every workspace has the built-in group (api.md).
  if (!groups.some((group) => group.is_all_users)) throw incomplete(id, "groups", "lacks the built-in group");
  // Lists that refer to what another list lacks: one of them is not the whole, and nobody can say which.
  const known = new Set(members?.map((member) => member.id));
  if (members !== undefined && groups.some(({ users }) => users.some((user) => !known.has(user))))
    throw incomplete(id, "members", "lacks people who are in its groups");
  const defined = new Set(attributes.map((attribute) => attribute.id));
  const isUndefined = ({ attribute_id }: LiveValue): boolean => !defined.has(attribute_id);
  if (
    groups.some(({ values }) => values?.some(isUndefined)) ||
    members?.some(({ own_values }) => own_values?.some(isUndefined))
  )
    throw incomplete(id, "user_attribute_definitions", "lacks attributes that have values");
}

function incomplete(workspaceId: string, list: string, detail: string): ApiError {
  const path = `/workspaces/${workspaceId}/${list}`;
  return new ApiError({ reason: "incomplete", method: "GET", path, detail, retryable: false });
}
