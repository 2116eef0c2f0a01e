import type { ApplyEvent } from "../model/plan/event.js";
import type { Step } from "../model/plan/plan.js";
import { applyLines } from "../report/apply/apply-lines.js";
import { type ApplyReportOptions, applyReportText } from "../report/apply/apply-report.js";
import { advance, notStarted } from "./apply-progress.js";
import type { openApplyScreen } from "./apply-screen.js";
import { FRAME_MS, knownColumns, type TerminalInput, type TerminalOutput } from "./terminal.js";

/** The terminal to show an apply on, and how. */
interface ShowApplyOptions extends ApplyReportOptions {
  /** A line for each write, however many there are. */
  readonly full?: boolean;
  readonly stdout: TerminalOutput;
  readonly stdin: TerminalInput;
  readonly openApplyScreen: typeof openApplyScreen;
  /** The function called on Ctrl-C, which is a key while the screen is open. */
  readonly interrupt: () => void;
  /**
   * Lets the screen report every interrupt: a line from another source would move the cursor and leave stale
   * lines.
   */
  readonly divertInterrupt: (handler: () => void) => () => void;
}

/**
 * Shows an apply on a terminal while its events come: writes that have ended scroll by, those in flight stay in view,
 * and the report follows at the end. Events are taken as fast as they come; the screen is drawn at its own pace.
 */
export async function showApply(
  events: AsyncIterable<ApplyEvent>,
  steps: readonly Step[],
  options: ShowApplyOptions,
): Promise<void> {
  const { stdout, stdin, color, openApplyScreen, interrupt, divertInterrupt } = options;
  const seen: ApplyEvent[] = [];
  const finished: string[] = [];
  const linesOf = applyLines(steps, options);
  const startedAt = Date.now();
  let progress = notStarted(steps.length);
  let interrupted = false;
  const screen = openApplyScreen({ stdout, stdin, color, onInterrupt: interrupt });
  const restore = divertInterrupt(() => {
    interrupted = true;
  });
  const draw = (isLast: boolean): void =>
    screen.show({ progress, finished, interrupted, isLast, startedAt, now: Date.now() });
  const clock = setInterval(draw, FRAME_MS, false);
  try {
    for await (const event of events) {
      seen.push(event);
      progress = advance(progress, event, Date.now());
      finished.push(...linesOf(event));
    }
  } finally {
    clearInterval(clock);
    draw(true);
    await screen.close();
    restore();
  }
  // Below lines of its own the screen leaves an empty one.
  const gap = finished.length === 0 ? "\n" : "";
  stdout.write(
    gap + applyReportText(seen, steps, { ...options, width: knownColumns(stdout, options.width) }),
  );
}
