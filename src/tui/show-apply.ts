import type { ApplyEvent } from "../model/plan/event.js";
import type { Plan } from "../model/plan/plan.js";
import { applyReportText } from "../render/text/apply-report.js";
import { eventText } from "../render/text/event-text.js";
import { advance, notStarted } from "./apply-progress.js";
import type { openApplyScreen } from "./apply-screen.js";
import { FRAME_MS, type TerminalInput, type TerminalOutput } from "./terminal.js";

/** Where to show an apply. */
export interface ShowApplyOptions {
  readonly stdout: TerminalOutput;
  readonly stdin: TerminalInput;
  readonly openApplyScreen: typeof openApplyScreen;
  /** What Ctrl-C does, which is a key while the screen is open; without it the process gets its SIGINT. */
  readonly onInterrupt?: () => void;
}

/**
 * Shows an apply on a terminal while its events come: what has ended scrolls by, what is in flight stays in view, and
 * at the end stands the report. Events are taken as fast as they come; the screen follows at its own pace.
 */
export async function showApply(
  events: AsyncIterable<ApplyEvent>,
  plan: Pick<Plan, "steps">,
  {
    stdout,
    stdin,
    openApplyScreen,
    onInterrupt = () => process.kill(process.pid, "SIGINT"),
  }: ShowApplyOptions,
): Promise<void> {
  const seen: ApplyEvent[] = [];
  const finished: string[] = [];
  const startedAt = Date.now();
  let progress = notStarted(plan.steps.length);
  let interrupted = false;
  const screen = openApplyScreen(stdout, stdin, () => {
    interrupted = true;
    onInterrupt();
  });
  const draw = (): void => screen.show({ progress, finished, interrupted, startedAt, now: Date.now() });
  const clock = setInterval(draw, FRAME_MS);
  try {
    for await (const event of events) {
      seen.push(event);
      progress = advance(progress, event, Date.now());
      if (isFinal(event)) finished.push(eventText(event, { color: true }));
    }
  } finally {
    clearInterval(clock);
    draw();
    await screen.close();
  }
  stdout.write(`\n${applyReportText(seen, plan.steps, { color: true, width: stdout.columns ?? 80 })}`);
}

/** Whether nothing more will be said about what the event is about. */
function isFinal({ type }: ApplyEvent): boolean {
  return (
    type === "apply_complete" || type === "apply_errored" || type === "apply_skipped" || type === "diagnostic"
  );
}
