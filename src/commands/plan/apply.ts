import type { Outcome } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { allowedBy } from "../../plan/guards/allowance.js";
import { fail } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { type ApprovedPlan, readApproval } from "../documents/approval.js";
import { assertReceiptOutsideCheckout } from "../git/checkout.js";
import { folderOfFile } from "../receipts/receipt-place.js";
import { withService } from "../session/connect.js";
import { filesOf, loadDesired } from "../session/load-desired.js";
import { makePlan } from "../session/make-plan.js";
import { type ApprovalOptions, approveAndRun } from "./approve-and-run.js";

export interface ApplyCommandOptions extends ApprovalOptions {
  readonly planFile?: string;
}

/** `orgform apply`: plans, shows, asks, and carries out exactly what was shown. */
export async function apply(context: CommandContext, options: ApplyCommandOptions): Promise<Outcome> {
  if (options.joined === true) {
    const { assertReceiptIsRead } = await import("../receipts/since.js");
    const folder = await assertReceiptIsRead(options);
    await assertReceiptOutsideCheckout(context, folder, await folderOfFile(options));
  }
  const approval = await readApproval(options.planFile, options.approve);
  const file = await loadDesired(context, options);
  assertSameOrganization(options.planFile, approval?.approved, file.desired);
  // A plan file allows again what it allowed, and nothing else: otherwise its digest would differ.
  const allow = [...allowedBy(approval?.approved?.guards ?? []), ...(options.allow ?? [])];
  return await withService(context, options, file.desired, async (connection) => {
    const planWith = async (archives: readonly string[]) => {
      const named = archives.map((name) => `archive=${name}`);
      return await makePlan(context, { ...options, allow: [...allow, ...named] }, file, connection.client);
    };
    const proposal = { ...(await planWith([])), again: planWith, approval, files: filesOf(file.config) };
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
