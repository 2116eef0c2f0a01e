import type { ApplyEvent } from "../model/plan/event.js";
import { findingsFrom } from "../model/plan/finding.js";
import type { Plan } from "../model/plan/plan.js";

/**
 * The first events of every apply, also of one that is refused: the version, each change of the plan, what the service
 * warned of while it was read, and the sum.
 */
export function* announce(plan: Plan): Generator<ApplyEvent> {
  yield { type: "version", orgform: plan.orgform_version, format_version: "1.0" };
  for (const { address, type, change, action_reason, origin } of plan.resource_changes) {
    const [action] = change.actions;
    if (action === "no-op") continue;
    yield {
      type: "planned_change",
      address,
      kind: type,
      action,
      ...(action_reason === undefined ? {} : { action_reason }),
      ...(origin === undefined ? {} : { origin }),
    };
  }
  for (const diagnostic of findingsFrom(plan, "service")) yield { type: "diagnostic", diagnostic };
  yield { type: "change_summary", summary: plan.summary, plan_digest: plan.plan_digest };
}
