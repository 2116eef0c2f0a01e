import { workspaceOf } from "../../model/address.js";
import { findingsFrom, guardsOf } from "../../model/plan/finding.js";
import type { Plan, PlanDocument, PlanLabel, ResourceChange } from "../../model/plan/plan.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { effectOf } from "../../plan/diff/resource-change.js";
import { compact, groupBy } from "../../util/collections.js";
import { defined } from "../../util/record.js";
import { isUnchanged } from "./plan-notes.js";

/**
 * The plan as JSON, keys in the order of the schema. Live ids below workspaces and the bodies of writes are
 * left out; applying the file plans again.
 */
export function planJson(plan: Plan, asOf?: AsOf): PlanDocument {
  return defined({
    format_version: plan.format_version,
    orgform_version: plan.orgform_version,
    outcome: plan.outcome,
    organization: plan.organization,
    drift: plan.drift,
    as_of: asOf,
    scope: plan.scope,
    applyable: plan.applyable,
    complete: plan.complete,
    errored: plan.errored,
    workspaces: plan.workspaces,
    resource_changes: plan.resource_changes.filter(({ change }) => change.actions[0] !== "no-op"),
    access_changes: plan.access_changes,
    people: plan.people,
    arrivals: plan.arrivals,
    exposure: plan.exposure,
    execution_order: plan.steps.map(({ step, address, action, needs }) => ({ step, address, action, needs })),
    unmanaged: plan.unmanaged,
    has_joined: plan.has_joined,
    has_nothing_yet: plan.has_nothing_yet,
    seen_by_role: plan.seen_by_role,
    not_listed: plan.not_listed,
    deferred: plan.deferred,
    unsupported: plan.unsupported,
    warnings: [...findingsFrom(plan, "plan"), ...findingsFrom(plan, "service")].map(
      ({ code, summary, detail, address, service }) =>
        defined({ code, message: summary, detail: detail || undefined, address, service }),
    ),
    checks: findingsFrom(plan, "check").map(({ code, severity, summary, detail, address }) =>
      defined({ code, severity, message: summary, detail: detail || undefined, address }),
    ),
    guards: guardsOf(plan),
    adopted: plan.adopted,
    rules_changed: plan.rules_changed,
    new_files: plan.new_files,
    not_in_branch: plan.not_in_branch,
    diagnostics: findingsFrom(plan, "file"),
    summary: plan.summary,
    labels: planLabels(plan),
    people_list: plan.people_list,
    reads: plan.reads,
    plan_digest: plan.plan_digest,
  });
}

/** Labels that a pipeline may put on a pull request. A plan with errors has none: it knows nothing. */
function planLabels(plan: Plan): PlanLabel[] {
  if (plan.errored) return [];
  return compact<PlanLabel>([
    isUnchanged(plan) ? "no-changes" : "changes",
    removesAny(plan) && "removes",
    plan.rules_changed.length > 0 && "changes-rules",
    plan.summary.access.opened > 0 && "opens-access",
  ]);
}

/** Returns true if anything is removed but memberships of people who get another one there, who move. */
function removesAny({ resource_changes }: Plan): boolean {
  const personOf = (change: ResourceChange): string | undefined => {
    const effect = effectOf(change);
    return effect?.on === "membership" ? `${workspaceOf(change.address)} ${effect.member}` : undefined;
  };
  const byAction = groupBy(resource_changes, ({ change }) => change.actions[0]);
  const joining = new Set((byAction.get("create") ?? []).map(personOf));
  return (byAction.get("delete") ?? []).some((removal) => !joining.has(personOf(removal) ?? ""));
}
