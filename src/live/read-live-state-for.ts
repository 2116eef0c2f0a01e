import type { ReadClient } from "../api/operations.js";
import type { DesiredState } from "../model/state/desired-state.js";
import type { LiveState, ReadNeed } from "../model/state/live-state.js";
import { managedWorkspaces, type PlanOptions } from "../plan/inputs.js";
import { createPlanner, type Planner } from "../plan/planner.js";
import { needsRoster } from "../plan/reads/reads-for-file.js";
import { type LiveRead, readLiveState } from "./read-live-state.js";

/** What to read beyond what planning needs, and when to give up. */
export interface Reading {
  readonly also?: ((live: LiveState) => readonly ReadNeed[]) | undefined;
  readonly signal?: AbortSignal;
  /** Whoever plans afterwards: what it has to compare for reading need not be compared again. */
  readonly planner?: Pick<Planner, "needs">;
}

/**
 * Reads as much of the live organization as planning this file needs, and what `also` asks for besides; no more.
 * See {@link readLiveState}.
 */
export function readLiveStateFor(
  desired: DesiredState,
  client: ReadClient,
  options: Omit<PlanOptions, "orgformVersion"> = {},
  { also = () => [], signal, planner = createPlanner(desired, withVersion(options)) }: Reading = {},
): Promise<LiveRead> {
  const planOptions = withVersion(options);
  return readLiveState(client, {
    organizationId: desired.organization.id,
    selection: managedWorkspaces(desired, planOptions.base, undefined),
    withRoster: needsRoster(desired, planOptions),
    needs: (live) => [...planner.needs(live), ...also(live)],
    ...(signal === undefined ? {} : { signal }),
  });
}

/** What is read does not depend on it. */
const withVersion = (options: Omit<PlanOptions, "orgformVersion">): PlanOptions => ({
  orgformVersion: "",
  ...options,
});
