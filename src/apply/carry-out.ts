import { ApiError } from "../api/api-error.js";
import type { Client } from "../api/operations.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { StepOutcome } from "../model/event.js";
import type { Step } from "../model/step.js";
import { describeFailure, differsFromPlan, isThereTwice } from "./apply-diagnostic.js";
import { execute } from "./execute.js";
import type { IdentityBook } from "./identity-book.js";
import { readBack, type Trace } from "./read-back.js";

/** How a step ended. */
export type StepResult =
  | {
      readonly outcome: "done";
      readonly id?: string;
      readonly adopted: boolean;
      readonly warnings: readonly string[];
    }
  | {
      readonly outcome: Extract<StepOutcome, "failed" | "unknown">;
      readonly diagnostic: Diagnostic;
      /** Nothing else may be started: what lives is not what the plan was made for. */
      readonly fatal: boolean;
    };

/**
 * Carries one step out so that it happens once: a creation whose answer was lost, or that collides, is looked for and
 * adopted when it is there as planned; nothing is ever created a second time. Never rejects for what the service did.
 */
export async function carryOut(client: Client, book: IdentityBook, step: Step): Promise<StepResult> {
  try {
    const { id, warnings, answered } = await execute(client, book, step);
    const difference = differenceFromPlan(step, answered);
    if (difference !== undefined) return failed(differsFromPlan(step, difference));
    if (id !== undefined) book.learn(step.address, id);
    return { outcome: "done", ...(id === undefined ? {} : { id }), adopted: false, warnings };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return await reconcile(client, book, step, error);
  }
}

async function reconcile(
  client: Client,
  book: IdentityBook,
  step: Step,
  error: ApiError,
): Promise<StepResult> {
  if (step.action === "delete" && error.reason === "not-found") {
    const warnings = ["it was already gone"];
    return { outcome: "done", adopted: true, warnings };
  }
  if (step.write.op === "archive-workspace" && (error.reason === "forbidden" || error.mayHaveHappened)) {
    // The service answers 403 for an archived workspace, as for any that cannot be seen: look for it in the list.
    return (await isStillActive(client, book.idOf(step.address)))
      ? failed(describeFailure(step, error))
      : { outcome: "done", adopted: true, warnings: [] };
  }
  const isCollision = error.reason === "conflict";
  if (step.action !== "create" || !(isCollision || error.mayHaveHappened)) {
    return error.mayHaveHappened
      ? unknown(describeFailure(step, error))
      : failed(describeFailure(step, error));
  }
  let traces: readonly Trace[];
  try {
    traces = await readBack(client, book, step);
  } catch (again) {
    if (!(again instanceof ApiError)) throw again;
    return unknown(describeFailure(step, error));
  }
  const [trace, ...others] = traces;
  if (others.length > 0) return { ...failed(isThereTwice(step, traces)), fatal: true };
  if (trace === undefined) return failed(describeFailure(step, error));
  const difference = differenceFromPlan(step, trace.fields);
  if (difference !== undefined) return failed(differsFromPlan(step, difference));
  if (trace.id !== undefined) book.learn(step.address, trace.id);
  const id = trace.id === undefined ? {} : { id: trace.id };
  return { outcome: "done", ...id, adopted: true, warnings: [] };
}

/** Counts a workspace as active unless the list says otherwise: a failed reading proves nothing. */
async function isStillActive(client: Client, id: string): Promise<boolean> {
  try {
    const { data } = await client.listWorkspaces();
    return data.some((workspace) => workspace.id === id);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return true;
  }
}

function failed(diagnostic: Diagnostic): Extract<StepResult, { outcome: "failed" | "unknown" }> {
  return { outcome: "failed", diagnostic, fatal: false };
}

function unknown(diagnostic: Diagnostic): StepResult {
  return { outcome: "unknown", diagnostic, fatal: false };
}

/** A field that the service reports otherwise than planned. */
export interface PlanDifference {
  readonly field: string;
  readonly planned: string | number | boolean;
  readonly answered: string | number | boolean;
}

function differenceFromPlan(
  { write }: Step,
  answered: Readonly<Record<string, string | number | boolean>>,
): PlanDifference | undefined {
  const planned: Readonly<Record<string, unknown>> = { ...write };
  for (const [field, value] of Object.entries(answered)) {
    const wanted = planned[field];
    if (wanted === undefined || wanted === value) continue;
    if (typeof wanted === "string" || typeof wanted === "number" || typeof wanted === "boolean") {
      return { field, planned: wanted, answered: value };
    }
  }
  return undefined;
}
