import { announce } from "../../apply/apply-plan.js";
import { countOutcomes } from "../../apply/receipt.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ApplyEvent } from "../../model/plan/event.js";
import { asDiagnostic, findingsFrom, refusalsIn } from "../../model/plan/finding.js";
import type { Outcome, Plan, PlanDocument } from "../../model/plan/plan.js";
import type { ApprovedBy } from "../../model/plan/receipt.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { type ApprovedContent, approvedPart, planDigest } from "../../plan/assemble/digest.js";
import { hasChanges } from "../../plan/assemble/verdict.js";
import { allowedBy, hasSwitch } from "../../plan/guards/allowance.js";
import { planDifferenceText } from "../../report/plan/plan-difference.js";
import { eventLine } from "../../report/words/json-text.js";
import { count } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { fail } from "../context/command-error.js";
import { type CommandContext, isInteractive } from "../context/context.js";
import { writeOutput } from "../documents/write-output.js";
import { loadDesired } from "../session/load-desired.js";
import { type MadePlan, makePlan } from "../session/make-plan.js";
import { planAsText } from "../session/print-plan.js";
import { inSession } from "../session/session.js";
import { ask, type GivenApproval, readApproval, UNAPPROVED, unnamedArchives } from "./approval.js";
import { type ApprovalOptions, type RunSession, runApply } from "./run-apply.js";
import { runFactsOf } from "./run-facts.js";
import { assertSameFiles, savePlan, withMadeOptions } from "./saved-plan.js";

interface ApplyCommandOptions extends ApprovalOptions {
  readonly planFile?: string;
}

/** The command `orgform apply`: plans, shows, asks, and carries out exactly what was shown. */
export async function apply(context: CommandContext, commandOptions: ApplyCommandOptions): Promise<Outcome> {
  const { planFile = "", approve: digest } = commandOptions;
  const approval = await readApproval(commandOptions.planFile, digest);
  const { approved } = approval ?? {};
  // The options of the run, with those that its plan file carries.
  const options = approved
    ? await withMadeOptions(context, commandOptions, planFile, approved)
    : commandOptions;
  // A plan file allows again what it allowed, and nothing else: otherwise its digest would differ.
  const allow = [...allowedBy(approved?.guards ?? []), ...(options.allow ?? [])];
  return await inSession(context, { ...options, allow }, { file: loadDesired }, async (session) => {
    const { desired } = await session.file();
    if (approved !== undefined) {
      assertSameOrganization(planFile, approved, desired);
      assertSameFiles(planFile, approved, options);
    }
    const { ahead } = (await session.base()) ?? {};
    if (ahead !== undefined && !hasSwitch(allow, "base-ahead"))
      throw behind(options.base ?? "", ahead.commits);
    const again = (archives: readonly string[]) =>
      makePlan(session, { archives, workspaces: options.workspace });
    return await approveAndRun(session, { ...(await session.plan()), again, approval });
  });
}

const behind = (base: string, commits: number) =>
  fail(
    "refused",
    "base-ahead",
    `The base ${visible(base)} has ${count(commits, "commit")} that this branch does not have`,
    "What others merged would be taken back where this file differs from it. Apply the result of the merge, or allow it with --allow base-ahead.",
  );

/** A plan for another organization has nothing in common with this one, so no difference of the two is shown. */
function assertSameOrganization(planFile: string, approved: PlanDocument, desired: DesiredState): void {
  const [id, other] = [desired.organization.id, approved.organization.id];
  if (other === id) return;
  const summary = `${planFile} is a plan for ${other}; the file is for ${id}`;
  throw fail("refused", "wrong-organization", summary, "Name the file that the plan was made of with -f.");
}

/** A plan and the way to make it again from what exists then, with more workspaces named for archiving. */
interface ProposedPlan extends MadePlan {
  readonly again: (archives: readonly string[]) => Promise<MadePlan>;
  readonly approval?: GivenApproval | undefined;
}

/** Shows a plan, gets it approved (or finds that it was), and carries out exactly that. */
async function approveAndRun(session: RunSession, proposal: ProposedPlan): Promise<Outcome> {
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

/** The reason why a plan may differ although nothing has changed. */
const SAME_OPTIONS =
  "An apply takes the same --file, --base, --workspace, --var and --access-reads as the plan that was approved.";

/** The reason of a stale approval; `difference` describes what it no longer covers. */
const staleDiagnostic = (difference: string, mayHaveOtherOptions: boolean): Diagnostic =>
  finding(
    "approval-stale",
    "The plan is no longer the one that was approved",
    `${difference}Look at the new plan and approve that.${mayHaveOtherOptions ? ` ${SAME_OPTIONS}` : ""}`,
  );

/**
 * The events of an apply that does not start: the plan, the reasons, with one that is not in the plan, and a summary in
 * which nothing was done.
 */
function* refusalEvents(plan: Plan, outcome: Outcome, reason?: Diagnostic): Generator<ApplyEvent> {
  yield* announce(plan);
  for (const diagnostic of findingsFrom(plan, "file")) yield { type: "diagnostic", diagnostic };
  for (const finding of refusalsIn(plan)) yield { type: "diagnostic", diagnostic: asDiagnostic(finding) };
  if (reason !== undefined) yield { type: "diagnostic", diagnostic: reason };
  yield {
    type: "apply_summary",
    outcome,
    steps: countOutcomes(plan.steps.map(() => "not_started")),
    changes: { create: 0, update: 0, delete: 0 },
    warnings: 0,
  };
}

/** The digest that a plan will have once the workspaces that it archives are named. */
function digestOnceNamed(plan: Plan): string {
  const part = approvedPart(plan);
  const guards = part.guards.map((guard) =>
    guard.code === "archive-unnamed" ? { ...guard, refused: false } : guard,
  );
  return planDigest({ ...part, guards });
}
