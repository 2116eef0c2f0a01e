import type { Outcome, PlanDocument } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { allowedBy, hasSwitch } from "../../plan/guards/allowance.js";
import { count } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { fail } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { loadDesired } from "../session/load-desired.js";
import { makePlan } from "../session/make-plan.js";
import { inSession } from "../session/session.js";
import { readApproval } from "./approval.js";
import { approveAndRun } from "./approve-and-run.js";
import { assertSameFiles, withMadeOptions } from "./saved-plan.js";
import type { ApprovalOptions } from "./show-run.js";

interface ApplyCommandOptions extends ApprovalOptions {
  readonly planFile?: string;
}

/** The command `orgform apply`: plans, shows, asks, and carries out exactly what was shown. */
export async function apply(context: CommandContext, commandOptions: ApplyCommandOptions): Promise<Outcome> {
  const approval = await readApproval(commandOptions.planFile, commandOptions.approve);
  const options = await optionsOfPlan(context, commandOptions, approval?.approved);
  // A plan file allows again what it allowed, and nothing else: otherwise its digest would differ.
  const allow = [...allowedBy(approval?.approved?.guards ?? []), ...(options.allow ?? [])];
  return await inSession(context, { ...options, allow }, { file: loadDesired }, async (session) => {
    const { desired } = await session.file();
    if (options.planFile !== undefined && approval?.approved !== undefined) {
      assertSameOrganization(options.planFile, approval.approved, desired);
      assertSameFiles(options.planFile, approval.approved, options);
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

/** The options of the run, with those that its plan file carries. */
async function optionsOfPlan(
  context: CommandContext,
  commandOptions: ApplyCommandOptions,
  approved: PlanDocument | undefined,
): Promise<ApplyCommandOptions> {
  if (commandOptions.planFile === undefined || approved === undefined) return commandOptions;
  return await withMadeOptions(context, commandOptions, commandOptions.planFile, approved);
}

/** A plan for another organization has nothing in common with this one, so no difference of the two is shown. */
function assertSameOrganization(
  planFile: string,
  approved: PlanDocument,
  { organization }: DesiredState,
): void {
  if (approved.organization.id === organization.id) return;
  const summary = `${planFile} is a plan for ${approved.organization.id}; the file is for ${organization.id}`;
  throw fail("refused", "wrong-organization", summary, "Name the file that the plan was made of with -f.");
}
