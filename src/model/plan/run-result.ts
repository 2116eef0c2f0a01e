import type { Diagnostic } from "../diagnostic.js";
import type { Outcome, PlanDocument } from "./plan.js";
import type { Receipt } from "./receipt.js";

/** The result of one run of a fleet, as far as a report needs it; `source` is the file that holds it. */
export type RunResult = { readonly source: string; readonly outcome: Outcome } & (
  | ({ readonly kind: "plan" } & Pick<
      PlanDocument,
      "organization" | "summary" | "resource_changes" | "access_changes" | "guards" | "diagnostics"
    >)
  | ({ readonly kind: "apply" } & Pick<Receipt, "organization" | "changes" | "access_changes">)
  /** The run ended before it knew the organization, or left no result that can be read. */
  | { readonly kind: "none"; readonly diagnostics: readonly Pick<Diagnostic, "summary">[] }
);

/** From the outcome that needs attention most to those that need none. */
export const OUTCOMES_BY_URGENCY: readonly Outcome[] = [
  "error",
  "partial",
  "refused",
  "stale",
  "interrupted",
  "differences",
  "ok",
];
