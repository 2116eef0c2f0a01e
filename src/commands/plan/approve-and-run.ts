import type { RunFacts } from "../../apply/receipt.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Outcome, Plan } from "../../model/plan/plan.js";
import type { ApprovedBy, RecordedGuards } from "../../model/plan/receipt.js";
import { hasChanges } from "../../plan/verdict.js";
import { eventLine } from "../../render/json-text.js";
import { refusalEvents, SAME_OPTIONS, staleDiagnostic } from "../../render/refusal-events.js";
import { planDifferenceText } from "../../render/view/plan-difference.js";
import {
  type ApprovedPlan,
  ask,
  digestOnceNamed,
  type GivenApproval,
  UNAPPROVED,
  unnamedArchives,
} from "../documents/approval.js";
import { withOutputFile } from "../documents/output-file.js";
import { planAsText } from "../documents/print-plan.js";
import { writeOutput } from "../documents/write-output.js";
import type { Connection } from "../session/connect.js";
import { type CommandContext, isInteractive } from "../session/context.js";
import type { MadePlan } from "../session/make-plan.js";
import { type RunApplyOptions, runApply } from "./run-apply.js";
import { runSourceOf } from "./run-source.js";

/** Options of showing, approving and carrying out a plan. */
export interface ApprovalOptions extends RunApplyOptions {
  readonly autoApprove?: boolean;
  /** A digest. */
  readonly approve?: string;
}

/** A plan and the way to make it again from what exists then, with more workspaces named for archiving. */
export interface Proposal extends MadePlan {
  readonly again: (archives: readonly string[]) => Promise<MadePlan>;
  readonly approval?: GivenApproval | undefined;
  /** For the receipt. */
  readonly guards: RecordedGuards;
}

/** Shows a plan, gets it approved (or finds that it was), and carries out exactly that. */
export async function approveAndRun(
  context: CommandContext,
  options: ApprovalOptions,
  proposal: Proposal,
  connection: Pick<Connection, "client" | "divertWaits">,
): Promise<Outcome> {
  return await withOutputFile(context, options.output, (context) =>
    showAndRun(context, options, proposal, connection),
  );
}

async function showAndRun(
  context: CommandContext,
  options: ApprovalOptions,
  proposal: Proposal,
  connection: Pick<Connection, "client" | "divertWaits">,
): Promise<Outcome> {
  const { plan, again, approval } = proposal;
  if (approval !== undefined && approval.digest !== plan.plan_digest) {
    return showStale(context, options, plan, approval.approved);
  }
  const canAsk = options.format !== "json" && isInteractive(context);
  const nameable = plan.outcome === "refused" && onlyNamesAreMissing(plan) && canAsk;
  if (plan.outcome !== "ok" && !nameable) return showRefusal(context, options, plan, plan.outcome);
  const approved = !hasChanges(plan) || approval !== undefined || options.autoApprove === true;
  if (approved && !nameable) {
    showPlan(context, options, plan);
    const facts = factsOf(context, proposal, wayOf(proposal));
    return await runApply(context, options, { plan, facts }, connection);
  }
  if (options.format === "json") return showRefusal(context, options, plan, "refused", UNAPPROVED);
  const planText = planAsText(context, options, plan, { asksForNames: nameable });
  await writeOutput(context, undefined, planText);
  const answer = await ask(context, plan, planText);
  if (!answer.approved) {
    context.stderr.write("Apply cancelled. Nothing was written.\n");
    return context.stop.aborted || answer.interrupted ? "interrupted" : "refused";
  }
  // Asking took time: what was approved must still be what would happen.
  const { plan: fresh } = await again(answer.archives);
  const approvedDigest = nameable ? digestOnceNamed(plan) : plan.plan_digest;
  if (fresh.plan_digest !== approvedDigest) return showStale(context, options, fresh, plan);
  if (fresh.outcome !== "ok") return showRefusal(context, options, fresh, fresh.outcome);
  return await runApply(
    context,
    options,
    { plan: fresh, facts: factsOf(context, proposal, "prompt") },
    connection,
  );
}

/** How a plan was approved that needs no question. */
function wayOf({ approval }: Proposal): ApprovedBy {
  if (approval === undefined) return "auto-approve";
  return approval.approved === undefined ? "digest" : "plan-file";
}

function factsOf({ env }: CommandContext, { live, guards }: Proposal, approved_by: ApprovedBy): RunFacts {
  const { user_id, workspaces } = live;
  const everybody = workspaces.flatMap(({ members = [] }) => members);
  const email = everybody.find(({ id }) => id === user_id)?.display_email;
  const source = runSourceOf(env);
  return {
    actor: { user_id, ...(email === undefined ? {} : { email }) },
    ...(source === undefined ? {} : { source }),
    approved_by,
    guards: { protect: guards.protect, limits: guards.limits },
  };
}

function onlyNamesAreMissing(plan: Plan): boolean {
  const refusing = plan.guards.filter(({ refused }) => refused);
  return unnamedArchives(plan).length > 0 && refusing.every(({ code }) => code === "archive-unnamed");
}

function showPlan(context: CommandContext, options: ApprovalOptions, plan: Plan): void {
  if (options.format !== "json") context.stdout.write(planAsText(context, options, plan));
}

/** The whole plan is shown also when it is refused. */
function showRefusal(
  context: CommandContext,
  options: ApprovalOptions,
  plan: Plan,
  outcome: Outcome,
  reason?: Diagnostic,
): Outcome {
  showPlan(context, options, plan);
  if (options.format === "json") {
    for (const event of refusalEvents(plan, outcome, reason)) {
      context.stdout.write(`${eventLine(event, context.now().toISOString())}\n`);
    }
  }
  return outcome;
}

function showStale(
  context: CommandContext,
  options: ApprovalOptions,
  plan: Plan,
  approved: ApprovedPlan | undefined,
): Outcome {
  const difference = planDifferenceText(approved, plan);
  if (options.format === "json")
    return showRefusal(context, options, plan, "stale", staleDiagnostic(difference));
  showPlan(context, options, plan);
  context.stderr.write(difference);
  context.stderr.write(`${SAME_OPTIONS}\n`);
  return "stale";
}
