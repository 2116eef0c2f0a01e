import { rm } from "node:fs/promises";
import { applyPlan } from "../../apply/apply-plan.js";
import { createEventQueue } from "../../apply/event-queue.js";
import {
  asIfKilled,
  createReceiptRecorder,
  pendingReceipt,
  type ReceiptRecorder,
  type RunFacts,
} from "../../apply/receipt.js";
import { type Address, kindOfAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { ApplyEvent, StepRef } from "../../model/plan/event.js";
import type { Outcome, Plan } from "../../model/plan/plan.js";
import type { Receipt } from "../../model/plan/receipt.js";
import { eventLine, jsonText } from "../../render/json-text.js";
import { applyReportText, type NextCommands } from "../../render/text/apply-report.js";
import { eventText } from "../../render/text/event-text.js";
import { visible } from "../../util/escape.js";
import type { PlanFormat } from "../documents/print-plan.js";
import { writeAtOnce, writeOut } from "../documents/write-output.js";
import { CommandError } from "../session/command-error.js";
import { type Connection, waitReason } from "../session/connect.js";
import { type CommandContext, canRedraw, isInteractive, lookOf } from "../session/context.js";
import type { PlanningCommandOptions } from "../session/options.js";
import { wholeNumber } from "../session/options.js";
import { nextCommand } from "./next-command.js";
import { openReceiptPlace, type ReceiptOptions, type ReceiptPlace } from "./receipt-place.js";
import { removalsLeft } from "./removals-left.js";

/** Options of carrying out an approved plan and showing it. */
export interface RunApplyOptions extends PlanningCommandOptions<PlanFormat>, ReceiptOptions {}

/** A plan that may be carried out, and what its receipt says of that. */
export interface ApprovedRun {
  readonly plan: Plan;
  readonly facts: RunFacts;
}

/** How often the receipt is written while a run makes things: after each of them, if they are no more than these. */
const RECEIPTS_OF_A_RUN = 32;

/** Carries an approved plan out, shows its events as they come and keeps the receipt; the outcome is the run's. */
export async function runApply(
  context: CommandContext,
  options: RunApplyOptions,
  { plan, facts }: ApprovedRun,
  { client, divertWaits }: Pick<Connection, "client" | "divertWaits">,
): Promise<Outcome> {
  const startedAt = context.now();
  const run: RunFacts = { started_at: startedAt.toISOString(), ...facts };
  const recorder = createReceiptRecorder(plan, run);
  // A run that sends nothing leaves no receipt.
  const place = plan.steps.length === 0 ? undefined : await openReceiptPlace(context, options, startedAt);
  // The receipt is written before anything is sent: if that fails, nothing has happened yet.
  if (place !== undefined) await writeOut(place.path, jsonText(pendingReceipt(plan, run)));
  const concurrency = wholeNumber("--concurrency", options.concurrency);
  const events = applyPlan(plan, client, { stop: context.stop, concurrency });
  let kept: Promise<readonly Diagnostic[]> | undefined;
  const keep = () => {
    kept ??= keepReceipt(place, recorder.receipt(context.now().toISOString()));
    return kept;
  };
  // An undo needs the ids of what was made: a run that is killed leaves the ids that it knows. A receipt is as long as its
  // plan, so a long run writes it after each of so many parts, and the time that this takes grows with the plan only.
  const each = Math.ceil(plan.steps.filter(makesNamed).length / RECEIPTS_OF_A_RUN);
  let made = 0;
  const keepIds = async (): Promise<void> => {
    made += 1;
    if (place === undefined || made % each !== 0) return;
    await writeAtOnce(place.path, jsonText(asIfKilled(recorder.receipt())));
  };
  const restore = context.divertInterrupt(() => {
    if (!context.stop.aborted)
      context.stderr.write("\nInterrupted: finishing what is in flight. Interrupt again to stop at once.\n");
    return "told";
  });
  try {
    const left = () => removalsLeft(context, options, plan, recorder.receipt());
    const told = recorded(withWaits(events, divertWaits), recorder, { keep, keepIds, left });
    await show(context, options, plan, told, nextOf(options, place));
  } finally {
    await keep();
    restore();
  }
  return endOf(recorder.receipt(), await keep());
}

/** The outcome of the run; without its receipt it is an error, whatever was done. */
function endOf({ outcome }: { readonly outcome: Outcome }, problems: readonly Diagnostic[]): Outcome {
  return problems.length > 0 && outcome === "ok" ? "error" : outcome;
}

/** Writes the receipt at the end; a failure is reported, and changes nothing of what was done. */
async function keepReceipt(
  place: ReceiptPlace | undefined,
  receipt: Receipt,
): Promise<readonly Diagnostic[]> {
  if (place === undefined) return [];
  try {
    if (place.isDefault && receipt.changes.every(({ outcome }) => outcome === "not_started")) {
      await rm(place.path, { force: true });
      return [];
    }
    await writeOut(place.path, jsonText(receipt));
    return [];
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return error.diagnostics;
  }
}

/** The events, with the client's waits among them. */
async function* withWaits(
  events: AsyncIterable<ApplyEvent>,
  divertWaits: Connection["divertWaits"],
): AsyncGenerator<ApplyEvent> {
  const queue = createEventQueue<ApplyEvent>();
  const restore = divertWaits((wait) => {
    queue.push({ type: "apply_progress", message: waitReason(wait), wait_seconds: wait.seconds });
  });
  const passOn = async (): Promise<void> => {
    for await (const event of events) queue.push(event);
  };
  passOn().then(() => queue.close(), queue.close);
  try {
    yield* queue;
  } finally {
    restore();
  }
}

/** The events; the receipt is written before the last one. */
async function* recorded(
  events: AsyncIterable<ApplyEvent>,
  recorder: ReceiptRecorder,
  ends: Record<"keep" | "left", () => Promise<readonly Diagnostic[]>> & {
    readonly keepIds: () => Promise<void>;
  },
): AsyncGenerator<ApplyEvent> {
  for await (const event of events) {
    recorder.record(event);
    if (event.type === "apply_complete" && makesNamed(event)) await ends.keepIds();
    if (event.type !== "apply_summary") {
      yield event;
      continue;
    }
    const problems = await ends.keep();
    for (const diagnostic of [...(await ends.left()), ...problems]) yield { type: "diagnostic", diagnostic };
    yield { ...event, outcome: endOf(event, problems) };
  }
}

/** Returns true for a write that makes something which an undo identifies by its id. */
const makesNamed = ({ action, address }: StepRef): boolean => action === "create" && isNamed(address);

/** Returns true for kinds that an undo identifies by their ids. */
function isNamed(address: Address): boolean {
  const kind = kindOfAddress(address);
  return kind === "workspace" || kind === "group" || kind === "attribute";
}

async function show(
  context: CommandContext,
  options: RunApplyOptions,
  plan: Plan,
  events: AsyncIterable<ApplyEvent>,
  next: NextCommands,
): Promise<void> {
  if (options.format === "json") {
    for await (const event of events)
      context.stdout.write(`${eventLine(event, context.now().toISOString())}\n`);
    return;
  }
  const look = lookOf(context, context.stdout, options.color);
  const report = { ...look, next };
  if (plan.steps.length > 0) context.stdout.write("\n");
  // Requests that are logged on the same terminal would move the screen's cursor.
  if (isInteractive(context) && canRedraw(context, context.stdout) && options.verbose !== true) {
    const { showApply } = await import("../../tui/show-apply.js");
    const { openApplyScreen } = await import("../../tui/apply-screen.js");
    await showApply(events, plan, {
      ...report,
      stdout: context.stdout,
      stdin: context.stdin,
      openApplyScreen,
      interrupt: context.interrupt,
      divertInterrupt: context.divertInterrupt,
    });
    return;
  }
  const seen: ApplyEvent[] = [];
  for await (const event of events) {
    seen.push(event);
    // The report below ends with the summary.
    const line = event.type === "apply_summary" ? "" : eventText(event, look);
    const isOutput = event.type !== "apply_progress" && event.type !== "diagnostic";
    const screen = isOutput ? context.stdout : context.stderr;
    if (line !== "") screen.write(`${line}\n`);
  }
  context.stdout.write(`\n${applyReportText(seen, plan.steps, report)}`);
}

/** The commands that continue the run and that undo it. */
function nextOf(options: RunApplyOptions, place: ReceiptPlace | undefined): NextCommands {
  const { receiptFile, base: _, ...rest } = options;
  const path = place?.path;
  return {
    goOn:
      receiptFile === undefined ? nextCommand(["apply"], options) : nextCommand(["undo", receiptFile], rest),
    ...(path === undefined ? {} : { receipt: visible(path), goBack: nextCommand(["undo", path], rest) }),
  };
}
