import { ApiError } from "../api/call/api-error.js";
import type { ReadClient } from "../api/operations.js";
import type { WorkspaceById } from "../kinds/by-id.js";
import { fieldsOfRow } from "../kinds/fields.js";
import type { Me } from "../model/generated/service.js";
import type { LiveState } from "../model/state/live-state.js";
import { nameInFile } from "./read-needs.js";

/** The workspaces in use that a token reaches, and how far it reaches. */
export interface TokenReach {
  readonly token_scope: LiveState["token_scope"];
  /** The workspaces, of which only the list of them was read. */
  readonly workspaces: readonly WorkspaceById[];
}

/**
 * One request for all workspaces. An admin token may not ask (API docs): then `/me` has named the one that it reaches,
 * whose `provision_by_default` stays unknown. Rejects when the two answers contradict each other.
 */
export async function readVisibleWorkspaces(
  client: ReadClient,
  me: Me,
  signal: AbortSignal,
): Promise<TokenReach> {
  try {
    const { data } = await client.listWorkspaces({ signal });
    const workspaces = data.filter(({ archived_at }) => archived_at == null);
    const listed = new Map(workspaces.map(({ id, name }) => [id, name]));
    for (const { id, name } of me.workspaces) {
      const other = listed.get(id);
      if (other === undefined) throw incomplete(`lacks ${id}, which /me names`);
      if (other !== name)
        throw incomplete(`calls ${id} ${JSON.stringify(other)}, and /me calls it ${JSON.stringify(name)}`);
    }
    return {
      token_scope: "organization-admin",
      workspaces: workspaces.map((w) => ({
        ...fieldsOfRow("workspace", w),
        id: w.id,
        name: nameInFile(w),
        provision_by_default: w.provision_by_default,
        ...UNREAD,
      })),
    };
  } catch (error) {
    if (!isScopeRefusal(error) || me.workspaces.length > 1) throw error;
    const workspaces = me.workspaces.map((w) => ({
      id: w.id,
      name: nameInFile(w),
      provision_by_default: null,
      ...UNREAD,
    }));
    return { token_scope: "admin", workspaces };
  }
}

const UNREAD = { groups: [], attributes: [] } as const;

/** Returns true for a plain 403: one with a code, such as SSO_REQUIRED, is not about the token's scope. */
function isScopeRefusal(error: unknown): boolean {
  return error instanceof ApiError && error.reason === "forbidden" && error.errorCode === undefined;
}

function incomplete(detail: string): ApiError {
  return new ApiError({ reason: "incomplete", method: "GET", path: "/workspaces", detail, retryable: false });
}
