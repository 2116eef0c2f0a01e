import type { FileDiagnostic } from "../text/file-diagnostic.js";
import { oddBlank, tabIndent } from "./blank-slips.js";
import { closesNothing, foreignVariable, unclosedBracket, unquotedVariable } from "./bracket-slips.js";
import { indentedTooFar, noDash, unevenIndent } from "./indent-slips.js";
import { colonInText, foreignLine, missingColon } from "./key-slips.js";
import type { Mishap } from "./lines.js";
import { badEscape, quoteInText, reservedSign, unclosedQuote } from "./quote-slips.js";

/** The usual mistakes, those first that make the library complain of something else. */
const SLIPS: readonly ((mishap: Mishap) => FileDiagnostic | undefined)[] = [
  tabIndent,
  unquotedVariable,
  foreignVariable,
  oddBlank,
  foreignLine,
  unclosedQuote,
  badEscape,
  quoteInText,
  unclosedBracket,
  closesNothing,
  reservedSign,
  missingColon,
  colonInText,
  indentedTooFar,
  unevenIndent,
  noDash,
];

/**
 * The typing mistake behind a syntax error, in words about the file: the library's errors are about YAML's
 * grammar, often of a later line. `undefined` if it is no usual mistake.
 */
export function explainSlip(mishap: Mishap): FileDiagnostic | undefined {
  for (const explain of SLIPS) {
    const slip = explain(mishap);
    if (slip !== undefined) return slip;
  }
  return undefined;
}
