import { readFile } from "node:fs/promises";
import type { Plan } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { OUTCOMES_BY_URGENCY, type RunResult } from "../../model/plan/run-result.js";
import { isRecord } from "../../util/is-record.js";
import {
  isAccessChange,
  isDiagnostic,
  isGuard,
  isListOf,
  isReceiptChange,
  isResourceChange,
} from "./recorded-change.js";

/**
 * Reads what a run left behind: a plan or drift as JSON, a receipt, or the JSON of a run that failed. A file that is
 * missing or is none of these is the result of a run that failed: a report must not be silent about it.
 */
export async function readResult(source: string): Promise<RunResult> {
  let document: unknown;
  try {
    document = JSON.parse(await readFile(source, "utf8"));
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    return unreadable(source, isMissing ? "the run left no result" : "the result is not valid JSON");
  }
  return asPlan(source, document) ?? asReceipt(source, document) ?? asFailure(source, document);
}

/** Only what was checked is used of what a file holds. */
type Untrusted<T> = { readonly [K in keyof T]?: unknown };

function asPlan(source: string, document: unknown): RunResult | undefined {
  const plan = document as Untrusted<Plan> | null;
  const summary = plan?.summary as Untrusted<Plan["summary"]> | undefined;
  const isPlan =
    hasRun(plan) &&
    isListOf(plan?.resource_changes, isResourceChange) &&
    isListOf(plan?.access_changes, isAccessChange) &&
    isListOf(plan?.guards, isGuard) &&
    isListOf(plan?.diagnostics, isDiagnostic) &&
    [summary?.create, summary?.update, summary?.delete].every(Number.isSafeInteger) &&
    isRecord(summary?.access) &&
    Number.isSafeInteger(summary.access.opened);
  if (!isPlan) return undefined;
  const { outcome, organization, resource_changes, access_changes, guards, diagnostics } = document as Plan;
  return {
    source,
    kind: "plan",
    outcome,
    organization,
    summary: (document as Plan).summary,
    resource_changes,
    access_changes,
    guards,
    diagnostics,
  };
}

function asReceipt(source: string, document: unknown): RunResult | undefined {
  const receipt = document as Untrusted<Receipt> | null;
  if (!hasRun(receipt) || !isListOf(receipt?.changes, isReceiptChange)) return undefined;
  const { outcome, organization, changes } = document as Receipt;
  return { source, kind: "apply", outcome, organization, changes };
}

function asFailure(source: string, document: unknown): RunResult {
  const failure = document as Untrusted<Plan> | null;
  if (!isOutcome(failure?.outcome) || !isListOf(failure?.diagnostics, isDiagnostic))
    return unreadable(source, "this is neither a plan nor a receipt");
  const { outcome, diagnostics } = document as Plan;
  return { source, kind: "none", outcome, diagnostics };
}

function hasRun(document: Untrusted<Pick<Plan, "outcome" | "organization">> | null): boolean {
  const organization = document?.organization as Untrusted<Plan["organization"]> | undefined;
  return (
    isOutcome(document?.outcome) &&
    typeof organization?.id === "string" &&
    typeof organization.name === "string"
  );
}

const isOutcome = (value: unknown): boolean => OUTCOMES_BY_URGENCY.some((outcome) => outcome === value);

function unreadable(source: string, summary: string): RunResult {
  return { source, kind: "none", outcome: "error", diagnostics: [{ summary }] };
}
