import type { Address } from "../model/address.js";
import { hasErrors } from "../model/diagnostic.js";
import type { FailOn } from "../model/plan/fail-on.js";
import type { Guard, Plan } from "../model/plan/plan.js";
import { seesMore } from "./guards/access-limits.js";
import { CHECK_GUARDS } from "./guards/allowance.js";
import type { PlanOptions } from "./inputs.js";
import { isAwaited } from "./order/joiners.js";

/** Everything in a plan that its verdict depends on; `guards` are those that were asked. */
export type JudgedPlan = Pick<
  Plan,
  | "resource_changes"
  | "steps"
  | "unmanaged"
  | "unsupported"
  | "warnings"
  | "checks"
  | "guards"
  | "rules_changed"
  | "diagnostics"
  | "summary"
  | "people"
  | "arrivals"
>;

/** Decides how a plan ends and if it may be carried out; nothing else does. */
export function verdictOf(
  plan: JudgedPlan,
  { purpose, failOn = [], joined }: Pick<PlanOptions, "purpose" | "failOn" | "joined">,
): Pick<Plan, "guards" | "outcome" | "applyable" | "errored"> {
  const asked = purpose === "drift" ? plan.guards.filter(({ code }) => isAboutDrift(code)) : plan.guards;
  const guards = [...asked, ...failOn.flatMap((name) => refusalBy(name, plan))];
  const errored = hasErrors(plan.diagnostics);
  const refused = guards.some((guard) => guard.refused);
  return {
    guards,
    outcome: errored
      ? "error"
      : refused
        ? "refused"
        : differs(plan, purpose, joined?.invited)
          ? "differences"
          : "ok",
    applyable: !errored && !refused && plan.steps.length > 0,
    errored,
  };
}

/** Most guards are about writes, and drift never writes. */
const isAboutDrift = (code: Guard["code"]): boolean =>
  code === "expectation-failed" || CHECK_GUARDS.has(code);

/** Returns true if the plan has differences and its purpose makes an outcome of them. */
function differs(
  plan: JudgedPlan,
  purpose: PlanOptions["purpose"],
  invited: ReadonlySet<Address> | undefined,
): boolean {
  if (purpose !== "compare" && purpose !== "drift") return false;
  const awaited = isAwaited(invited ?? new Set());
  const resource_changes = plan.resource_changes.filter((change) => !awaited(change));
  return hasChanges({ resource_changes }) || (purpose === "drift" && plan.unsupported.length > 0);
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

/** How many findings of each name a plan has. */
const FINDINGS: Readonly<Record<FailOn, (plan: JudgedPlan) => number>> = {
  warning: ({ warnings, diagnostics }) =>
    warnings.length + diagnostics.filter(({ severity }) => severity === "warning").length,
  tie: ({ diagnostics }) => diagnostics.filter(({ code }) => code === "tie").length,
  opened: ({ summary, diagnostics }) =>
    summary.access.opened + diagnostics.filter(({ code }) => code === "arrives-open").length,
  widened({ people, arrivals }) {
    const { surely, unclear } = seesMore(people, arrivals);
    return surely + unclear;
  },
  arriving: ({ summary }) => summary.access.arriving,
  unmanaged: ({ unmanaged }) => unmanaged.length,
  unsupported: ({ unsupported }) => unsupported.length,
  check: ({ checks }) => checks.length,
  rules: ({ rules_changed }) => rules_changed.length,
};
