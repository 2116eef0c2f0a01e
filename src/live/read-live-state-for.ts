import type { ReadClient } from "../api/operations.js";
import type { DesiredState } from "../model/state/desired-state.js";
import type { LiveState, ReadNeed } from "../model/state/live-state.js";
import { type CompareWorkspace, comparisonWith } from "../plan/diff/diff-workspace.js";
import type { PlanOptions } from "../plan/inputs.js";
import { needsRoster } from "../plan/reads/reads-for-file.js";
import { requiredReads, workspacesToRead } from "../plan/reads/required-reads.js";
import { type LiveRead, readLiveState } from "./read-live-state.js";

/** What to read beyond what planning needs, and when to give up. */
export interface Reading {
  readonly also?: ((live: LiveState) => readonly ReadNeed[]) | undefined;
  readonly signal?: AbortSignal;
  /** Remembers what was compared, for the planning that follows. */
  readonly compare?: CompareWorkspace;
}

/**
 * Reads as much of the live organization as planning this file needs, and what `also` asks for besides; no more.
 * See {@link readLiveState}.
 */
export function readLiveStateFor(
  desired: DesiredState,
  client: ReadClient,
  options: Omit<PlanOptions, "orgformVersion"> = {},
  { also = () => [], signal, compare = comparisonWith(options.base) }: Reading = {},
): Promise<LiveRead> {
  const planOptions: PlanOptions = { ...options, orgformVersion: "" };
  return readLiveState(client, {
    organizationId: desired.organization.id,
    selection: workspacesToRead(desired, planOptions.base),
    withRoster: needsRoster(desired, planOptions),
    needs: (live) => [...requiredReads(desired, live, planOptions, compare), ...also(live)],
    ...(signal === undefined ? {} : { signal }),
  });
}
