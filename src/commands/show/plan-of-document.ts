import { kindOfAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Plan, PlanDocument } from "../../model/plan/plan.js";

/** A saved plan as renderers take it. It cannot be carried out: what only an apply needs was not saved. */
export function planOfDocument(document: PlanDocument): Plan {
  const { execution_order, labels: _, as_of: __, warnings, checks, ...rest } = document;
  return {
    ...rest,
    warnings: warnings.map(({ message, detail = "", ...warning }): Diagnostic => {
      return { ...warning, severity: "warning", summary: message, detail };
    }),
    checks: checks.map(({ message, detail = "", ...check }): Diagnostic => {
      return { ...check, summary: message, detail };
    }),
    steps: execution_order.flatMap((step) => {
      const kind = kindOfAddress(step.address);
      return kind === undefined ? [] : [{ ...step, kind, fields: {} }];
    }),
    identities: [],
    counted_sources: [],
  };
}
