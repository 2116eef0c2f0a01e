import { ApiError } from "../../api/call/api-error.js";
import type { ReadClient } from "../../api/operations.js";
import type { RunFacts } from "../../apply/receipt.js";
import type { Actor, ApprovedBy } from "../../model/plan/receipt.js";
import type { LiveState } from "../../model/state/live-state.js";
import { sandboxOf } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { filesOf } from "../session/load-desired.js";
import type { MadePlan } from "../session/make-plan.js";
import { runSourceOf } from "./run-source.js";
import type { RunSession } from "./show-run.js";

/** The facts of a run for its receipt, with those that only a receipt that is kept needs. */
export async function runFactsOf(
  session: RunSession,
  { live, provided }: MadePlan,
  approved_by: ApprovedBy,
  keepsReceipt: boolean,
): Promise<Omit<RunFacts, "started_at">> {
  const { context, options } = session;
  const what = {
    command: options.receiptFile === undefined ? ("apply" as const) : ("undo" as const),
    ...(sandboxOf(context) === undefined ? {} : { sandbox: true as const }),
    ...(options.joined === true ? { joined: true } : {}),
    ...(options.ended === true ? { ended: true } : {}),
    ...(provided.length > 0 ? { provided } : {}),
  };
  if (!keepsReceipt) return { ...what, actor: { user_id: live.user_id }, approved_by };
  const file = await session.file();
  const source = await runSourceOf(context, file === undefined ? [] : filesOf(file));
  const { client } = await session.service();
  const actor = await actorOf(live, client, context.stop);
  return { ...what, actor, ...(source === undefined ? {} : { source }), approved_by };
}

/**
 * Returns true if a run keeps a receipt: it has steps, people who arrive or people who were provided for, and receipts
 * are not switched off.
 */
export function leavesReceipt(
  { plan: { steps, arrivals }, provided }: MadePlan,
  { receipt }: SharedOptions,
): boolean {
  return receipt !== false && steps.length + arrivals.length + provided.length > 0;
}

/**
 * The user of the token, with their address: `/me` does not have it, so that it takes a list of members,
 * which one more request gets if the run has read none. The address is missing where that fails.
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
