import { readFile } from "node:fs/promises";
import type { Receipt } from "../model/receipt.js";
import { halt } from "./halt.js";
import { isListOf, isReceiptChange, isTexts } from "./recorded-change.js";

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
    (parsed.workspaces === undefined || isTexts(parsed.workspaces)) &&
    isListOf(parsed.changes, isReceiptChange);
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
