import { KINDS } from "../../kinds/registry.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { CONNECTION_ATTRIBUTES } from "../../model/state/reserved-attributes.js";

/** A warning for each value that changes which warehouse connection people's queries use. */
export function connectionWarnings(changes: readonly ResourceChange[]): Diagnostic[] {
  return changes.flatMap(({ address, type, change: { before, after } }) => {
    const attribute = String((after ?? before)?.attribute ?? "");
    if (KINDS[type].carriesValue === undefined || !CONNECTION_ATTRIBUTES.has(attribute)) return [];
    const message = `${attribute} switches the warehouse connection that these people's queries use`;
    return [warningOf("reserved-attribute", message, address)];
  });
}
