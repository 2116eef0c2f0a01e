import { readFile } from "node:fs/promises";
import type { RunResult } from "../../model/plan/run-result.js";
import { errorCode } from "../../util/error-code.js";
import { checkPlanOrFailure } from "../documents/check-document.js";
import { beginsAsReceipt, parseReceipt } from "./read-receipt.js";

/**
 * Reads what a run left behind: a plan or drift as JSON, a receipt, or the JSON of a run that failed. A file that is
 * missing or is none of these is the result of a run that failed: a report must not be silent about it.
 */
export async function readResult(source: string): Promise<RunResult> {
  try {
    const text = await readFile(source, "utf8");
    if (!beginsAsReceipt(text)) return asPlan(source, JSON.parse(text));
    const checked = parseReceipt(text);
    return "problem" in checked ? isNeither(source) : { ...checked.document, source, kind: "apply" };
  } catch (error) {
    const isMissing = errorCode(error) === "ENOENT";
    return unreadable(source, isMissing ? "the run left no result" : "the result is not valid JSON");
  }
}

function asPlan(source: string, document: unknown): RunResult {
  const checked = checkPlanOrFailure(document);
  if ("problem" in checked) return isNeither(source);
  return "resource_changes" in checked.document
    ? { ...checked.document, source, kind: "plan" }
    : { ...checked.document, source, kind: "none" };
}

const isNeither = (source: string): RunResult => unreadable(source, "this is neither a plan nor a receipt");

function unreadable(source: string, summary: string): RunResult {
  return { source, kind: "none", outcome: "error", diagnostics: [{ summary }] };
}
