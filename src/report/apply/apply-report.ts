import type { ApplyEvent } from "../../model/plan/event.js";
import type { Step } from "../../model/plan/plan.js";
import { type Group, groupAlike, groupBy } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import { addressText } from "../words/labels.js";
import { blocksText, displayWidth, wrap } from "../words/layout.js";
import { narrower, type TextStyle, textStyle } from "../words/text-style.js";
import { type EndedWrite, type ReportRow, stepLines, warnedLines } from "./apply-warnings.js";
import { eventText } from "./event-text.js";

/** What may follow an apply. */
export interface NextCommands {
  /** Does what is left. */
  readonly goOn: string;
  /** The file that lists every change with its outcome. */
  readonly receipt?: string;
}

export interface ApplyReportOptions {
  readonly color: boolean;
  readonly width: number;
  /** True if the last line, which pipelines look for, and the commands may be broken as well. */
  readonly isTerminal?: boolean;
  readonly next: NextCommands;
}

/** The most changes with the same end that are shown; each had its own line during the run. */
const MOST = 20;
/**
 * The end of an apply for people: what failed and why, what is in doubt, what was done with a warning, how much was not
 * done, the receipt, and how to go on and back; the summary last. Ends in a newline.
 */
export function applyReportText(
  events: readonly ApplyEvent[],
  steps: readonly Step[],
  options: ApplyReportOptions,
): string {
  const look = textStyle(options);
  const { paint, rowWidth } = look;
  const ended = new Map(events.filter(isEnd).map((event) => [event.step, event]));
  const rows = steps.map((step): ReportRow => ({ step, end: ended.get(step.step) }));
  const block = (title: string, has: (end: EndedWrite | undefined) => boolean): string[] => {
    const own = rows.filter(({ end }) => has(end));
    if (own.length === 0) return [];
    const more = own.length > MOST ? [`  and ${own.length - MOST} more, each with a line above`] : [];
    const alike = groupAlike(own.slice(0, MOST), ({ end }) => messageOf(end));
    return [paint.strong(title), ...alike.flatMap((same) => rowLines(same, look)), ...more];
  };
  const summary = events.find((event) => event.type === "apply_summary");
  return blocksText([
    warnedLines(rows, look),
    block("Failed", (end) => end?.type === "apply_errored" && end.outcome === "failed"),
    block(
      "In doubt (may or may not have happened; the next plan shows it)",
      (end) => end?.type === "apply_errored" && end.outcome === "unknown",
    ),
    ...afterPlan(events).flatMap((event) =>
      event.type === "diagnostic" ? [diagnosticLines(event.diagnostic, look)] : [],
    ),
    summary === undefined
      ? []
      : [
          ...(summary.outcome === "ok" ? [] : undoneLines(rows).flatMap((line) => wrap(line, rowWidth))),
          ...nextLines(rows, summary.outcome === "ok", options.next, rowWidth),
        ],
    summary === undefined ? [] : summaryLines(summary, options.color, look),
  ]);
}

/** The events of the run itself: what comes before them stands in the plan. */
function afterPlan(events: readonly ApplyEvent[]): readonly ApplyEvent[] {
  return events.slice(events.findIndex(({ type }) => type === "change_summary") + 1);
}

function isEnd(event: ApplyEvent): event is EndedWrite {
  return event.type === "apply_complete" || event.type === "apply_errored" || event.type === "apply_skipped";
}

const messageOf = (end: EndedWrite | undefined): unknown =>
  end?.type === "apply_errored" ? [end.diagnostic.code, end.diagnostic.summary, end.diagnostic.detail] : null;

/** Changes that ended for one reason, and below them the reason. */
function rowLines(same: Group<ReportRow>, look: TextStyle): string[] {
  const [{ end }] = same;
  const reason =
    end?.type === "apply_errored"
      ? diagnosticLines(end.diagnostic, narrower(look, 4)).map((line) => `    ${line}`)
      : [];
  return [...same.flatMap(({ step }) => stepLines(step, "  ", look)), ...reason];
}

/** The summary in words; the outcome is painted if it is one line. */
function summaryLines(
  summary: Extract<ApplyEvent, { type: "apply_summary" }>,
  color: boolean,
  { rowWidth, paint }: TextStyle,
): string[] {
  const plain = eventText(summary, { color: false });
  if (displayWidth(plain) <= rowWidth) return [eventText(summary, { color })];
  return wrap(plain, rowWidth).map(paint.strong);
}

const isStarted = (end: EndedWrite | undefined): boolean =>
  end !== undefined && !(end.type === "apply_errored" && end.outcome === "not_started");

/** The numbers of writes that a stopped run did not do. */
function undoneLines(rows: readonly ReportRow[]): string[] {
  const skipped = rows.flatMap(({ end }) => (end?.type === "apply_skipped" ? [end] : []));
  const causes = groupBy(skipped, ({ because_of }) => nameList(because_of.map(addressText), 3));
  const untouched = rows.filter(({ end }) => !isStarted(end)).length;
  return [
    ...[...causes].map(([cause, { length }]) => `${count(length, "write")} skipped, because of ${cause}.`),
    ...(untouched === 0 ? [] : [`${count(untouched, "write")} not started.`]),
  ];
}

/** The receipt, if the run leaves one, the command to go on with the rest, and the way back from what was done. */
function nextLines(
  rows: readonly ReportRow[],
  isOk: boolean,
  { goOn, receipt }: NextCommands,
  rowWidth: number,
): string[] {
  const changed = rows.some(({ end }) => isStarted(end) && end?.type !== "apply_skipped");
  const command = (title: string, line: string): string[] =>
    displayWidth(title + line) > rowWidth ? [title.trim(), ...commandLines(line, rowWidth)] : [title + line];
  return [
    ...(receipt !== undefined && changed ? [`Receipt:     ${receipt}`] : []),
    ...(isOk ? [] : command("To go on:    ", goOn)),
    ...(changed ? wrap(`${WAY_BACK}${receipt === undefined ? NO_VALUES : VALUES_BEFORE}`, rowWidth) : []),
  ];
}

const WAY_BACK = "To go back:  revert the commit and plan with --base; ";
const VALUES_BEFORE = "`orgform show RECEIPT` has every value before";
const NO_VALUES = "without a receipt nothing has the values before";

/** A word of a shell, with its quotes. */
const SHELL_WORD = /(?:'[^']*'|\\'|[^\s'])+/g;

/** A command in several lines, to be copied as it is: each but the last ends in a backslash. */
function commandLines(command: string, width: number): string[] {
  const lines: string[] = [];
  let line = " ";
  for (const word of command.match(SHELL_WORD) ?? []) {
    if (line.trim() !== "" && displayWidth(`${line} ${word} \\`) > width) {
      lines.push(`${line} \\`);
      line = "   ";
    }
    line += ` ${word}`;
  }
  return [...lines, line];
}
