import type { ApplyCounts } from "../../model/plan/event.js";
import type { DataVerdict } from "../../model/plan/plan.js";
import type {
  Actor,
  Receipt,
  ReceiptChange,
  RecordedAccess,
  RecordedArrival,
} from "../../model/plan/receipt.js";
import { arrivalCounts, verdictCounts } from "../../plan/assemble/summary.js";
import { byKey } from "../../util/collections.js";
import { defined } from "../../util/record.js";

/** One apply, from its receipt. */
export interface LogEntry
  extends Pick<
    Receipt,
    | "sandbox"
    | "where"
    | "started_at"
    | "organization"
    | "actor"
    | "approved_by"
    | "plan_digest"
    | "outcome"
    | "allowed"
    | "warnings"
  > {
  /** The file. */
  readonly receipt: string;
  /** Null for a run that was killed, or has not ended. */
  readonly finished_at: string | null;
  readonly source: Receipt["source"] | null;
  /** The changes that were done, without those that went with another one. */
  readonly changes: { readonly create: number; readonly update: number; readonly delete: number };
  readonly steps: ApplyCounts;
  /** People whose access the run was to change, each once, by what they see then. */
  readonly people: Readonly<Record<DataVerdict, number>>;
  /** People who had an invite. */
  readonly arriving: number;
  /** The changes one by one, where one receipt is shown. */
  readonly about?: RunDetails;
}

/** The changes of a run, one by one. */
export interface RunDetails {
  readonly changes: readonly ReceiptChange[];
  readonly access: readonly RecordedAccess[];
  /** New people who were to arrive, and those whose arrival was to change. */
  readonly arrivals: readonly RecordedArrival[];
}

/** The log of these receipts, in their order. */
export function createLog(
  receipts: readonly { readonly path: string; readonly receipt: Receipt }[],
): readonly LogEntry[] {
  // The run that makes an organization's first workspace cannot read its user's address, but later ones can.
  const actors = receipts.map(({ receipt }) => receipt.actor).filter(({ email }) => email !== undefined);
  const known = byKey(actors, "user_id");
  return receipts.map(({ path, receipt }) => logEntryOf(path, receipt, known.get(receipt.actor.user_id)));
}

/** The entry of one receipt, whose actor another one may know better. */
export function logEntryOf(path: string, receipt: Receipt, known?: Actor): LogEntry {
  const { started_at, organization, actor, approved_by, plan_digest, outcome, where, sandbox } = receipt;
  return {
    receipt: path,
    ...defined({ sandbox, where }),
    started_at,
    finished_at: receipt.finished_at ?? null,
    organization,
    actor: { ...defined({ email: known?.email }), ...actor },
    source: receipt.source ?? null,
    approved_by,
    plan_digest,
    outcome,
    changes: doneCounts(receipt.changes),
    steps: receipt.steps,
    people: verdictCounts(receipt.people),
    arriving: arrivalCounts(receipt.arrivals).arriving,
    allowed: receipt.allowed,
    warnings: receipt.warnings,
  };
}

/** Counts the changes that were done, without those that went with another one. */
function doneCounts(changes: readonly ReceiptChange[]): Readonly<Record<ReceiptChange["action"], number>> {
  const done = changes.filter(({ outcome, implied_by }) => outcome === "done" && implied_by === undefined);
  const number = (action: ReceiptChange["action"]): number =>
    done.filter((change) => change.action === action).length;
  return { create: number("create"), update: number("update"), delete: number("delete") };
}
