import { KINDS } from "../../kinds/registry.js";
import { workspaceOf } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { FileFacts } from "../input/inputs.js";

/** An invite to the address of a list's last line is refused if the list may be cut off in it: a stranger may get it. */
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
