import { type Diagnostic, hasErrors } from "../../model/diagnostic.js";
import { FINDING_SOURCES, findingsFrom } from "../../model/plan/finding.js";
import type { Plan } from "../../model/plan/plan.js";
import { planDigest } from "../../plan/digest.js";
import { areFaithful, otherWorkspaces } from "../../plan/order/faithful-steps.js";
import { isRecord } from "../../util/record.js";
import { checkPlan } from "../documents/check-document.js";

/** A plan that was saved, or why the text is not one. */
export type ParsedPlan = { readonly plan: Plan } | { readonly diagnostics: readonly Diagnostic[] };

/**
 * Reads a plan that was saved as `JSON.stringify(plan)`, whole or not at all: its digest is of its changes, and its
 * steps write these changes and nothing else. That no guard refused it, and the ids of groups, attributes, values and
 * people, are not part of the digest and are believed. A plan is as old as what was read for it: to be sure that it is
 * still what would happen, read and plan again, compare `plan_digest`, and carry the new one out. Never throws.
 */
export function parsePlan(text: string): ParsedPlan {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    return refused("It is not JSON.");
  }
  if (!isRecord(read)) return refused("It is not a plan.");
  if (!isExecution(read))
    return refused("It lacks the steps, or what they need: save the whole plan, and not `planJson(plan)`.");
  const { findings: diagnostics } = read;
  const document = { ...read, execution_order: [], labels: [], warnings: [], checks: [], diagnostics };
  const checked = checkPlan(document);
  // The schema calls them as JSON does.
  if ("problem" in checked) return refused(checked.problem.replace("`diagnostics", "`findings"));
  const plan = read as unknown as Plan; // What the schema does not describe was looked at above.
  if (planDigest(plan) !== plan.plan_digest) return refused("Its digest is of another plan.");
  if (
    plan.outcome === "ok" &&
    (hasErrors(findingsFrom(plan, "file")) || plan.guards.some(({ refused }) => refused))
  )
    return refused("Its outcome is not what its guards and its errors say.");
  if (!areFaithful(plan)) return refused("Its steps do not write what its changes say.");
  if (otherWorkspaces(plan).length > 0) return refused("Its ids are of other workspaces than its digest.");
  return { plan };
}

/** Returns true if a plan also has what only carrying it out needs, in its form. */
function isExecution({ steps, identities, counted_sources, findings }: Record<string, unknown>): boolean {
  const isText = (value: unknown) => typeof value === "string";
  const isListOf = (value: unknown, isOne: (item: unknown) => boolean) =>
    Array.isArray(value) && value.every(isOne);
  return (
    isListOf(
      findings,
      (finding) => isRecord(finding) && FINDING_SOURCES.some((source) => finding.from === source),
    ) &&
    isListOf(
      steps,
      (step) =>
        isRecord(step) &&
        [step.address, step.kind, step.action].every(isText) &&
        isRecord(step.fields) &&
        isListOf(step.needs, Number.isInteger),
    ) &&
    isListOf(identities, (pair) => isListOf(pair, isText) && (pair as readonly unknown[]).length === 2) &&
    isListOf(
      counted_sources,
      (counted) =>
        isRecord(counted) &&
        [counted.removal, counted.source, counted.attribute].every(isText) &&
        isListOf(counted.members, isText),
    )
  );
}

function refused(detail: string): ParsedPlan {
  const summary = "The plan is incomplete, was modified, or comes from another version of orgform";
  return { diagnostics: [{ severity: "error", code: "usage", summary, detail }] };
}
