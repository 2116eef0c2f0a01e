import { LISTED_KINDS } from "../../kinds/registry.js";
import { ancestorAddress, groupAddress, memberAddress } from "../../model/address.js";
import { InternalError } from "../../model/internal-error.js";
import type { Receipt } from "../../model/plan/receipt.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import type { LiveGroup, LiveState, LiveWorkspace, ReadNeed } from "../../model/state/live-state.js";
import { allowanceOf } from "../guards/allowance.js";
import type { PlanOptions, Rules } from "../input/inputs.js";
import { createPlanner, type PlannedReads, type Planner } from "../planner.js";
import { groupValueNeeds, listNeeds, ownValueNeeds, rosterNeeds } from "../reads/reads.js";
import { presentNames, withPresentNames } from "./present-names.js";
import { foundIn, undoOf, workspacesIn } from "./undo-of.js";

/** A planner that undoes the recorded changes of a receipt, under these rules. */
export function createUndoPlanner(
  receipt: Receipt,
  { protect, limits, expect }: Omit<Rules, "checks">,
  options: Omit<PlanOptions, "base" | "purpose">,
): Planner {
  const plannerFor = (live: LiveState): Planner => {
    const includesInDoubt = allowanceOf(options.allow).isOn("in-doubt");
    const { workspaces, ...remarks } = undoOf(receipt, live, includesInDoubt);
    const { organization } = live;
    const desired: DesiredState = { organization, service: {}, workspaces, protect, limits, expect };
    return createPlanner(desired, { ...options, purpose: "undo" }, remarks);
  };
  return {
    reads: {
      organizationId: receipt.organization.id,
      selection: selectionOf(receipt),
      needs(live) {
        const receiptNeeds = needsOfReceipt(receipt, live);
        return receiptNeeds.length > 0 ? receiptNeeds : plannerFor(live).reads.needs(live);
      },
    },
    plan(live) {
      if (needsOfReceipt(receipt, live).length > 0) throw new InternalError("the live state is not complete");
      return plannerFor(live).plan(live);
    },
  };
}

/** The workspaces that a receipt names: by their recorded ids, or else by name. */
function selectionOf(receipt: Receipt): PlannedReads["selection"] {
  const ids = new Map(Object.entries(receipt.workspaces));
  const unknown = workspacesIn(receipt).filter((name) => !ids.has(name));
  return [...[...ids].map(([name, id]) => ({ name, id })), ...unknown.map((name) => ({ name }))];
}

/**
 * The reads for a receipt: the roster, the values of every affected group, and own values that were changed.
 */
function needsOfReceipt(receipt: Receipt, live: LiveState): readonly ReadNeed[] {
  const listed = LISTED_KINDS.filter((kind) => receipt.changes.some((change) => change.kind === kind));
  const found = foundIn(receipt, live);
  const names = presentNames(
    receipt,
    found.flatMap(({ things }) => things),
  );
  const affected = new Set(
    withPresentNames(receipt, names).map(({ address }) => ancestorAddress(address, 3)),
  );
  return found.flatMap(({ name, workspace }) => needsIn(name, workspace, affected, listed));
}

function needsIn(
  name: string,
  live: LiveWorkspace,
  affected: ReadonlySet<string>,
  listed: readonly ResourceKind[],
): readonly ReadNeed[] {
  const { groups, members = [] } = live;
  const isTouched = (group: LiveGroup): boolean =>
    group.is_all_users || affected.has(groupAddress(name, group.name));
  const owners = members.filter(({ email }) => affected.has(memberAddress(name, email)));
  return [
    ...listNeeds(live, listed),
    ...rosterNeeds(live),
    ...groupValueNeeds(live, groups.filter(isTouched)),
    ...ownValueNeeds(live, owners),
  ];
}
