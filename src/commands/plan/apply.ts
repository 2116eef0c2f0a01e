import type { Outcome } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { flagsGivenFor } from "../../plan/guards/allowance.js";
import { type ApprovedPlan, readApproval } from "../documents/approval.js";
import { fail, usageError } from "../session/command-error.js";
import { withService } from "../session/connect.js";
import type { CommandContext } from "../session/context.js";
import { loadDesired } from "../session/load-desired.js";
import { makePlan } from "../session/make-plan.js";
import { type ApprovalOptions, approveAndRun } from "./approve-and-run.js";

/** Options of `apply`. */
export interface ApplyOptions extends ApprovalOptions {
  readonly planFile?: string;
}

/** `orgform apply`: plans, shows, asks, and carries out exactly what was shown. */
export async function apply(context: CommandContext, options: ApplyOptions): Promise<Outcome> {
  if ((options.joined === true) !== (options.since !== undefined)) {
    const detail =
      "`apply --joined --since SNAPSHOT` does what people wait for whose invite was pending in the snapshot. Neither means anything without the other.";
    throw usageError("--joined and --since belong together", detail);
  }
  const approval = await readApproval(options.planFile, options.approve);
  const file = await loadDesired(context, options);
  assertSameOrganization(options.planFile, approval?.approved, file.desired);
  // A plan file allows again what it allowed, and nothing else: otherwise its digest would differ.
  const approved = flagsGivenFor(approval?.approved?.guards ?? []);
  const allow = [...approved.allow, ...(options.allow ?? [])];
  return await withService(context, options, file.desired, async (connection) => {
    const planWith = async (archives: readonly string[]) => {
      const allowArchive = [...approved.allowArchive, ...(options.allowArchive ?? []), ...archives];
      return await makePlan(context, { ...options, allow, allowArchive }, file, connection.client);
    };
    const proposal = { ...(await planWith([])), again: planWith, approval, guards: file.desired };
    return await approveAndRun(context, options, proposal, connection);
  });
}

/** A plan for another organization has nothing in common with this one, so no difference of the two is shown. */
function assertSameOrganization(
  planFile: string | undefined,
  approved: ApprovedPlan | undefined,
  { organization }: DesiredState,
): void {
  if (approved === undefined || approved.organization.id === organization.id) return;
  const summary = `${planFile} is a plan for ${approved.organization.id}; the file is for ${organization.id}`;
  throw fail("refused", "wrong-organization", summary, "Name the file that the plan was made of with -f.");
}
