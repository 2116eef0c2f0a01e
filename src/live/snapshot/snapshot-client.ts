import { ApiError, type ApiErrorReason } from "../../api/call/api-error.js";
import type { Answered, ReadClient } from "../../api/operations.js";
import { toRow } from "../../kinds/fields.js";
import type { Workspace } from "../../model/generated/service.js";
import { repeatedId } from "../../model/repeated-id.js";
import type { Snapshot } from "../../model/state/snapshot.js";
import { answersOf, type WorkspaceAnswers } from "./answers.js";

/**
 * A client that answers as the service did when the snapshot was taken, and asks nobody: what reads the service reads
 * this the same way, with the same count of requests. What the snapshot does not hold rejects as incomplete.
 */
export function snapshotClient(snapshot: Snapshot): ReadClient {
  const { organization, user_id, workspaces, other_workspaces, token_scope } = snapshot;
  const known = new Map(workspaces.map((workspace) => [workspace.id, answersOf(workspace)]));
  const reached = [...workspaces, ...other_workspaces].map(({ id, name }) => ({ id, name }));
  let requests = 0;
  async function answer<T>(path: string, find: () => T | undefined): Promise<Answered<T>> {
    requests += 1;
    const data = find();
    if (data === undefined) throw failure("incomplete", path, "is not in the snapshot");
    const repeated = repeatedId(data);
    if (repeated !== undefined) throw failure("malformed-response", path, `has the id ${repeated} twice`);
    return { data, warnings: [] };
  }
  const within = <T>(id: string, path: string, find: (answers: WorkspaceAnswers) => T | undefined) =>
    answer(`/workspaces/${id}${path}`, () => {
      const answers = known.get(id);
      return answers && find(answers);
    });
  return {
    requestCount: () => requests,
    warnings: () => [],
    lastAnswer: () => undefined,
    getMe: () => answer("/me", () => ({ user_id, organization, workspaces: reached })),
    listWorkspaces: () =>
      answer("/workspaces", () => {
        // The answer to a token of one workspace.
        if (token_scope === "admin") throw failure("forbidden", "/workspaces", "is refused");
        return [...workspaces, ...other_workspaces].map((workspace) => ({
          provision_by_default: false,
          ...toRow<Partial<Workspace>>("workspace", workspace),
          id: workspace.id,
          name: workspace.name,
        }));
      }),
    listGroups: ({ workspace_id: id }) => within(id, "/groups", ({ groups }) => groups),
    getGroup: ({ workspace_id: id, group_id }) =>
      within(id, `/groups/${group_id}`, ({ group }) => group(group_id)),
    listGroupMembers: ({ workspace_id: id, group_id }) =>
      within(id, `/groups/${group_id}/members`, ({ membersOf }) => membersOf(group_id)),
    listMembers: ({ workspace_id: id }) => within(id, "/members", ({ members }) => members),
    listInvites: ({ workspace_id: id }) => within(id, "/invites", ({ invites }) => invites),
    listAttributeDefinitions: ({ workspace_id: id }) =>
      within(id, "/user_attribute_definitions", ({ definitions }) => definitions),
    listGroupValues: ({ workspace_id: id, group_id }) =>
      within(id, `/groups/${group_id}/user_attributes`, ({ valuesOfGroup }) => valuesOfGroup(group_id)),
    listMemberValues: ({ workspace_id: id, user_id: user }) =>
      within(id, `/members/${user}/user_attributes`, ({ valuesOfMember }) => valuesOfMember(user)),
  };
}

function failure(reason: ApiErrorReason, path: string, detail: string): ApiError {
  return new ApiError({ reason, method: "GET", path, detail, retryable: false });
}
