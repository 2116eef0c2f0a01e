import { ApiError } from "../../api/call/api-error.js";
import type { ReadClient } from "../../api/operations.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { refusalsIn } from "../../model/plan/finding.js";
import type { Outcome, Plan } from "../../model/plan/plan.js";
import type { Actor, ApprovedBy } from "../../model/plan/receipt.js";
import type { LiveState } from "../../model/state/live-state.js";
import { approvedPart } from "../../plan/digest.js";
import { hasChanges } from "../../plan/verdict.js";
import { refusalEvents, SAME_OPTIONS, staleDiagnostic } from "../../report/refusal-events.js";
import { planDifferenceText } from "../../report/text/plan-difference.js";
import { eventLine } from "../../report/words/json-text.js";
import { count } from "../../util/count.js";
import { type CommandContext, isInteractive, sandboxOf } from "../context/context.js";
import {
  type ApprovedPlan,
  ask,
  digestOnceNamed,
  type GivenApproval,
  UNAPPROVED,
  unnamedArchives,
} from "../documents/approval.js";
import { savePlan } from "../documents/save-plan.js";
import { writeOutput } from "../documents/write-output.js";
import type { Connection } from "../session/connect.js";
import type { MadePlan } from "../session/make-plan.js";
import { planAsText } from "../session/print-plan.js";
import { type ApprovedRun, leavesReceipt, runApply } from "./run-apply.js";
import { runSourceOf } from "./run-source.js";
import type { RunApplyOptions } from "./show-run.js";

/** Options of showing, approving and carrying out a plan. */
export interface ApprovalOptions extends RunApplyOptions {
  readonly autoApprove?: boolean;
  /** A digest. */
  readonly approve?: string;
}

/** A plan and the way to make it again from what exists then, with more workspaces named for archiving. */
export interface ProposedPlan extends MadePlan {
  readonly again: (archives: readonly string[]) => Promise<MadePlan>;
  readonly approval?: GivenApproval | undefined;
  /** The files of the run: their commit stands in the receipt. */
  readonly files: readonly string[];
}

/** Shows a plan, gets it approved (or finds that it was), and carries out exactly that. */
export async function approveAndRun(
  context: CommandContext,
  options: ApprovalOptions,
  proposal: ProposedPlan,
  connection: Pick<Connection, "client" | "divertWaits">,
): Promise<Outcome> {
  const { plan, again, approval } = proposal;
  await savePlan(options.out, plan);
  if (approval !== undefined && approval.digest !== plan.plan_digest) {
    return showStale(context, options, plan, approval.approved);
  }
  const canAsk = options.format !== "json" && isInteractive(context);
  const nameable = plan.outcome === "refused" && onlyNamesAreMissing(plan) && canAsk;
  if (plan.outcome !== "ok" && !nameable) return showRefusal(context, options, plan, plan.outcome);
  const approved = approval !== undefined || options.autoApprove === true;
  if ((approved || !hasChanges(plan)) && !nameable) {
    showPlan(context, options, plan);
    // A run with --joined approves nothing either way: its receipt says who was provided for.
    const run = approved || options.joined === true ? options : { ...options, receipt: false as const };
    if (run !== options && leavesReceipt(plan, options)) sayUnapproved(context, plan);
    const facts = await factsOf(context, run, proposal, wayOf(proposal), connection.client);
    return await runApply(context, run, { plan, facts }, connection);
  }
  if (options.format === "json") return showRefusal(context, options, plan, "refused", UNAPPROVED);
  const shown = (full = false): string =>
    planAsText(context, { ...options, full }, plan, { asksForNames: nameable });
  await writeOutput(context, undefined, shown(options.full));
  const answer = await ask(context, plan, shown(true));
  if (!answer.approved) {
    context.stderr.write("Apply cancelled. Nothing was written.\n");
    return context.stop.aborted || answer.interrupted ? "interrupted" : "refused";
  }
  // Asking took time: what was approved must still be what would happen.
  const { plan: fresh, live, provided } = await again(answer.archives);
  const approvedDigest = nameable ? digestOnceNamed(plan) : plan.plan_digest;
  if (fresh.plan_digest !== approvedDigest) return showStale(context, options, fresh, approvedPart(plan));
  if (fresh.outcome !== "ok") return showRefusal(context, options, fresh, fresh.outcome);
  const facts = await factsOf(
    context,
    options,
    { ...proposal, plan: fresh, live, provided },
    "prompt",
    connection.client,
  );
  return await runApply(context, options, { plan: fresh, facts }, connection);
}

/** Notes on stderr that the access of arriving people is not approved: a plan without changes asks no question. */
function sayUnapproved({ stderr }: CommandContext, { arrivals }: Plan): void {
  const people = new Set(arrivals.map(({ member }) => member)).size;
  stderr.write(
    `No receipt: this run had nothing to write and asked you nothing, so it approves nothing for ${count(people, "person who arrives", "people who arrive")}. Earlier approvals stay valid. To approve what this plan gives them, add --auto-approve.\n`,
  );
}

/** The kind of approval of a plan that needs no question. */
function wayOf({ approval }: ProposedPlan): ApprovedBy {
  if (approval === undefined) return "auto-approve";
  return approval.approved === undefined ? "digest" : "plan-file";
}

/** The facts of a run for its receipt. */
async function factsOf(
  context: CommandContext,
  options: ApprovalOptions,
  { plan, live, files, provided }: ProposedPlan,
  approved_by: ApprovedBy,
  client: ReadClient,
): Promise<ApprovedRun["facts"]> {
  const command = options.isUndo === true ? ("undo" as const) : ("apply" as const);
  const what = {
    command,
    ...(sandboxOf(context) === undefined ? {} : { sandbox: true as const }),
    ...(options.joined === true ? { joined: true } : {}),
    ...(provided.length > 0 ? { provided } : {}),
  };
  if (!leavesReceipt(plan, options, provided))
    return { ...what, actor: { user_id: live.user_id }, approved_by };
  const source = await runSourceOf(context, files);
  const actor = await actorOf(live, client, context.stop);
  return { ...what, actor, ...(source === undefined ? {} : { source }), approved_by };
}

function onlyNamesAreMissing(plan: Plan): boolean {
  const refusing = refusalsIn(plan);
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
  const difference = planDifferenceText(approved, approvedPart(plan));
  if (options.format === "json")
    return showRefusal(context, options, plan, "stale", staleDiagnostic(difference));
  showPlan(context, options, plan);
  context.stderr.write(difference);
  context.stderr.write(`${SAME_OPTIONS}\n`);
  return "stale";
}

/**
 * The user of the token, with their address: `/me` does not tell it, so that it takes a list of members, which one more
 * request gets if the run has read none. The address is missing where that fails.
 */
async function actorOf(live: LiveState, client: ReadClient, signal: AbortSignal): Promise<Actor> {
  const { user_id, workspaces, unmanaged_workspaces } = live;
  const known = workspaces.flatMap(({ members = [] }) => members).find(({ id }) => id === user_id);
  if (known !== undefined) return { user_id, email: known.display_email };
  const [workspace] = [...workspaces, ...unmanaged_workspaces];
  if (workspace === undefined) return { user_id };
  try {
    const { data } = await client.listMembers({ workspace_id: workspace.id, signal });
    const email = data.find(({ id }) => id === user_id)?.email;
    return { user_id, ...(email === undefined ? {} : { email }) };
  } catch (error) {
    if (error instanceof ApiError) return { user_id };
    throw error;
  }
}
