import { askFor, quote, quoteAll } from "../../config/text/wording.js";
import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import { type CommandError, fail } from "./command-error.js";

/** The error about an unknown name: it suggests the nearest name, and lists the known ones. */
export function unknownName(
  code: DiagnosticCode,
  summary: string,
  name: string,
  among: readonly string[],
): CommandError {
  const known = among.length === 0 ? "There are none." : `Known: ${quoteAll(among)}.`;
  return fail("error", code, summary, askFor(name, among) + known);
}

const CODES = {
  workspace: "unknown-workspace",
  attribute: "unknown-attribute",
  group: "unknown-group",
  member: "member-undeclared",
} as const;

/** Ends the command for the first of some names that is not known. */
export function assertKnown(
  known: readonly string[],
  names: readonly string[] | undefined,
  noun: keyof typeof CODES,
): void {
  const unknown = names?.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw unknownName(CODES[noun], `There is no ${noun} ${quote(unknown)} here`, unknown, known);
}
