/** What is in a receipt is described in schemas/receipt.schema.json, which the build makes these types of. */
export type { Receipt, ReceiptChange, RecordedGuards } from "../generated/documents.js";
