import { askForFile } from "../../config/text/near-file.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import type { Outcome } from "../../model/plan/plan.js";
import { errorCode } from "../../util/error-code.js";
import { visible } from "../../util/escape.js";

/** Ends a command before it has a product: how it ended, and why. Caught in one place, which prints the reasons. */
export class CommandError extends Error {
  override readonly name = "CommandError";
  readonly outcome: Outcome;
  readonly diagnostics: readonly Diagnostic[];

  constructor(outcome: Outcome, diagnostics: readonly Diagnostic[]) {
    super(diagnostics[0]?.summary ?? outcome);
    this.outcome = outcome;
    this.diagnostics = diagnostics;
  }
}

/** An error with one reason. */
export function fail(outcome: Outcome, code: DiagnosticCode, summary: string, detail: string): CommandError {
  return new CommandError(outcome, [finding(code, summary, detail, { severity: "error" })]);
}

/** The error of a command line, or of a file that it names, that the command cannot use. */
export function usageError(summary: string, detail: string): CommandError {
  return fail("error", "usage", summary, detail);
}

/** The error of a file that was not read: it does not exist, or cannot be read. `how` to get one is for people. */
export function unreadFile(
  path: string,
  error: unknown,
  how: string,
  code: DiagnosticCode = "usage",
): CommandError {
  return errorCode(error) === "ENOENT"
    ? fail("error", code, `There is no file ${visible(path)}`, askForFile(path) + how)
    : fail("error", code, `${visible(path)} cannot be read`, how);
}
