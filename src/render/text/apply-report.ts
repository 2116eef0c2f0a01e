import type { ApplyEvent } from "../../model/plan/event.js";
import type { Step } from "../../model/plan/step.js";
import { count } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import { ACTION_SIGNS, addressText } from "../labels.js";
import { eventText, warningLine } from "./event-text.js";
import { blocksText } from "./layout.js";
import { type Palette, palette } from "./palette.js";

type Ended = Extract<ApplyEvent, { type: "apply_complete" | "apply_errored" | "apply_skipped" }>;

/** Commands to run after an apply. */
export interface NextCommands {
  /** Does what is left. */
  readonly goOn: string;
  /** Undoes what was done; absent without a receipt. */
  readonly goBack?: string;
  /** The file that lists every change with its outcome. */
  readonly receipt?: string;
}

/** How to print the end of an apply. */
export interface ApplyReportOptions {
  readonly color: boolean;
  readonly width: number;
  readonly next: NextCommands;
}

/** Up to how many changes with the same end are shown; each had its own line during the run. */
const MOST = 20;

interface Row {
  readonly step: Step;
  readonly end: Ended | undefined;
}

/**
 * The end of an apply for people: what failed and why, what is in doubt, what was done with a warning, how much was not
 * done, and how to go on and back; the summary last. Ends in a newline.
 */
export function applyReportText(
  events: readonly ApplyEvent[],
  steps: readonly Step[],
  options: ApplyReportOptions,
): string {
  const paint = palette(options.color);
  const ended = new Map(events.filter(isEnd).map((event) => [event.step, event]));
  const rows = steps.map((step): Row => ({ step, end: ended.get(step.step) }));
  const block = (title: string, has: (end: Ended | undefined) => boolean): string[] => {
    const own = rows.filter(({ end }) => has(end));
    if (own.length === 0) return [];
    const more = own.length > MOST ? [`  and ${own.length - MOST} more, each with a line above`] : [];
    const shown = own.slice(0, MOST).flatMap((row) => rowLines(row, paint, options.width));
    return [paint.strong(title), ...shown, ...more];
  };
  const summary = events.find((event) => event.type === "apply_summary");
  return blocksText([
    block(
      "Done, with a warning from the service",
      (end) => end?.type === "apply_complete" && end.warnings.length > 0,
    ),
    block("Failed", (end) => end?.type === "apply_errored" && end.outcome === "failed"),
    block(
      "In doubt (may or may not have happened; the next plan shows it)",
      (end) => end?.type === "apply_errored" && end.outcome === "unknown",
    ),
    ...events.flatMap((event) =>
      event.type === "diagnostic" ? [diagnosticLines(event.diagnostic, paint, options.width)] : [],
    ),
    summary === undefined || summary.outcome === "ok" ? [] : restLines(rows, options.next),
    summary === undefined ? [] : [eventText(summary, options)],
  ]);
}

function isEnd(event: ApplyEvent): event is Ended {
  return event.type === "apply_complete" || event.type === "apply_errored" || event.type === "apply_skipped";
}

function rowLines({ step: { action, address }, end }: Row, paint: Palette, width: number): string[] {
  const head = `  ${paint[action](ACTION_SIGNS[action])} ${addressText(address)}`;
  if (end?.type === "apply_complete")
    return [head, ...end.warnings.map((w) => `    ${warningLine(w, paint)}`)];
  if (end?.type === "apply_errored")
    return [head, ...diagnosticLines(end.diagnostic, paint, width - 4).map((line) => `    ${line}`)];
  return [head];
}

const isStarted = (end: Ended | undefined): boolean =>
  end !== undefined && !(end.type === "apply_errored" && end.outcome === "not_started");

/** The numbers of writes that a stopped run did not do, and the commands to go on and back. */
function restLines(rows: readonly Row[], { goOn, goBack, receipt }: NextCommands): string[] {
  const skipped = rows.flatMap(({ end }) => (end?.type === "apply_skipped" ? [end] : []));
  const causes = groupBy(skipped, ({ because_of }) => nameList(because_of.map(addressText), 3));
  const untouched = rows.filter(({ end }) => !isStarted(end)).length;
  const changed = rows.some(({ end }) => isStarted(end) && end?.type !== "apply_skipped");
  // Of a run that did nothing no receipt is kept.
  const listed = receipt === undefined || !changed ? "" : ` (listed in ${receipt})`;
  return [
    ...[...causes].map(([cause, { length }]) => `${count(length, "write")} skipped, because of ${cause}.`),
    ...(untouched === 0 ? [] : [`${count(untouched, "write")} not started${listed}.`]),
    `To go on:    ${goOn}`,
    ...(changed ? [`To go back:  ${goBack ?? "without a receipt there is no undo"}`] : []),
  ];
}
