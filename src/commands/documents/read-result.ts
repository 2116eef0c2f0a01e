import { readFile } from "node:fs/promises";
import type { RunResult } from "../../model/plan/run-result.js";
import { errorCode } from "../../util/error-code.js";
import { isRecord } from "../../util/is-record.js";
import { checkPlanOrFailure, checkReceipt } from "./check-document.js";

/**
 * Reads what a run left behind: a plan or drift as JSON, a receipt, or the JSON of a run that failed. A file that is
 * missing or is none of these is the result of a run that failed: a report must not be silent about it.
 */
export async function readResult(source: string): Promise<RunResult> {
  let document: unknown;
  try {
    document = JSON.parse(await readFile(source, "utf8"));
  } catch (error) {
    const isMissing = errorCode(error) === "ENOENT";
    return unreadable(source, isMissing ? "the run left no result" : "the result is not valid JSON");
  }
  return isRecord(document) && "changes" in document ? asReceipt(source, document) : asPlan(source, document);
}

function asReceipt(source: string, document: unknown): RunResult {
  const checked = checkReceipt(document);
  return "problem" in checked ? isNeither(source) : { ...checked.document, source, kind: "apply" };
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
