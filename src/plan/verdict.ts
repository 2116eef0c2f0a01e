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

/** Says how a plan ends and whether it may be carried out: the only place that decides it. */
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

/** Most guards stand before writes, and drift never writes. */
const isAboutDrift = (code: Guard["code"]): boolean =>
  code === "expectation-failed" || CHECK_GUARDS.has(code);

/** Returns true if the plan has differences and its purpose makes an outcome of them. */
function differs(
  plan: JudgedPlan,
  purpose: PlanOptions["purpose"],
  invited: ReadonlySet<Address> | undefined,
): boolean {
  const awaited = invited === undefined ? () => false : isAwaited(invited);
  const resource_changes = plan.resource_changes.filter((change) => !awaited(change));
  const isOutcome = purpose === "compare" || purpose === "drift";
  return (
    (isOutcome && hasChanges({ resource_changes })) || (purpose === "drift" && plan.unsupported.length > 0)
  );
}

/** Returns true if there is anything to do. */
export function hasChanges({ resource_changes }: Pick<Plan, "resource_changes">): boolean {
  return resource_changes.some(({ change }) => change.actions[0] !== "no-op");
}

/** A finding that `--fail-on` names, shown like any guard. */
function refusalBy(name: FailOn, plan: JudgedPlan): readonly Guard[] {
  const found = countFindings(name, plan);
  if (found === 0) return [];
  const message = `--fail-on ${name}: ${found} found`;
  return [{ code: "fail-on", name: `fail-on.${name}`, refused: true, message, actual: found, addresses: [] }];
}

function countFindings(
  name: FailOn,
  {
    warnings,
    diagnostics,
    summary,
    unmanaged,
    unsupported,
    checks,
    rules_changed,
    people,
    arrivals,
  }: JudgedPlan,
): number {
  switch (name) {
    case "warning":
      return warnings.length + diagnostics.filter(({ severity }) => severity === "warning").length;
    case "tie":
      return diagnostics.filter(({ code }) => code === "tie").length;
    case "opened":
      return summary.access.opened + diagnostics.filter(({ code }) => code === "arrives-open").length;
    case "widened": {
      const { surely, unclear } = seesMore(people, arrivals);
      return surely + unclear;
    }
    case "arriving":
      return summary.access.arriving;
    case "unmanaged":
      return unmanaged.length;
    case "unsupported":
      return unsupported.length;
    case "check":
      return checks.length;
    case "rules":
      return rules_changed.length;
  }
}
