import { rm } from "node:fs/promises";
import { runPlan } from "../../apply/apply-plan.js";
import { createEventQueue } from "../../apply/event-queue.js";
import { createReceiptRecorder, type ReceiptRecorder, type RunFacts, runOf } from "../../apply/receipt.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ApplyEvent } from "../../model/plan/event.js";
import type { Outcome, Plan } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { applyReportText } from "../../report/apply/apply-report.js";
import { eventText } from "../../report/apply/event-text.js";
import { eventLine } from "../../report/words/json-text.js";
import { addressText } from "../../report/words/labels.js";
import { count, nameList } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { type CommandContext, canRedraw, isInteractive, outputStyleOf } from "../context/context.js";
import { type SharedOptions, wholeNumber } from "../context/options.js";
import { noteServiceWarnings } from "../documents/report-diagnostics.js";
import { beginReceipt, openReceiptPlace, type ReceiptFile } from "../receipts/receipt-place.js";
import { fixedBase } from "../session/base-name.js";
import { waitReason } from "../session/connect.js";
import type { PlanFormat } from "../session/print-plan.js";
import type { Session } from "../session/session.js";
import { nextCommand } from "./next-command.js";

/** A plan that may be carried out, and what its receipt says of that. */
interface ApprovedRun {
  readonly plan: Plan;
  readonly facts: Omit<RunFacts, "started_at">;
  readonly keepsReceipt: boolean;
}

type Summary = Extract<ApplyEvent, { readonly type: "apply_summary" }>;

/** Carries an approved plan out, shows its events as they come and keeps the receipt; the outcome is the run's. */
export async function runApply(
  session: RunSession,
  { plan, facts, keepsReceipt }: ApprovedRun,
): Promise<Outcome> {
  const { context, options } = session;
  const { client, divertWaits } = await session.service();
  const startedAt = context.now();
  const run = runOf(plan, { ...facts, started_at: startedAt.toISOString() });
  const recorder = createReceiptRecorder(run);
  const firstLine = eventLine({ type: "run", ...run }, run.started_at);
  const file = keepsReceipt
    ? await beginReceipt(await openReceiptPlace(context, options, startedAt), firstLine)
    : undefined;
  const shown = createEventQueue<ShownEvent>();
  const report = reporterOf(context, { file, recorder, show: shown.push });
  const showing = showRun(session, plan, shown, file?.path);
  const restoreWaits = divertWaits((wait) => {
    report({ type: "apply_progress", message: waitReason(wait), wait_seconds: wait.seconds });
  });
  const restoreInterrupt = context.divertInterrupt(() => {
    if (!context.stop.aborted)
      context.stderr.write("\nInterrupted: finishing what is in flight. Interrupt again to stop at once.\n");
  });
  let summary: Summary | undefined;
  const onEvent = (event: ApplyEvent): boolean => {
    if (event.type !== "apply_summary") return report(event);
    summary = event;
    return true;
  };
  try {
    const concurrency = wholeNumber("--concurrency", options.concurrency);
    await runPlan(plan, client, onEvent, { stop: context.stop, concurrency });
    for (const diagnostic of await removalsLeft(session, plan, recorder.receipt()))
      report({ type: "diagnostic", diagnostic });
    file?.settle();
    if (summary !== undefined) report(summary);
    shown.close();
  } catch (error) {
    shown.close(error);
  } finally {
    restoreWaits();
    await file?.close();
  }
  await showing.finally(restoreInterrupt);
  const receipt = recorder.receipt();
  const isSent = receipt.changes.some((change) => change.outcome !== "not_started");
  if (file !== undefined && options.receipt === undefined && !isSent) await rm(file.path, { force: true });
  return receipt.outcome;
}

/** The places that every event of a run goes to. */
interface Listeners {
  readonly file: ReceiptFile | undefined;
  readonly recorder: ReceiptRecorder;
  readonly show: (event: ShownEvent) => void;
}

/**
 * The function that reports an event to all listeners, the receipt first. It returns false once the receipt cannot be
 * written; the last event then reports an error.
 */
function reporterOf(
  context: CommandContext,
  { file, recorder, show }: Listeners,
): (event: ApplyEvent) => boolean {
  const report = (event: ApplyEvent): boolean => {
    if (event.type === "apply_complete") context.sent.add(event.address);
    const timestamp = context.now().toISOString();
    const line = eventLine(event, timestamp);
    // The first line of a receipt says more than the version.
    const isWritten = file === undefined || event.type === "version" || file.append(line);
    if (!isWritten && event.type === "apply_start") return false;
    if (!isWritten && event.type === "apply_summary" && event.outcome === "ok")
      return report({ ...event, outcome: "error" });
    recorder.record(event, timestamp);
    if (!isWritten && event.type === "apply_summary")
      for (const diagnostic of file.problems) {
        const problem = { type: "diagnostic", diagnostic } as const;
        show({ event: problem, line: eventLine(problem, timestamp) });
      }
    show({ event, line });
    return isWritten;
  };
  return report;
}

const MOST = 50;

/**
 * Removals that only the base knew and that a run did not reach. A later base does not have them either, so that no later
 * run would do them: this run reports them, with the command that still does them.
 */
async function removalsLeft(
  { context, options }: RunSession,
  plan: Plan,
  receipt: Receipt,
): Promise<readonly Diagnostic[]> {
  const done = new Set(
    receipt.changes.flatMap(({ address, outcome }) => (outcome === "done" ? [address] : [])),
  );
  const left = plan.resource_changes
    .filter(({ since_base, address }) => since_base === true && !done.has(address))
    .map(({ address }) => addressText(address));
  if (left.length === 0 || options.base === undefined) return [];
  const these = count(
    left.length,
    "deletion was not done, and only this base requests it",
    "deletions were not done, and only this base requests them",
  );
  const again = nextCommand(["apply"], { ...options, base: await fixedBase(context, options.base) });
  const detail = `${nameList(left, MOST)}. A later base does not list them, so no later run deletes them. Run again with the same base: ${again}`;
  return [finding("removal-left", these, detail)];
}

/** Options of showing, approving and carrying out a plan. */
export interface ApprovalOptions extends SharedOptions<PlanFormat> {
  readonly autoApprove?: boolean;
  /** A digest. */
  readonly approve?: string;
}

/** A session of a command that may write. */
export type RunSession = Session<ApprovalOptions>;

/** An event with its line, as the receipt has it. */
interface ShownEvent {
  readonly event: ApplyEvent;
  readonly line: string;
}

/** Shows the events of a run as they come: as lines of JSON or of text, or on a screen that is redrawn. */
async function showRun(
  { context, options }: RunSession,
  plan: Plan,
  events: AsyncIterable<ShownEvent>,
  receipt: string | undefined,
): Promise<void> {
  if (options.format === "json") {
    for await (const { line } of events) context.stdout.write(`${line}\n`);
    return;
  }
  const style = outputStyleOf(context, context.stdout, options.color);
  const goOn = nextCommand(["apply"], options);
  const next = receipt === undefined ? { goOn } : { goOn, receipt: visible(receipt) };
  const report = { ...style, next };
  if (plan.steps.length > 0) context.stdout.write("\n");
  // Requests that are logged on the same terminal would move the screen's cursor.
  if (isInteractive(context) && canRedraw(context, context.stdout) && options.verbose !== true) {
    const { showApply } = await import("../../tui/show-apply.js");
    const { openApplyScreen } = await import("../../tui/apply-screen.js");
    await showApply(noting(context, events), plan.steps, {
      ...report,
      full: options.full === true,
      stdout: context.stdout,
      stdin: context.stdin,
      openApplyScreen,
      interrupt: context.interrupt,
      divertInterrupt: context.divertInterrupt,
    });
    return;
  }
  const seen: ApplyEvent[] = [];
  for await (const event of noting(context, events)) {
    seen.push(event);
    // A write has one line, when it has ended, and the report below ends with the summary.
    const isShown = event.type !== "apply_start" && event.type !== "apply_summary";
    const line = isShown ? eventText(event, style) : "";
    const isOutput = event.type !== "apply_progress" && event.type !== "diagnostic";
    const screen = isOutput ? context.stdout : context.stderr;
    if (line !== "") screen.write(`${line}\n`);
  }
  context.stdout.write(`\n${applyReportText(seen, plan.steps, report)}`);
}

/** The events, whose warnings of the service count as shown: the report and the lines of the writes have them all. */
async function* noting(
  context: CommandContext,
  events: AsyncIterable<ShownEvent>,
): AsyncGenerator<ApplyEvent> {
  for await (const { event } of events) {
    if (event.type === "diagnostic") noteServiceWarnings(context, [event.diagnostic]);
    if (event.type === "apply_complete") {
      for (const warning of event.warnings) context.said.add(warning);
    }
    yield event;
  }
}
