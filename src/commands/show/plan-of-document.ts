import { kindOfAddress } from "../../model/address.js";
import { asFindings, type PlanFinding } from "../../model/plan/finding.js";
import type { Plan, PlanDocument } from "../../model/plan/plan.js";

/**
 * The JSON of a plan as renderers take it: its lists are findings with their source again. It cannot be carried out:
 * what only an apply needs is not in it.
 */
export function planOfDocument(document: PlanDocument): Plan {
  const { execution_order, labels: _, as_of: __, warnings, checks, diagnostics, ...rest } = document;
  return {
    ...rest,
    findings: [
      ...asFindings("file", diagnostics),
      ...warnings.map(({ message, detail = "", ...warning }): PlanFinding => {
        const from = warning.code === "service-warning" ? "service" : "plan";
        return { ...warning, severity: "warning", summary: message, detail, from };
      }),
      ...checks.map(({ message, detail = "", ...check }): PlanFinding => {
        return { ...check, summary: message, detail, from: "check" };
      }),
    ],
    steps: execution_order.flatMap((step) => {
      const kind = kindOfAddress(step.address);
      return kind === undefined ? [] : [{ ...step, kind, fields: {} }];
    }),
    identities: [],
    counted_sources: [],
  };
}
