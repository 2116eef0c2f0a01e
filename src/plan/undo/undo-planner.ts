import { LISTED_KINDS } from "../../kinds/registry.js";
import { ancestorAddress, groupAddress, memberAddress } from "../../model/address.js";
import { InternalError } from "../../model/internal-error.js";
import type { Receipt } from "../../model/plan/receipt.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import type { LiveGroup, LiveState, LiveWorkspace, ReadNeed } from "../../model/state/live-state.js";
import { assemblePlan } from "../assemble-plan.js";
import { allowsInDoubt } from "../guards/allowance.js";
import type { PlanOptions, Rules } from "../input/inputs.js";
import type { Planner } from "../planner.js";
import { groupValueNeeds, listNeeds, ownValueNeeds, rosterNeeds } from "../reads/reads.js";
import { requiredReads } from "../reads/required-reads.js";
import { liveOf, undoOf, workspacesIn } from "./undo-changes.js";

/** A planner of the way back from what a receipt says was done, under these rules. */
export function createUndoPlanner(
  receipt: Receipt,
  rules: Omit<Rules, "checks">,
  options: Omit<PlanOptions, "base" | "purpose">,
): Planner {
  const planOptions: PlanOptions = { ...options, purpose: "undo" };
  const undoIn = (live: LiveState) => {
    const { given, ...remarks } = undoOf(receipt, live, allowsInDoubt(options.allow));
    const workspaces = given.map(({ workspace }) => workspace);
    const { protect, limits, expect } = rules;
    const { organization } = live;
    const desired: DesiredState = { organization, service: {}, workspaces, protect, limits, expect };
    return { given, remarks, desired };
  };
  const needs = (live: LiveState): readonly ReadNeed[] => {
    const spoken = needsOfReceipt(receipt, live);
    if (spoken.length > 0) return spoken;
    const { given, desired } = undoIn(live);
    const diffs = new Map(given.map(({ workspace, diff }) => [workspace, diff]));
    return requiredReads(desired, live, planOptions, (workspace) => {
      const diff = diffs.get(workspace);
      if (diff === undefined) throw new InternalError("an undo compares nothing but what it takes back");
      return diff;
    });
  };
  return {
    needs,
    plan(live) {
      if (needs(live).length > 0) throw new InternalError("the live state is not complete");
      const { given, remarks, desired } = undoIn(live);
      return assemblePlan(given, desired, live, planOptions, remarks);
    },
  };
}

/** The reads for a receipt: who is there, what every touched group sets, and own values that were changed. */
function needsOfReceipt(receipt: Receipt, live: LiveState): readonly ReadNeed[] {
  const listed = LISTED_KINDS.filter((kind) => receipt.changes.some((change) => change.kind === kind));
  const touched = new Set(receipt.changes.map(({ address }) => ancestorAddress(address, 3)));
  return workspacesIn(receipt).flatMap((name) => {
    const liveWorkspace = liveOf(name, receipt, live);
    return liveWorkspace === undefined ? [] : needsIn(name, liveWorkspace, touched, listed);
  });
}

function needsIn(
  name: string,
  live: LiveWorkspace,
  touched: ReadonlySet<string>,
  listed: readonly ResourceKind[],
): readonly ReadNeed[] {
  const { groups, members = [] } = live;
  const isTouched = (group: LiveGroup): boolean =>
    group.is_all_users || touched.has(groupAddress(name, group.name));
  const owners = members.filter(({ email }) => touched.has(memberAddress(name, email)));
  return [
    ...listNeeds(live, listed),
    ...rosterNeeds(live),
    ...groupValueNeeds(live, groups.filter(isTouched)),
    ...ownValueNeeds(live, owners),
  ];
}
