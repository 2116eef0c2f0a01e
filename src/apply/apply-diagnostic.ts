import { apiDiagnostic } from "../api/api-diagnostic.js";
import { ApiError } from "../api/api-error.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { StepOutcome } from "../model/event.js";
import type { Step } from "../model/step.js";
import type { PlanDifference } from "./carry-out.js";
import type { Trace } from "./read-back.js";

/** A step that the service refused or did not answer; one that is known to have `failed` is in doubt no more. */
export function describeFailure(step: Step, error: ApiError, outcome?: StepOutcome): Diagnostic {
  const settled =
    outcome === "failed" ? new ApiError({ ...error, cause: error.cause, mayHaveHappened: false }) : error;
  return { ...apiDiagnostic(settled), address: step.address };
}

/** A step after which the thing is not as planned. */
export function differsFromPlan(step: Step, { field, planned, answered }: PlanDifference): Diagnostic {
  return {
    severity: "error",
    code: "api",
    address: step.address,
    summary: `${field} is ${String(answered)}, not ${String(planned)} as planned`,
    detail:
      "The service says something else than what was written, so somebody else may be changing it. Plan again.",
  };
}

/** A deletion of what is gone, where something of its name lives: somebody has made it anew since it was read. */
export function madeAnew({ address }: Step): Diagnostic {
  return {
    severity: "error",
    code: "api",
    address,
    summary: "It was deleted and recreated since it was read",
    detail: "What is there now was not looked at by the plan, so it is left alone. Plan again.",
  };
}

/** A creation in doubt that is found more than once. */
export function foundTwice(step: Step, traces: readonly Trace[]): Diagnostic {
  const ids = traces.map(({ id }) => id ?? "?").join(" and ");
  return {
    severity: "error",
    code: "duplicate-live-name",
    address: step.address,
    summary: `It exists ${traces.length} times now: ${ids}`,
    detail: "Nothing more is written. Delete the one that is not wanted in the product, then apply again.",
  };
}
