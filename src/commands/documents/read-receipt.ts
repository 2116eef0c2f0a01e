import type { Receipt } from "../../model/plan/receipt.js";
import { fail } from "../session/command-error.js";
import { readJson } from "./read-json.js";
import { areGuards, isListOf, isReceiptChange, isTexts } from "./recorded-change.js";

const MAKE_ONE = "Write one with `orgform apply --receipt FILE`.";

/** Reads what `apply --receipt` wrote; anything else is refused. */
export async function readReceipt(path: string): Promise<Receipt> {
  const parsed = (await readJson(path, "receipt", MAKE_ONE)) as Partial<Receipt> | null;
  const isReceipt =
    parsed?.format_version === "1.0" &&
    typeof parsed.organization?.id === "string" &&
    (parsed.workspaces === undefined || isTexts(parsed.workspaces)) &&
    (parsed.identities === undefined || isTexts(parsed.identities)) &&
    (parsed.guards === undefined || areGuards(parsed.guards)) &&
    isListOf(parsed.changes, isReceiptChange);
  if (!isReceipt) {
    throw fail("error", "usage", `${path} is no receipt of this version`, MAKE_ONE);
  }
  return parsed as Receipt; // Checked above as far as it is used.
}
