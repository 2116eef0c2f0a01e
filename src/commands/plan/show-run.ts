import type { ApplyEvent } from "../../model/plan/event.js";
import type { Plan } from "../../model/plan/plan.js";
import { applyReportText, type NextCommands } from "../../report/apply/apply-report.js";
import { eventText } from "../../report/apply/event-text.js";
import { visible } from "../../util/escape.js";
import { type CommandContext, canRedraw, isInteractive, outputStyleOf } from "../context/context.js";
import type { SharedOptions } from "../context/options.js";
import { noteServiceWarnings } from "../documents/report-diagnostics.js";
import type { PlanFormat } from "../session/print-plan.js";
import type { Session } from "../session/session.js";
import { nextCommand } from "./next-command.js";

/** Options of showing, approving and carrying out a plan. */
export interface ApprovalOptions extends SharedOptions<PlanFormat> {
  readonly autoApprove?: boolean;
  /** A digest. */
  readonly approve?: string;
}

/** A session of a command that may write. */
export type RunSession = Session<ApprovalOptions>;

/** An event with its line, as the receipt has it. */
export interface ShownEvent {
  readonly event: ApplyEvent;
  readonly line: string;
}

/** Shows the events of a run as they come: as lines of JSON or of text, or on a screen that is redrawn. */
export async function showRun(
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
  const report = { ...style, next: nextOf(options, receipt) };
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

/** What continues the run, and its receipt. */
function nextOf(options: ApprovalOptions, path: string | undefined): NextCommands {
  return {
    goOn: nextCommand(["apply"], options),
    ...(path === undefined ? {} : { receipt: visible(path) }),
  };
}
