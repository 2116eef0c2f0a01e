import { KINDS } from "../../kinds/registry.js";
import { workspaceOf } from "../../model/address.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { CONNECTION_ATTRIBUTES } from "../../model/state/reserved-attributes.js";
import type { FileFacts } from "../input/inputs.js";

/** A warning for each value that changes which warehouse connection people's queries use. */
export function connectionWarnings(changes: readonly ResourceChange[]): Diagnostic[] {
  return changes.flatMap(({ address, type, change: { before, after } }) => {
    const attribute = String((after ?? before)?.attribute ?? "");
    if (KINDS[type].carriesValue === undefined || !CONNECTION_ATTRIBUTES.has(attribute)) return [];
    const message = `${attribute} switches the warehouse connection that these people's queries use`;
    return [warningOf("reserved-attribute", message, address)];
  });
}

/**
 * An invite to the address of a list's last line is refused if the list may be cut off in it: a stranger may get it.
 */
export function lintCutAddresses(
  changes: readonly ResourceChange[],
  file: FileFacts | undefined,
): readonly Diagnostic[] {
  return changes.flatMap(({ type, address, change: { before, after } }): Diagnostic[] => {
    if (!KINDS[type].sendsMail || before !== null || file?.people?.mayBeCut(address) !== true) return [];
    return [
      {
        severity: "error",
        code: "list-cut",
        address,
        summary: `${String(after?.email)} would be invited, and the list may be cut off in this address`,
        detail: `Its line is the last one of the list and has no line end, although the others have one, and nobody with this address is a member of ${workspaceOf(address)} or invited. Export the list again. If the address is right, add a line break at the end of the list.`,
      },
    ];
  });
}
