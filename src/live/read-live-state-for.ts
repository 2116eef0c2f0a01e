import type { ReadClient } from "../api/operations.js";
import type { DesiredState } from "../model/state/desired-state.js";
import type { LiveState, ReadNeed } from "../model/state/live-state.js";
import { managedWorkspaces, type PlanOptions } from "../plan/input/inputs.js";
import { createPlanner, type Planner } from "../plan/planner.js";
import { needsRoster } from "../plan/reads/reads-for-file.js";
import { type LiveRead, readLiveState } from "./read-live-state.js";

/** Reads beyond those that planning needs, and when to stop. */
export interface Reading {
  readonly also?: ((live: LiveState) => readonly ReadNeed[]) | undefined;
  readonly signal?: AbortSignal;
  /** The planner that is used afterwards: it keeps the comparison that reading needs. */
  readonly planner?: Pick<Planner, "needs">;
}

/**
 * Reads only the part of the live organization that planning this file needs, and what `also` asks for. See
 * {@link readLiveState}.
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

/** Reading does not depend on the version. */
const withVersion = (options: Omit<PlanOptions, "orgformVersion">): PlanOptions => ({
  orgformVersion: "",
  ...options,
});
