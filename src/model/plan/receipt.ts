import type { RecordedChange, RunEvent } from "../generated/documents.js";
import type { ApplyCounts, StepOutcome } from "./event.js";
import type { Outcome } from "./plan.js";

/** The contents of a receipt's first line; the build makes these types of schemas/event.schema.json. */
export type {
  Actor,
  AllowedGuard,
  ApprovedBy,
  RecordedAccess,
  RecordedArrival,
  RunSource,
} from "../generated/documents.js";

/** The facts about a run when it starts to write: the first line of its receipt. */
export type Run = Omit<RunEvent, "timestamp" | "type">;

/** A receipt as a whole: a run, and the outcome of each of its changes. */
export interface Receipt extends Run {
  /** Every change of the plan, in its order. */
  readonly changes: readonly ReceiptChange[];
  /** The end of the run; `interrupted` if it was killed. */
  readonly outcome: Outcome;
  /** The moment of the end, ISO 8601 in UTC; absent if the run was killed, or has not ended. */
  readonly finished_at?: string;
  /** Writes, by how they ended. */
  readonly steps: ApplyCounts;
  /** The warnings of the service, equal ones once. */
  readonly warnings: readonly string[];
}

/** A planned change with what became of it. */
export interface ReceiptChange extends RecordedChange {
  /** `unknown`: it was sent, and nobody knows whether it happened. */
  readonly outcome: StepOutcome;
  /** True if it was already so before the run wrote: somebody else changed it. */
  readonly already?: true;
  /** The reason of the failure. */
  readonly error?: string;
}
