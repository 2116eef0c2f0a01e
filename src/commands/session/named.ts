import { quote, quoteAll, suggest } from "../../config/validate/wording.js";
import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import { type CommandError, fail } from "./command-error.js";

/** Ends a command whose line names something that is not there: says what was probably meant, and what there is. */
export function unknownName(
  code: DiagnosticCode,
  summary: string,
  name: string,
  among: readonly string[],
): CommandError {
  const meant = suggest(name, among);
  const guess = meant === undefined ? "" : `Did you mean ${quote(meant)}? `;
  const known = among.length === 0 ? "There are none." : `Known: ${quoteAll(among)}.`;
  return fail("error", code, summary, guess + known);
}

const CODES = {
  workspace: "unknown-workspace",
  attribute: "unknown-attribute",
  group: "unknown-group",
  member: "member-undeclared",
} as const;

/** The things of these names, all of them where no names are given; a name that none has ends the command. */
export function named<T>(
  all: readonly T[],
  nameOf: (thing: T) => string,
  names: readonly string[] | undefined,
  noun: keyof typeof CODES,
): readonly T[] {
  if (names === undefined) return all;
  const known = all.map(nameOf);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined)
    throw unknownName(CODES[noun], `There is no ${noun} ${quote(unknown)} here`, unknown, known);
  return all.filter((thing) => names.includes(nameOf(thing)));
}
