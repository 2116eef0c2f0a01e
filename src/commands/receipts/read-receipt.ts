import fs from "node:fs";
import { createReceiptRecorder } from "../../apply/receipt.js";
import type { TimedEvent } from "../../model/plan/event.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { usageError } from "../context/command-error.js";
import { type Checked, checkEvent, checkEvents } from "../documents/check-document.js";
import { notAsSaid, parsedJson, readText } from "../documents/read-json.js";

/** A receipt and its file. */
export interface FoundReceipt {
  readonly path: string;
  readonly receipt: Receipt;
}

const HOW = "`apply` writes one to .orgform/receipts beside the file, or where --receipt says.";

/** Reads the receipt that a run left, or has left so far; anything else is refused, a pipe unread: nobody may ever write to it. */
export async function findReceipt(path: string): Promise<FoundReceipt> {
  const stats = await fs.promises.stat(path).catch(() => undefined);
  if (stats?.isFile() === false) throw usageError(`${path} is not a file`, `Name a receipt. ${HOW}`);
  const text = await readText(path, HOW);
  const checked = parseReceipt(text);
  if ("document" in checked) return { path, receipt: checked.document };
  throw (
    notAsSaid(path, checked, HOW) ??
    usageError(`${path} is not a receipt that this version can read`, `${checked.problem} ${HOW}`)
  );
}

/** A receipt from its lines. A last line that lacks its end was cut off by a kill: it did not happen. */
export function parseReceipt(text: string): Checked<Receipt> {
  const [firstLine = "", ...lines] = text.split("\n");
  const first = eventOf(firstLine, 1);
  if ("problem" in first) return first;
  if (first.document.type !== "run") return { problem: "Its first line is not of the type `run`." };
  const last = lines.at(-1) ?? "";
  if (parsedJson(last) === undefined) lines.pop();
  const { timestamp: _, type: __, ...run } = first.document;
  const recorder = createReceiptRecorder(run);
  const events: TimedEvent[] = [first.document];
  let hasEnded = false;
  for (const [i, line] of lines.entries()) {
    const event = eventOf(line, i + 2);
    if ("problem" in event) return event;
    const { timestamp, ...rest } = event.document;
    if (hasEnded || rest.type === "run") return { problem: `Line ${i + 2} belongs to another run.` };
    hasEnded = rest.type === "apply_summary";
    recorder.record(rest, timestamp);
    events.push(event.document);
  }
  const whole = checkEvents(events);
  if ("problem" in whole) return whole;
  return { document: recorder.receipt() };
}

function eventOf(line: string, number: number): Checked<TimedEvent> {
  const parsed = parsedJson(line);
  const event = parsed === undefined ? { problem: "It is not JSON." } : checkEvent(parsed);
  return "problem" in event ? { problem: `Line ${number}: ${event.problem}` } : event;
}
