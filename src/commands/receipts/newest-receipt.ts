import { join } from "node:path";
import type { Receipt } from "../../model/plan/receipt.js";
import { visible } from "../../util/escape.js";
import { usageError } from "../context/command-error.js";
import type { ServiceOptions } from "../context/options.js";
import { isOfAnother, readReceipt } from "./read-receipt.js";
import { defaultFolder, type ReceiptOptions, receiptsIn } from "./receipt-place.js";

/** A receipt and its file. */
export interface FoundReceipt {
  readonly path: string;
  readonly receipt: Receipt;
}

/** The receipt of the newest run beside the file that sent something: after one that only waited for somebody, nothing is to be undone. */
export async function newestReceipt(
  options: ReceiptOptions & Pick<ServiceOptions, "sandbox">,
): Promise<FoundReceipt> {
  const folder = await defaultFolder(options);
  for (const name of (await receiptsIn(folder)).toReversed()) {
    const path = join(folder, name);
    const receipt = await readReceipt(path);
    if (isOfAnother(receipt, options)) continue;
    if (receipt.changes.some(({ outcome }) => outcome === "done" || outcome === "unknown"))
      return { path, receipt };
  }
  const detail =
    "`apply` writes one there unless --no-receipt or --receipt says otherwise. Name the receipt of the run.";
  const where = options.sandbox === undefined ? "in the service" : "in a sandbox";
  throw usageError(`${visible(folder)} has no receipt of a run ${where} that wrote something`, detail);
}
