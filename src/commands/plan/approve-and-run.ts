import type { Diagnostic } from "../../model/diagnostic.js";
import { refusalsIn } from "../../model/plan/finding.js";
import type { Outcome, Plan } from "../../model/plan/plan.js";
import type { ApprovedBy } from "../../model/plan/receipt.js";
import { approvedPart } from "../../plan/digest.js";
import { hasChanges } from "../../plan/verdict.js";
import { planDifferenceText } from "../../report/plan/plan-difference.js";
import { refusalEvents, SAME_OPTIONS, staleDiagnostic } from "../../report/refusal-events.js";
import { eventLine } from "../../report/words/json-text.js";
import { count } from "../../util/english.js";
import { type CommandContext, isInteractive } from "../context/context.js";
import { writeOutput } from "../documents/write-output.js";
import type { MadePlan } from "../session/make-plan.js";
import { planAsText } from "../session/print-plan.js";
import {
  type ApprovedPlan,
  ask,
  digestOnceNamed,
  type GivenApproval,
  UNAPPROVED,
  unnamedArchives,
} from "./approval.js";
import { runApply } from "./run-apply.js";
import { leavesReceipt, runFactsOf } from "./run-facts.js";
import { savePlan } from "./saved-plan.js";
import type { RunSession } from "./show-run.js";

/** A plan and the way to make it again from what exists then, with more workspaces named for archiving. */
interface ProposedPlan extends MadePlan {
  readonly again: (archives: readonly string[]) => Promise<MadePlan>;
  readonly approval?: GivenApproval | undefined;
}

/** Shows a plan, gets it approved (or finds that it was), and carries out exactly that. */
export async function approveAndRun(session: RunSession, proposal: ProposedPlan): Promise<Outcome> {
  const { context, options } = session;
  await savePlan(session, proposal.plan);
  const approved = await approve(session, proposal);
  if (typeof approved === "string") return approved;
  const { made, by } = approved;
  // A run with --joined or --ended approves nothing either way: its receipt says what it did.
  const approves = by !== "nobody" || options.joined === true || options.ended === true;
  const mayKeep = leavesReceipt(made, options);
  if (mayKeep && !approves) reportUnapproved(context, made.plan);
  const keepsReceipt = mayKeep && approves;
  const approvedBy = by === "nobody" ? "auto-approve" : by;
  const facts = await runFactsOf(session, made, approvedBy, keepsReceipt);
  return await runApply(session, { plan: made.plan, facts, keepsReceipt });
}

/** A plan that may be carried out, and by what; nobody has to approve a plan without changes. */
interface Approved {
  readonly made: MadePlan;
  readonly by: ApprovedBy | "nobody";
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
  const by = approvedBefore(approval, options.autoApprove);
  if ((by !== "nobody" || !hasChanges(plan.resource_changes)) && !nameable) {
    showPlan(session, plan);
    return { made: proposal, by };
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

/** The approval that the command line gives. */
function approvedBefore(approval: GivenApproval | undefined, autoApprove = false): Approved["by"] {
  if (approval === undefined) return autoApprove ? "auto-approve" : "nobody";
  return approval.approved === undefined ? "digest" : "plan-file";
}

/** Notes on stderr that the access of arriving people is not approved: a plan without changes asks no question. */
function reportUnapproved({ stderr }: CommandContext, { arrivals }: Plan): void {
  const people = new Set(arrivals.map(({ member }) => member)).size;
  stderr.write(
    `No receipt: this run had nothing to write and asked you nothing, so it approves nothing for ${count(people, "person who arrives", "people who arrive")}. Earlier approvals stay valid. To approve what this plan gives them, add --auto-approve.\n`,
  );
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
  approved: ApprovedPlan | undefined,
  mayHaveOtherOptions: boolean,
): Outcome {
  const difference = planDifferenceText(approved, approvedPart(plan), plan.plan_digest);
  if (session.options.format === "json")
    return showRefusal(session, plan, "stale", staleDiagnostic(difference, mayHaveOtherOptions));
  showPlan(session, plan);
  session.context.stderr.write(`${difference}${mayHaveOtherOptions ? `${SAME_OPTIONS}\n` : ""}`);
  return "stale";
}
