import { ApiError } from "../api/call/api-error.js";
import type { Client } from "../api/operations.js";
import { SSO_REQUIRED } from "../api/refusal.js";
import { type Clock, systemClock } from "../api/schedule/clock.js";
import type { CheckResult } from "../model/generated/documents.js";
import type { Me } from "../model/generated/service.js";
import { setOf } from "../util/collections.js";
import type { Assumption } from "./bench/assumption.js";
import { createWorkbench, type Workbench, waitUntil } from "./bench/workbench.js";
import { NotPossible } from "./register/people.js";
import { ASSUMPTIONS } from "./register.js";

/** The beginning of the name of each workspace that a run makes. */
export const WORKSPACE_PREFIX = "orgform-acceptance-";

/** An event in a run of the checks. */
export type AcceptanceEvent =
  | { readonly type: "workspace"; readonly id: string; readonly name: string }
  | { readonly type: "check"; readonly number: number; readonly of: number; readonly result: CheckResult }
  | (ArchiveResult & { readonly name: string });

interface AcceptanceRun {
  /** A client that an interrupt does not stop: the archive at the end needs it. */
  readonly client: Client;
  readonly me: Me;
  /** The last part of the workspace's name. */
  readonly suffix: string;
  readonly invite?: string | undefined;
  /** Ends the checks after the one that is under way; the workspace is archived all the same. */
  readonly stop: AbortSignal;
  readonly clock?: Clock;
}

/**
 * Makes a workspace, runs every check in it, one after the other, and archives it, also after an interrupt, a failure or
 * a lost answer. Writes nowhere else. Rejects with an `ApiError` if the service cannot be asked.
 */
export async function* runAcceptance(run: AcceptanceRun): AsyncGenerator<AcceptanceEvent> {
  const { client, me, suffix, invite, stop, clock = systemClock } = run;
  const name = `${WORKSPACE_PREFIX}${suffix}`;
  const own = await prepareWorkspace(client, name, clock);
  try {
    const id = await own.create(stop);
    yield { type: "workspace", id, name };
    const place = { workspace_id: id, user_id: me.user_id, invite };
    const bench = createWorkbench(client, { ...place, signal: stop, clock });
    for (const [index, assumption] of ASSUMPTIONS.entries()) {
      if (stop.aborted) break;
      const result = await resultOf(assumption, bench);
      yield { type: "check", number: index + 1, of: ASSUMPTIONS.length, result };
    }
  } catch (error) {
    if (!stop.aborted) throw error;
  } finally {
    const end = await own.archive();
    if (end !== undefined) yield { ...end, name };
  }
}

async function resultOf({ id, expected, check }: Assumption, bench: Workbench): Promise<CheckResult> {
  const known = { assumption: id, expected };
  if (typeof check !== "function") return { ...known, observed: null, holds: null, reason: check.none };
  try {
    const observed = await check(bench);
    return { ...known, observed, holds: observed === expected };
  } catch (error) {
    if (error instanceof NotPossible) return { ...known, observed: null, holds: null, reason: error.message };
    if (error instanceof ApiError && isAboutTheCheck(error))
      return { ...known, observed: outcomeInWords(error), holds: false };
    throw error;
  }
}

/** Returns true for a failure that says something about the assumption; others end the run. */
function isAboutTheCheck({ reason, errorCode }: ApiError): boolean {
  if (errorCode === SSO_REQUIRED) return false;
  return !["unauthorized", "network", "timeout", "unavailable", "rate-limited", "interrupted"].includes(
    reason,
  );
}

/** Neither the path nor the words of the service, which may hold ids and names. */
const outcomeInWords = ({ reason, status }: ApiError): string =>
  status === undefined ? reason : `${reason} (${status})`;

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

type ArchiveResult =
  | { readonly type: "archived"; readonly id: string }
  /**
   * The workspace may still be in use: it has to be archived in the product. Without an id, it may not exist.
   */
  | { readonly type: "left"; readonly id?: string | undefined; readonly reason: string };

/** The workspace that a run is about to create under `name`; reads the list of those from before. */
async function prepareWorkspace(client: Client, name: string, clock: Clock): Promise<OwnWorkspace> {
  const before = setOf(await workspacesInUse(client), "id");
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
        return { type: "left", id, reason: error.message };
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
