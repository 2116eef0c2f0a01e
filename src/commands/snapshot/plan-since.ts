import { type Address, memberAddress } from "../../model/address.js";
import type { Plan } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { canonicalEmail } from "../../model/state/email.js";
import type { LiveState } from "../../model/state/live-state.js";
import type { Snapshot } from "../../model/state/snapshot.js";
import { liveWorkspaceOf, type PlanOptions } from "../../plan/inputs.js";
import { createPlanner } from "../../plan/planner.js";
import { addressText } from "../../render/labels.js";
import { count } from "../../util/count.js";
import { nameList } from "../../util/name-list.js";
import type { CommandContext } from "../session/context.js";
import { readSnapshot } from "./read-snapshot.js";

/** Enough to show what a run left out. */
const MOST_NAMED = 100;

/** A plan and all that it was made from. */
export interface PlanMade {
  readonly desired: DesiredState;
  readonly planOptions: PlanOptions;
  readonly live: LiveState;
  readonly plan: Plan;
}

/**
 * Plans again with a snapshot that says who was invited then: what they wait for is not drift, and with `joinedOnly` the
 * plan holds nothing else. Changes that are left out are named on stderr.
 */
export async function planSince(
  { stderr }: CommandContext,
  since: { readonly snapshot: string; readonly joinedOnly: boolean },
  { desired, planOptions, live, plan }: PlanMade,
): Promise<Plan> {
  const invited = invitedIn(await readSnapshot(since.snapshot, desired.organization.id), desired, live);
  const again = createPlanner(desired, { ...planOptions, joined: { invited, only: since.joinedOnly } }).plan(
    live,
  );
  const kept = new Set(again.resource_changes.map(({ address }) => address));
  const leftOut = plan.resource_changes
    .filter(({ address, change }) => change.actions[0] !== "no-op" && !kept.has(address))
    .map(({ address }) => addressText(address));
  if (leftOut.length > 0) {
    const these = count(leftOut.length, "change");
    stderr.write(
      `Left out, because nobody who was invited waits for it: ${these}: ${nameList(leftOut, MOST_NAMED)}\n`,
    );
  }
  return again;
}

/** Everybody whose invite was pending, by their address in the file. */
function invitedIn({ workspaces }: Snapshot, desired: DesiredState, live: LiveState): ReadonlySet<Address> {
  const known = new Map(workspaces.map((workspace) => [workspace.id, workspace]));
  return new Set(
    desired.workspaces.flatMap((workspace) => {
      const then = known.get(liveWorkspaceOf(live, workspace)?.id ?? "");
      return (then?.invites ?? []).map(({ email }) => memberAddress(workspace.name, canonicalEmail(email)));
    }),
  );
}
