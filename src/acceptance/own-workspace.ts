import { ApiError } from "../api/call/api-error.js";
import type { Client } from "../api/operations.js";
import type { Clock } from "../api/schedule/clock.js";
import { waitUntil } from "./bench/workbench.js";

/**
 * The workspace of a run. An answer to its creation proves nothing, since the run is there to doubt answers: the
 * workspace is the one that no list had before and that a list has now under the name of the run.
 */
interface OwnWorkspace {
  /** Resolves with the id, also after a lost answer, once a list proves it. Rejects with an `ApiError` without proof. */
  create(stop: AbortSignal): Promise<string>;
  /** Archives it where a list proves it; resolves with `undefined` if it was surely never created. */
  archive(): Promise<ArchiveResult | undefined>;
}

export type ArchiveResult =
  | { readonly type: "archived"; readonly id: string }
  /**
   * The workspace may still be in use: it has to be archived in the product. Without an id, it may not exist.
   */
  | { readonly type: "left"; readonly id?: string; readonly reason: string };

/** The workspace that a run is about to create under `name`; reads the list of those from before. */
export async function prepareWorkspace(client: Client, name: string, clock: Clock): Promise<OwnWorkspace> {
  const before = new Set((await workspacesInUse(client)).map(({ id }) => id));
  let mayExist = false;

  /** The id that a list proves; `undefined` if it proves none. */
  async function provenId(): Promise<string | undefined> {
    const [found, ...others] = (await workspacesInUse(client)).filter((one) => one.name === name);
    return found === undefined || others.length > 0 || before.has(found.id) ? undefined : found.id;
  }

  /** The id and the name in the answer; `undefined` if the answer was lost. */
  async function askForCreation(): Promise<{ readonly id: string; readonly name: string } | undefined> {
    mayExist = true;
    try {
      return (await client.createWorkspace({ body: { name } })).data;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      mayExist = error.mayHaveHappened;
      if (mayExist && error.reason !== "malformed-response") return undefined;
      throw error;
    }
  }

  return {
    async create(stop) {
      const answered = await askForCreation();
      if (answered !== undefined && (before.has(answered.id) || answered.name !== name))
        throw notProven("POST", "was answered with another workspace than the one that was asked for");
      let id: string | undefined;
      await waitUntil(clock, stop, async () => {
        id = await provenId();
        return id !== undefined;
      });
      if (id === undefined) throw notProven("GET", `does not list a new workspace ${name}, or lists several`);
      if (answered !== undefined && answered.id !== id)
        throw notProven("GET", `gives ${name} another id than the answer to its creation`);
      return id;
    },
    async archive() {
      if (!mayExist) return undefined;
      let id: string | undefined;
      try {
        id = await provenId();
        if (id === undefined) return { type: "left", reason: "the list of workspaces does not show it" };
        await client.archiveWorkspace({ workspace_id: id });
        return { type: "archived", id };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { type: "left", ...(id === undefined ? {} : { id }), reason: error.message };
      }
    },
  };
}

async function workspacesInUse(client: Client) {
  const { data } = await client.listWorkspaces();
  return data.filter(({ archived_at }) => archived_at == null);
}

function notProven(method: "GET" | "POST", detail: string): ApiError {
  return new ApiError({
    reason: "malformed-response",
    method,
    path: "/workspaces",
    detail,
    retryable: false,
  });
}
