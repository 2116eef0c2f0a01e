import { readFileSync } from "node:fs";
import { createReceiptRecorder } from "../../src/apply/receipt.js";
import { parseReceipt } from "../../src/commands/receipts/read-receipt.js";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import type { Receipt, ReceiptChange, Run } from "../../src/model/plan/receipt.js";
import { eventLine } from "../../src/report/words/json-text.js";

export const MOMENT = "2026-09-01T06:00:00.000Z";

/** The first line of a run, with `more` in the place of what says nothing. */
export function run(more: Partial<Run> = {}): Run {
  return {
    orgform: "test",
    format_version: "1.0",
    started_at: MOMENT,
    organization: { id: "org_northwind", name: "Northwind" },
    actor: { user_id: "usr_nora", email: "nora@northwind.example" },
    approved_by: "digest",
    plan_digest: "0",
    allowed: [],
    changes: [],
    access_changes: [],
    arrivals: [],
    people: [],
    ...more,
  };
}

/** The receipt of a run, of which some changes have ended; by default all of them are done. */
export function receiptOf(
  more: Partial<Run>,
  events: readonly ApplyEvent[] = doneEvents(more.changes ?? []),
): Receipt {
  const recorder = createReceiptRecorder(run(more));
  for (const event of events) recorder.record(event, MOMENT);
  return recorder.receipt();
}

/** The events of a run in which everything is done. */
export function doneEvents(changes: Run["changes"]): readonly ApplyEvent[] {
  const written = changes.filter(({ implied_by }) => implied_by === undefined);
  const counts = { create: 0, update: 0, delete: 0 };
  const events = written.flatMap(({ address, kind, action }, i): ApplyEvent[] => {
    counts[action] += 1;
    const ref = { step: i + 1, address, kind, action };
    return [
      { type: "apply_start", ...ref },
      { type: "apply_complete", ...ref, warnings: [] },
    ];
  });
  const steps = { done: written.length, failed: 0, skipped: 0, not_started: 0, unknown: 0 };
  return [...events, { type: "apply_summary", outcome: "ok", steps, changes: counts, warnings: 0 }];
}

/** The text of a receipt: the first line, and one for each event. */
export function receiptText(
  more: Partial<Run>,
  events: readonly ApplyEvent[] = doneEvents(more.changes ?? []),
): string {
  const lines = [{ type: "run" as const, ...run(more) }, ...events];
  return lines.map((event) => `${eventLine(event, MOMENT)}\n`).join("");
}

/** Reads a receipt that a run has left. */
export function readReceiptAt(path: string): Receipt {
  const checked = parseReceipt(readFileSync(path, "utf8"));
  if ("problem" in checked) throw new Error(checked.problem);
  return checked.document;
}

/** A change that was planned, as a receipt has it. */
export const planned = ({
  outcome: _,
  already: __,
  error: ___,
  ...change
}: ReceiptChange): Run["changes"][number] => change;
