import { workspaceOf } from "../../model/address.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { own } from "../../util/record.js";
import { personOf } from "../diff/resource-change.js";
import type { ApprovedArrival } from "../input/inputs.js";

/**
 * Lists the access that a run approved for people whom it left with an invite, and that no run has given them since.
 * Once that run or a later one wrote something of a person in a workspace, or may have, the person is left out. An undo
 * approves nothing, nor does a receipt for a workspace whose id it does not have.
 */
export function approvedArrivals(source: Receipt, later: readonly Receipt[]): readonly ApprovedArrival[] {
  if (source.command === "undo") return [];
  const provided = new Set<string>();
  for (const { changes } of [source, ...later])
    for (const { address, kind, outcome } of changes) {
      const person = personOf({ address, type: kind });
      if (person !== undefined && (outcome === "done" || outcome === "unknown"))
        provided.add(keyOf(workspaceOf(address), person));
    }
  return source.arrivals.flatMap((arrival) => {
    const { workspace, member } = arrival;
    if (provided.has(keyOf(workspace, member))) return [];
    const id = own(source.workspaces, workspace);
    return id === undefined ? [] : [{ ...arrival, workspace_id: id }];
  });
}

const keyOf = (workspace: string, member: string): string => JSON.stringify([workspace, member]);
