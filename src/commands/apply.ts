import type { Outcome } from "../model/plan.js";
import { flagsGivenFor } from "../plan/allowance.js";
import { readApproval } from "./approval.js";
import { type ApprovalOptions, approveAndRun } from "./approve-and-run.js";
import { connect } from "./connect.js";
import type { CommandContext } from "./context.js";
import { loadDesired } from "./load-desired.js";
import { makePlan } from "./make-plan.js";
import type { FileOptions } from "./options.js";
import { withFailOn } from "./outcome.js";

/** Options of `apply`. */
export type ApplyOptions = FileOptions &
  ApprovalOptions & { readonly planFile?: string; readonly approve?: string };

/** `orgform apply`: plans, shows, asks, and carries out exactly what was shown. */
export async function apply(context: CommandContext, options: ApplyOptions): Promise<Outcome> {
  const approval = await readApproval(options.planFile, options.approve);
  const file = await loadDesired(context, options);
  const connection = await connect(context, options, file.desired);
  // What a plan file says was allowed is allowed again, and no more: with anything else its digest would be another one.
  const approved = flagsGivenFor(approval?.approved?.guards ?? []);
  const allow = [...approved.allow, ...(options.allow ?? [])];
  const planWith = async (archives: readonly string[]) => {
    const allowArchive = [...approved.allowArchive, ...(options.allowArchive ?? []), ...archives];
    const { plan } = await makePlan(context, { ...options, allow, allowArchive }, file, connection.client);
    return withFailOn(plan, options.failOn);
  };
  try {
    return await approveAndRun(
      context,
      options,
      { plan: await planWith([]), again: planWith, approval, guards: file.desired },
      connection,
    );
  } finally {
    await connection.close();
  }
}
