/** The contents of a receipt; the build makes these types of schemas/receipt.schema.json. */
export type {
  Actor,
  ApprovedBy,
  Receipt,
  ReceiptChange,
  RecordedAccess,
  RecordedGuards,
  RunSource,
} from "../generated/documents.js";
