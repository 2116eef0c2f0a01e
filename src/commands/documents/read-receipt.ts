import type { Receipt } from "../../model/plan/receipt.js";
import { checkReceipt } from "./check-document.js";
import { readDocument } from "./read-json.js";

/** Reads what `apply --receipt` wrote; anything else is refused. */
export function readReceipt(path: string): Promise<Receipt> {
  return readDocument(path, checkReceipt, "receipt", "Write one with `orgform apply --receipt FILE`.");
}
