import type { Client } from "../api/operations.js";
import { applyPlan } from "../apply/apply-plan.js";
import { openReceiptBook } from "../apply/receipt.js";
import type { ApplyEvent } from "../model/event.js";
import type { Outcome, Plan } from "../model/plan.js";
import { applyReportText } from "../render/apply-report.js";
import { eventText } from "../render/event-text.js";
import { eventLine, jsonText } from "../render/json-text.js";
import { type CommandContext, isInteractive, wantsColor, widthOf } from "./context.js";
import { writeOut } from "./emit.js";
import { wholeNumber } from "./numbers.js";
import type { CommonOptions, ServiceOptions } from "./options.js";

/** How an approved plan is carried out and shown. */
export type RunApplyOptions = CommonOptions & ServiceOptions & { readonly receipt?: string };

/** Carries an approved plan out, shows its events as they come and keeps the receipt; the outcome is the run's. */
export async function runApply(
  context: CommandContext,
  options: RunApplyOptions,
  plan: Plan,
  client: Client,
): Promise<Outcome> {
  const book = openReceiptBook(plan);
  // Written before the first write too: if it cannot be, nothing has happened yet.
  if (options.receipt !== undefined) await writeOut(options.receipt, jsonText(book.receipt()));
  const concurrency = wholeNumber("--concurrency", options.concurrency);
  const events = applyPlan(plan, client, {
    stop: context.stop,
    ...(concurrency === undefined ? {} : { concurrency }),
  });
  let outcome: Outcome = "interrupted";
  const recorded = record(events, (event) => {
    book.record(event);
    if (event.type === "apply_summary") outcome = event.outcome;
  });
  try {
    await show(context, options, plan, recorded);
  } finally {
    if (options.receipt !== undefined) await writeOut(options.receipt, jsonText(book.receipt()));
  }
  return outcome;
}

async function* record(
  events: AsyncIterable<ApplyEvent>,
  note: (event: ApplyEvent) => void,
): AsyncGenerator<ApplyEvent> {
  for await (const event of events) {
    note(event);
    yield event;
  }
}

async function show(
  context: CommandContext,
  options: RunApplyOptions,
  plan: Plan,
  events: AsyncIterable<ApplyEvent>,
): Promise<void> {
  if (options.format === "json") {
    for await (const event of events)
      context.stdout.write(`${eventLine(event, context.now().toISOString())}\n`);
    return;
  }
  const color = wantsColor(context, context.stdout, options.color);
  if (isInteractive(context) && color) {
    const { showApply } = await import("../tui/show-apply.js");
    await showApply(events, plan, { stdout: context.stdout, stdin: context.stdin });
    return;
  }
  const seen: ApplyEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    // The report below ends in the summary.
    const line = event.type === "apply_summary" ? "" : eventText(event, { color });
    if (line !== "") context.stdout.write(`${line}\n`);
  }
  context.stdout.write(`\n${applyReportText(seen, plan.steps, { color, width: widthOf(context.stdout) })}`);
}
