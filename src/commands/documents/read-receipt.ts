import type { Receipt } from "../../model/plan/receipt.js";
import { usageError } from "../session/command-error.js";
import { checkReceipt } from "./check-document.js";
import { readJson } from "./read-json.js";

const MAKE_ONE = "Write one with `orgform apply --receipt FILE`.";

/** Reads what `apply --receipt` wrote; anything else is refused. */
export async function readReceipt(path: string): Promise<Receipt> {
  const checked = checkReceipt(await readJson(path, "receipt", MAKE_ONE));
  if ("document" in checked) return checked.document;
  throw usageError(`${path} is not a receipt that this version can read`, `${checked.problem} ${MAKE_ONE}`);
}
