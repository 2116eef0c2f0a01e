import type { Diagnostic } from "../../model/diagnostic.js";
import { refusalsIn } from "../../model/plan/finding.js";
import type { Outcome, Plan } from "../../model/plan/plan.js";
import type { ApprovedBy } from "../../model/plan/receipt.js";
import { type ApprovedContent, approvedPart } from "../../plan/assemble/digest.js";
import { hasChanges } from "../../plan/assemble/verdict.js";
import { planDifferenceText } from "../../report/plan/plan-difference.js";
import { refusalEvents, SAME_OPTIONS, staleDiagnostic } from "../../report/refusal-events.js";
import { eventLine } from "../../report/words/json-text.js";
import { isInteractive } from "../context/context.js";
import { writeOutput } from "../documents/write-output.js";
import type { MadePlan } from "../session/make-plan.js";
import { planAsText } from "../session/print-plan.js";
import { ask, digestOnceNamed, type GivenApproval, UNAPPROVED, unnamedArchives } from "./approval.js";
import { runApply } from "./run-apply.js";
import { runFactsOf } from "./run-facts.js";
import { savePlan } from "./saved-plan.js";
import type { RunSession } from "./show-run.js";

/** A plan and the way to make it again from what exists then, with more workspaces named for archiving. */
interface ProposedPlan extends MadePlan {
  readonly again: (archives: readonly string[]) => Promise<MadePlan>;
  readonly approval?: GivenApproval | undefined;
}

/** Shows a plan, gets it approved (or finds that it was), and carries out exactly that. */
export async function approveAndRun(session: RunSession, proposal: ProposedPlan): Promise<Outcome> {
  const { options } = session;
  await savePlan(session, proposal.plan);
  const approved = await approve(session, proposal);
  if (typeof approved === "string") return approved;
  const { made, by } = approved;
  const keepsReceipt = options.receipt !== false && made.plan.steps.length > 0;
  const facts = await runFactsOf(session, made, by, keepsReceipt);
  return await runApply(session, { plan: made.plan, facts, keepsReceipt });
}

/** A plan that may be carried out, and by what. */
interface Approved {
  readonly made: MadePlan;
  readonly by: ApprovedBy;
}

/** The plan that was approved, or how the command ends without one. */
async function approve(session: RunSession, proposal: ProposedPlan): Promise<Approved | Outcome> {
  const { context, options } = session;
  const { plan, again, approval } = proposal;
  if (approval !== undefined && approval.digest !== plan.plan_digest)
    return showStale(session, plan, approval.approved, approval.approved?.made === undefined);
  const canAsk = options.format !== "json" && isInteractive(context);
  const nameable = plan.outcome === "refused" && onlyNamesAreMissing(plan) && canAsk;
  if (plan.outcome !== "ok" && !nameable) return showRefusal(session, plan, plan.outcome);
  const isGiven = approval !== undefined || options.autoApprove === true;
  // Nobody has to approve a plan without changes.
  if ((isGiven || !hasChanges(plan.resource_changes)) && !nameable) {
    showPlan(session, plan);
    return { made: proposal, by: approvedBy(approval) };
  }
  if (options.format === "json") return showRefusal(session, plan, "refused", UNAPPROVED);
  const shown = (full = false): string =>
    planAsText(context, { ...options, full }, plan, { asksForNames: nameable });
  await writeOutput(context, undefined, shown(options.full));
  const answer = await ask(context, plan, shown(true));
  if (!answer.approved) {
    context.stderr.write("Apply cancelled. Nothing was written.\n");
    return context.stop.aborted || answer.interrupted ? "interrupted" : "refused";
  }
  // Asking took time: what was approved must still be what would happen.
  const made = await again(answer.archives);
  const digest = nameable ? digestOnceNamed(plan) : plan.plan_digest;
  if (made.plan.plan_digest !== digest) return showStale(session, made.plan, approvedPart(plan), false);
  if (made.plan.outcome !== "ok") return showRefusal(session, made.plan, made.plan.outcome);
  return { made, by: "prompt" };
}

/** What approves a plan that nobody is asked about. */
function approvedBy(approval: GivenApproval | undefined): ApprovedBy {
  if (approval === undefined) return "auto-approve";
  return approval.approved === undefined ? "digest" : "plan-file";
}

function onlyNamesAreMissing(plan: Plan): boolean {
  const refusing = refusalsIn(plan);
  return unnamedArchives(plan).length > 0 && refusing.every(({ code }) => code === "archive-unnamed");
}

function showPlan({ context, options }: RunSession, plan: Plan): void {
  if (options.format !== "json") context.stdout.write(planAsText(context, options, plan));
}

/** Shows a refused plan completely, with the reason. */
function showRefusal(session: RunSession, plan: Plan, outcome: Outcome, reason?: Diagnostic): Outcome {
  const { context, options } = session;
  showPlan(session, plan);
  if (options.format === "json") {
    for (const event of refusalEvents(plan, outcome, reason)) {
      context.stdout.write(`${eventLine(event, context.now().toISOString())}\n`);
    }
  }
  return outcome;
}

function showStale(
  session: RunSession,
  plan: Plan,
  approved: ApprovedContent | undefined,
  mayHaveOtherOptions: boolean,
): Outcome {
  const difference = planDifferenceText(approved, approvedPart(plan), plan.plan_digest);
  if (session.options.format === "json")
    return showRefusal(session, plan, "stale", staleDiagnostic(difference, mayHaveOtherOptions));
  showPlan(session, plan);
  session.context.stderr.write(`${difference}${mayHaveOtherOptions ? `${SAME_OPTIONS}\n` : ""}`);
  return "stale";
}
