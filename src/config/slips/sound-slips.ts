import { isScalar, type Scalar, visit, type YAMLMap } from "yaml";
import type { FileDiagnostic } from "../text/file-diagnostic.js";
import type { Source } from "../text/source.js";
import { holdsOddBlank, oddBlanks } from "./blank-slips.js";
import { curlyQuotes, hasCurlyQuotes } from "./quote-slips.js";

/**
 * Slips that leave sound YAML with another meaning: curly quotes that became part of a text, and blanks that became
 * part of a key. What else is wrong in such a file follows from them. Top-level `x-*` keys are free.
 */
export function soundSlips(root: YAMLMap, source: Source): readonly FileDiagnostic[] {
  // There is seldom anything to look for, and every node of a large file takes its time.
  if (!ODD_LETTER.test(source.text)) return [];
  const curly: number[] = [];
  let odd = false;
  visit(root, {
    Pair: (_, { key }, [parent]) =>
      parent === root && isScalar(key) && String(key.value).startsWith("x-") ? visit.SKIP : undefined,
    Scalar: (key, node) => {
      if (!isPlain(node)) return;
      if (hasCurlyQuotes(node.source)) curly.push(node.range?.[0] ?? 0);
      if (key === "key" && holdsOddBlank(node.source)) odd = true;
    },
  });
  const blanks = odd ? oddBlanks(source) : undefined;
  if (blanks !== undefined) return [blanks];
  return curly.length === 0 ? [] : [curlyQuotes(source, curly)];
}

const ODD_LETTER = /[\u00a0\u2000-\u200b\u2018-\u201f\u202f\u3000]/;

/** Returns true if a text has to be printed in quotes, lest it be taken for one with a slip. */
export function isTakenForSlip(text: string): boolean {
  return hasCurlyQuotes(text) || holdsOddBlank(text);
}

function isPlain(node: Scalar): node is Scalar & { source: string } {
  return node.type === "PLAIN" && node.source !== undefined;
}
