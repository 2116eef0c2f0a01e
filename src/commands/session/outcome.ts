import { FAIL_ON } from "../../model/plan/fail-on.js";
import type { Outcome, Plan } from "../../model/plan/plan.js";
import { fail } from "./command-error.js";

/** Whether there is anything to do. */
export function hasDifferences(plan: Plan): boolean {
  return plan.resource_changes.some(({ change }) => change.actions[0] !== "no-op");
}

/** The plan with findings that `--fail-on` names turned into refusals, so that they are shown like any guard. */
export function withFailOn(plan: Plan, names: readonly string[] | undefined): Plan {
  const guards = (names ?? []).flatMap((name) => {
    const found = findingsOf(plan, name);
    if (found === undefined) {
      throw fail("error", "usage", `--fail-on ${name} is not known`, `It takes ${FAIL_ON.join(", ")}.`);
    }
    if (found === 0) return [];
    const message = `--fail-on ${name}: ${found} found`;
    return [
      {
        code: "fail-on",
        name: `fail-on.${name}`,
        refused: true,
        message,
        actual: found,
        addresses: [],
      } as const,
    ];
  });
  if (guards.length === 0) return plan;
  const outcome = plan.outcome === "ok" ? "refused" : plan.outcome;
  return { ...plan, guards: [...plan.guards, ...guards], outcome, applyable: false };
}

function findingsOf(plan: Plan, name: string): number | undefined {
  switch (name) {
    case "warning":
      return plan.warnings.length + plan.diagnostics.filter(({ severity }) => severity === "warning").length;
    case "tie":
      return plan.diagnostics.filter(({ code }) => code === "tie").length;
    case "opened":
      return (
        plan.summary.access.opened + plan.diagnostics.filter(({ code }) => code === "arrives-open").length
      );
    case "arriving":
      return plan.summary.access.arriving;
    case "unmanaged":
      return plan.unmanaged.length;
    case "unsupported":
      return plan.unsupported.length;
    case "check":
      return plan.checks.length;
    case "rules":
      return plan.rules_changed.length;
    default:
      return undefined;
  }
}

/** The plan's outcome where differences count as one. */
export function withDifferences(plan: Plan, differ: boolean): Plan {
  return plan.outcome === "ok" && differ ? { ...plan, outcome: "differences" } : plan;
}

/** Why a plan may not be carried out at all, if so; that there is nothing to do is no reason. */
export function refusalOf(plan: Plan): Outcome | undefined {
  if (plan.errored) return "error";
  return plan.guards.some(({ refused }) => refused) ? "refused" : undefined;
}
