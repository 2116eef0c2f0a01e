import { ApiError } from "../api/call/api-error.js";
import type { Client } from "../api/operations.js";
import { SSO_REQUIRED } from "../api/refusal.js";

/** The waits between looks: reads may lag behind writes for some seconds. */
const WAITS_MS = [500, 1_000, 2_000, 4_000];

/**
 * Looks until what this run has written is shown, for some seconds; then the last answer counts. A thing that was just
 * made may also be answered as one that does not exist, or that the token does not see.
 */
export async function lookUntilShown<Seen>(
  { pause }: Client,
  look: () => Promise<Seen>,
  isLate: (seen: Seen) => boolean = () => false,
): Promise<Seen> {
  for (const wait of WAITS_MS) {
    try {
      const seen = await look();
      if (!isLate(seen) || !(await pause(wait))) return seen;
    } catch (error) {
      const isLateError = error instanceof ApiError && isUnseen(error);
      if (!isLateError || !(await pause(wait))) throw error;
    }
  }
  return await look();
}

const isUnseen = (error: ApiError): boolean =>
  error.reason === "not-found" || (error.reason === "forbidden" && error.errorCode !== SSO_REQUIRED);
