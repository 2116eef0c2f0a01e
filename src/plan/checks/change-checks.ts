import { KINDS } from "../../kinds/registry.js";
import { type Address, memberAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { Arrival, ResourceChange } from "../../model/plan/plan.js";
import { CONNECTION_ATTRIBUTES } from "../../model/state/reserved-attributes.js";
import type { FileFacts } from "../input/inputs.js";

/** A warning for each value that changes which warehouse connection people's queries use. */
export function connectionWarnings(changes: readonly ResourceChange[]): Diagnostic[] {
  return changes.flatMap(({ address, type, change: { before, after } }) => {
    const attribute = String((after ?? before)?.attribute ?? "");
    if (KINDS[type].carriesValue === undefined || !CONNECTION_ATTRIBUTES.has(attribute)) return [];
    const message = `${attribute} switches the warehouse connection that these people's queries use`;
    return [finding("reserved-attribute", message, "", { severity: "warning", address })];
  });
}

/**
 * The errors about people whom a plan invites or awaits by the address of a list's last line, if the list may
 * be cut off in it: somebody else may get the access of the person who is meant.
 */
export function lintCutAddresses(
  arrivals: readonly Arrival[],
  idOf: (address: Address) => string | undefined,
  file: FileFacts | undefined,
): readonly Diagnostic[] {
  return arrivals.flatMap(({ workspace, member, invite }): Diagnostic[] => {
    const address = memberAddress(workspace, member);
    // Somebody whom the service knows by this address was not cut off.
    if (idOf(address) !== undefined || file?.people?.mayBeCut(address) !== true) return [];
    const fate = invite === "planned" ? "invited" : "awaited";
    return [
      finding(
        "list-cut",
        `${member} would be ${fate}, and the list may be cut off in this address`,
        `Its line is the last one of the list and has no line end, although the others have one, and nobody with this address is a member of ${workspace} or invited. Export the list again. If the address is right, add a line break at the end of the list.`,
        { severity: "error", address },
      ),
    ];
  });
}
