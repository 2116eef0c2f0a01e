import type { Outcome, Plan } from "../model/plan.js";
import { eventLine } from "../render/json-text.js";
import { planDifferenceText } from "../render/plan-difference.js";
import { refusalEvents } from "../render/refusal-events.js";
import { type ApprovedPlan, ask, readApproval, unnamedArchives } from "./approval.js";
import { connect } from "./connect.js";
import { type CommandContext, isInteractive } from "./context.js";
import { loadDesired } from "./load-desired.js";
import { makePlan } from "./make-plan.js";
import type { CommonOptions, FileOptions, PlanningOptions, ServiceOptions } from "./options.js";
import { hasDifferences, isRefused, withFailOn } from "./outcome.js";
import { planAsText } from "./print-plan.js";
import { runApply } from "./run-apply.js";

/** Options of `apply`. */
export type ApplyOptions = FileOptions &
  ServiceOptions &
  PlanningOptions &
  CommonOptions & {
    readonly planFile?: string;
    readonly approve?: string;
    readonly autoApprove?: boolean;
    readonly receipt?: string;
  };

/** `orgform apply`: plans, shows, asks, and carries out exactly what was shown. */
export async function apply(context: CommandContext, options: ApplyOptions): Promise<Outcome> {
  const approval = await readApproval(options.planFile, options.approve);
  const file = await loadDesired(context, options);
  const connection = await connect(context, options, file.desired);
  try {
    const made = await makePlan(context, options, file, connection.client);
    const plan = withFailOn(made.plan, options.failOn);
    if (approval !== undefined && approval.digest !== plan.plan_digest) {
      return showStale(context, options, plan, approval.approved);
    }
    const refusal = isRefused(plan);
    const nameable = refusal === "refused" && isOnlyUnnamedArchives(plan) && isInteractive(context);
    if (refusal !== undefined && !nameable)
      return showRefusal(context, options, { ...plan, outcome: refusal });
    showPlan(context, options, plan);
    if (!hasDifferences(plan)) return await runApply(context, options, plan, connection.client);
    if (approval === undefined && options.autoApprove !== true) {
      const answer = await ask(context, plan, planAsText(context, options, plan));
      if (!answer.approved) {
        context.stderr.write("Apply cancelled. Nothing was written.\n");
        return "refused";
      }
      const named = { ...options, allowArchive: [...(options.allowArchive ?? []), ...answer.archives] };
      // A person took their time: what they approved must still be what would happen.
      const again = await makePlan(context, named, file, connection.client);
      if (again.plan.plan_digest !== plan.plan_digest) return showStale(context, options, again.plan, plan);
      const still = isRefused(again.plan);
      if (still !== undefined) return showRefusal(context, options, { ...again.plan, outcome: still });
      return await runApply(context, options, again.plan, connection.client);
    }
    return await runApply(context, options, plan, connection.client);
  } finally {
    await connection.close();
  }
}

function isOnlyUnnamedArchives(plan: Plan): boolean {
  return (
    unnamedArchives(plan).length > 0 &&
    plan.guards.every(({ code, refused }) => !refused || code === "archive-unnamed")
  );
}

function showPlan(context: CommandContext, options: ApplyOptions, plan: Plan): void {
  if (options.format !== "json") context.stdout.write(planAsText(context, options, plan));
}

/** The whole plan is shown also when it is refused. */
function showRefusal(context: CommandContext, options: ApplyOptions, plan: Plan): Outcome {
  showPlan(context, options, plan);
  if (options.format === "json") {
    for (const event of refusalEvents(plan))
      context.stdout.write(`${eventLine(event, context.now().toISOString())}\n`);
  }
  return plan.outcome;
}

function showStale(
  context: CommandContext,
  options: ApplyOptions,
  plan: Plan,
  approved: ApprovedPlan | undefined,
): Outcome {
  const stale: Plan = { ...plan, outcome: "stale" };
  if (options.format === "json") return showRefusal(context, options, stale);
  showPlan(context, options, plan);
  context.stderr.write(planDifferenceText(approved, plan));
  return "stale";
}
