import type { Plan } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { awaitedIn } from "../../plan/diff/waiting.js";
import {
  type ApprovedOrigin,
  type EarlierMember,
  liveWorkspaceOf,
  type PlanOptions,
} from "../../plan/input/inputs.js";
import { addressText } from "../../report/words/labels.js";
import { groupBy } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import type { CommandContext } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { assertOutsideCheckout } from "../git/checkout.js";
import { folderOfFile } from "../receipts/receipt-place.js";

/** Reads the access approved for people who have joined. Most plans do not ask for it, so its code is loaded here. */
export async function joinedOptions(
  context: CommandContext,
  options: SharedOptions,
  { organization }: DesiredState,
): Promise<Pick<PlanOptions, "joined">> {
  if (options.since === undefined && options.joined !== true) return {};
  const { approvedSince } = await import("../receipts/since.js");
  const { approved, paths } = await approvedSince(context, options, organization.id);
  await assertOutsideCheckout(context, paths, await folderOfFile(options));
  return { joined: { approved } };
}

/**
 * Reads what was approved for people with a pending invite, or who are awaited, if there are any and no base says what they
 * were to have.
 */
export async function arrivalsBefore(
  { context, options }: { readonly context: CommandContext; readonly options: SharedOptions },
  { organization, workspaces }: DesiredState,
  { base, origins }: PlanOptions,
  live: LiveState,
): Promise<PlanOptions["approvedBefore"]> {
  const isArriving =
    live.workspaces.some(({ invites = [] }) => invites.length > 0) ||
    workspaces.some((workspace) => awaitedIn(workspace, liveWorkspaceOf(live, workspace)).length > 0);
  if (!isArriving || base !== undefined || origins !== undefined) return undefined;
  const { approvedBefore } = await import("../receipts/since.js");
  return await approvedBefore(context, options, organization.id);
}

/** Reads who was a member before, if the plan invites or awaits somebody: receipts prove it. */
export async function invitedBefore(
  options: SharedOptions,
  { organization }: DesiredState,
  { arrivals }: Plan,
): Promise<readonly EarlierMember[]> {
  if (arrivals.every(({ invite }) => invite === "pending")) return [];
  const { membersBefore } = await import("../receipts/since.js");
  return await membersBefore(options, organization.id);
}

/** Reports the changes that a plan of some origins leaves out. */
export function reportLeftOut(
  { stderr }: CommandContext,
  whole: Plan,
  plan: Plan,
  origins: readonly ApprovedOrigin[],
): void {
  const kept = new Set(plan.resource_changes.map(({ address }) => address));
  const leftOut = groupBy(
    whole.resource_changes.filter(
      ({ address, change }) => change.actions[0] !== "no-op" && !kept.has(address),
    ),
    ({ origin }) => origins.some((one) => one === origin),
  );
  for (const [isPart, changes] of leftOut) {
    const why = isPart
      ? "--only and --exclude select a part of what was approved for the person, and they get all of it or nothing"
      : origins.map((origin) => OTHERS[origin]).join(" and ");
    const names = nameList(
      changes.map(({ address }) => addressText(address)),
      MOST_NAMED,
    );
    stderr.write(`Left out, because ${why}: ${count(changes.length, "change")}: ${names}\n`);
  }
}

/** The reasons for which a run leaves out changes of other origins than it carries out. */
const OTHERS: Readonly<Record<ApprovedOrigin, string>> = {
  joined: "nobody who has joined waits for it",
  ended: "it is no access that has ended",
};

/** Enough to show what a run left out. */
const MOST_NAMED = 20;
