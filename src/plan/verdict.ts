import { hasErrors } from "../model/diagnostic.js";
import type { FailOn } from "../model/plan/fail-on.js";
import { type FindingSource, findingsFrom } from "../model/plan/finding.js";
import type { Guard, Plan } from "../model/plan/plan.js";
import { gainersOf } from "./guards/access-limits.js";
import { CHECK_GUARDS } from "./guards/allowance.js";
import type { PlanOptions } from "./input/inputs.js";
import { isJoined } from "./people/joined.js";

/** Everything in a plan that its verdict depends on; `guards` are those that were asked. */
export type JudgedPlan = Pick<
  Plan,
  | "resource_changes"
  | "steps"
  | "unmanaged"
  | "not_listed"
  | "unsupported"
  | "guards"
  | "rules_changed"
  | "findings"
  | "summary"
  | "people"
  | "arrivals"
>;

/** Decides how a plan ends and if it may be carried out; nothing else does. */
export function verdictOf(
  plan: JudgedPlan,
  { purpose, failOn = [] }: Pick<PlanOptions, "purpose" | "failOn">,
): Pick<Plan, "guards" | "outcome" | "applyable" | "errored"> {
  const asked = purpose === "drift" ? plan.guards.filter(({ code }) => isAboutDrift(code)) : plan.guards;
  const guards = [...asked, ...failOn.flatMap((name) => refusalBy(name, plan))];
  const errored = hasErrors(findingsFrom(plan, "file"));
  const refused = guards.some((guard) => guard.refused);
  const planOutcome = (): Plan["outcome"] => {
    if (errored) return "error";
    if (refused) return "refused";
    return differs(plan, purpose) ? "differences" : "ok";
  };
  return {
    guards,
    outcome: planOutcome(),
    applyable: !errored && !refused && plan.steps.length > 0,
    errored,
  };
}

/** Returns true for a guard that counts for drift: most guards are about writes, and drift never writes. */
const isAboutDrift = (code: Guard["code"]): boolean =>
  code === "expectation-failed" || CHECK_GUARDS.has(code);

/** Returns true if the plan has differences and its purpose makes an outcome of them. */
function differs(plan: JudgedPlan, purpose: PlanOptions["purpose"]): boolean {
  if (purpose !== "compare" && purpose !== "drift") return false;
  // Access that was approved with an invite has not drifted.
  const resource_changes = plan.resource_changes.filter(
    (change) => purpose === "compare" || !isJoined(change),
  );
  return (
    hasChanges({ resource_changes }) ||
    (purpose === "drift" && plan.unsupported.length + plan.not_listed.length > 0)
  );
}

/** Returns true if there is anything to do. */
export function hasChanges({ resource_changes }: Pick<Plan, "resource_changes">): boolean {
  return resource_changes.some(({ change }) => change.actions[0] !== "no-op");
}

/** A finding that `--fail-on` names, shown like any guard. */
function refusalBy(name: FailOn, plan: JudgedPlan): readonly Guard[] {
  const found = FINDINGS[name](plan);
  if (found === 0) return [];
  const message = `--fail-on ${name}: ${found} found`;
  return [{ code: "fail-on", name: `fail-on.${name}`, refused: true, message, actual: found, addresses: [] }];
}

/** The sources of findings that `--fail-on warning` counts; `--fail-on check` counts those of checks. */
const OWN: ReadonlySet<FindingSource> = new Set(["file", "plan"]);

/** The number of a plan's findings, by the name in `--fail-on`. */
const FINDINGS: Readonly<Record<FailOn, (plan: JudgedPlan) => number>> = {
  // Warnings of the service come in every run, and no edit of the file can end them.
  warning: ({ findings }) =>
    findings.filter(({ from, severity }) => OWN.has(from) && severity === "warning").length,
  tie: ({ findings }) => findings.filter(({ code }) => code === "tie").length,
  opened: ({ summary, findings }) =>
    summary.access.opened + findings.filter(({ code }) => code === "arrives-open").length,
  widened: ({ people, arrivals }) => gainersOf(people, arrivals).people,
  arriving: ({ summary }) => summary.access.arriving,
  unmanaged: ({ unmanaged }) => unmanaged.length,
  "not-listed": ({ summary }) => summary.not_listed,
  unsupported: ({ unsupported }) => unsupported.length,
  check: (plan) => findingsFrom(plan, "check").length,
  rules: ({ rules_changed }) => rules_changed.length,
};
