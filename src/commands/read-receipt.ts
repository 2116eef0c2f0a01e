import { readFile } from "node:fs/promises";
import type { Receipt } from "../model/receipt.js";
import { halt } from "./halt.js";
import { isAddressed, isFields, isObject } from "./recorded-change.js";

/** Reads what `apply --receipt` wrote; anything else is refused. */
export async function readReceipt(path: string): Promise<Receipt> {
  let parsed: Partial<Receipt> | null;
  try {
    parsed = JSON.parse(await readFile(path, "utf8")) as Partial<Receipt> | null;
  } catch {
    throw halt("error", "usage", `${path} is no receipt`, "Write one with `orgform apply --receipt FILE`.");
  }
  const isReceipt =
    parsed?.format_version === "1.0" &&
    typeof parsed.organization?.id === "string" &&
    Array.isArray(parsed.changes) &&
    parsed.changes.every((change: unknown) => isChange(change));
  if (!isReceipt) {
    throw halt(
      "error",
      "usage",
      `${path} is no receipt of this version`,
      "Write one with `orgform apply --receipt FILE`.",
    );
  }
  return parsed as Receipt; // Checked above as far as it is used.
}

const ACTIONS: readonly unknown[] = ["create", "update", "delete"];
const OUTCOMES: readonly unknown[] = ["done", "failed", "skipped", "not_started", "unknown"];

function isChange(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { address, previous_address, type, action, outcome, before, after } = value;
  return (
    isAddressed(address, type) &&
    (previous_address === undefined || isAddressed(previous_address, type)) &&
    ACTIONS.includes(action) &&
    OUTCOMES.includes(outcome) &&
    isFields(before) &&
    isFields(after)
  );
}
