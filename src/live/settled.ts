import { ApiError } from "../api/call/api-error.js";
import type { ReadClient } from "../api/operations.js";
import type { LiveState } from "../model/state/live-state.js";
import { distinct } from "../plan/reads/reads.js";
import { contradictionsIn } from "./contradictions.js";
import { readNeeds } from "./read-needs.js";

/**
 * The live state, once its lists agree with each other. Lists are read one after the other, so somebody who joins or
 * leaves in between is in one of them only: lists that do not agree are read once more, side by side. If they still do
 * not agree, something is missing, and it rejects.
 */
export async function settled(client: ReadClient, live: LiveState, signal: AbortSignal): Promise<LiveState> {
  const found = live.workspaces.flatMap(contradictionsIn);
  if (found.length === 0) return live;
  const again = await readNeeds(client, live, distinct(found.flatMap((each) => each.again)), signal);
  for (const { path, detail } of again.workspaces.flatMap(contradictionsIn))
    throw new ApiError({ reason: "incomplete", method: "GET", path, detail, retryable: false });
  return again;
}
