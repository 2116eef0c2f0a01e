import type { Address } from "../address.js";
import type { Diagnostic } from "../diagnostic.js";
import type { ResourceKind } from "../resource-kind.js";
import type { Outcome, PlanSummary, ResourceChange } from "./plan.js";

/** How one change or step ended; `unknown`: it may or may not have happened and could not be read back. */
export type StepOutcome = "done" | "failed" | "skipped" | "not_started" | "unknown";

/** What a step is, repeated in each of its events so that every line stands alone. */
export interface StepRef {
  readonly step: number;
  readonly address: Address;
  readonly kind: ResourceKind;
  readonly action: "create" | "update" | "delete";
}

/** Counts of an apply, taken from results and never from the plan. */
export interface ApplyCounts {
  readonly done: number;
  readonly failed: number;
  readonly skipped: number;
  readonly not_started: number;
  readonly unknown: number;
}

/** What an apply says while it runs; `apply_summary` is always last. The edge adds a `timestamp` to each. */
export type ApplyEvent =
  | { readonly type: "version"; readonly orgform: string; readonly format_version: "1.0" }
  | ({ readonly type: "planned_change" } & Pick<ResourceChange, "address" | "action_reason" | "origin"> & {
        readonly kind: ResourceKind;
        readonly action: "create" | "update" | "delete";
      })
  | { readonly type: "change_summary"; readonly summary: PlanSummary; readonly plan_digest: string }
  | ({ readonly type: "apply_start" } & StepRef)
  | ({
      readonly type: "apply_progress";
      readonly message: string;
      /** Seconds until the run goes on, where it waits. */
      readonly wait_seconds?: number;
    } & Partial<StepRef>)
  | ({
      readonly type: "apply_complete";
      readonly id?: string;
      /** The thing was found to be as planned, after an answer that was lost or a refusal. */
      readonly adopted?: true;
      /** It was as planned before this run wrote: somebody else's doing. */
      readonly already?: true;
      readonly warnings: readonly string[];
    } & StepRef)
  | ({
      readonly type: "apply_errored";
      readonly outcome: "failed" | "unknown";
      readonly diagnostic: Diagnostic;
    } & StepRef)
  | ({ readonly type: "apply_skipped"; readonly because_of: readonly Address[] } & StepRef)
  | { readonly type: "diagnostic"; readonly diagnostic: Diagnostic }
  | {
      readonly type: "apply_summary";
      readonly outcome: Outcome;
      /** Steps, by how they ended. */
      readonly steps: ApplyCounts;
      /** Resources, by what was done to them. */
      readonly changes: { readonly create: number; readonly update: number; readonly delete: number };
      readonly warnings: number;
    };
