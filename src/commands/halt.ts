import type { Diagnostic } from "../model/diagnostic.js";
import type { DiagnosticCode } from "../model/diagnostic-code.js";
import type { Outcome } from "../model/plan.js";

/** Ends a command before it has a product: how it ended, and why. Caught in one place, which prints the reasons. */
export class Halt extends Error {
  override readonly name = "Halt";
  readonly outcome: Outcome;
  readonly diagnostics: readonly Diagnostic[];

  constructor(outcome: Outcome, diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]?.summary ?? outcome);
    this.outcome = outcome;
    this.diagnostics = diagnostics;
  }
}

/** A halt with one reason. */
export function halt(outcome: Outcome, code: DiagnosticCode, summary: string, detail: string): Halt {
  return new Halt(outcome, [{ severity: "error", code, summary, detail }]);
}
