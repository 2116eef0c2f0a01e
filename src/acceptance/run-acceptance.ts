import { ApiError } from "../api/call/api-error.js";
import type { Client } from "../api/operations.js";
import { SSO_REQUIRED } from "../api/refusal.js";
import { type Clock, systemClock } from "../api/schedule/clock.js";
import type { CheckResult } from "../model/generated/documents.js";
import type { Me } from "../model/generated/service.js";
import type { Assumption } from "./bench/assumption.js";
import { createWorkbench, type Workbench } from "./bench/workbench.js";
import { type ArchiveResult, prepareWorkspace } from "./own-workspace.js";
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
