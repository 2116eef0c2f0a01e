/** What is in a receipt is described in schemas/receipt.schema.json, which the build makes these types of. */
export type {
  Actor,
  ApprovedBy,
  Receipt,
  ReceiptChange,
  RecordedAccess,
  RecordedGuards,
  RunSource,
} from "../generated/documents.js";
