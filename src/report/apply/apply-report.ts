import { namesInAddress } from "../../model/address.js";
import type { ApplyEvent } from "../../model/plan/event.js";
import type { Step } from "../../model/plan/plan.js";
import { byKey, compact, type Group, groupAlike, groupBy, setOf } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import { ACTION_SIGNS, addressText } from "../words/labels.js";
import { blockLines, displayWidth, wrap, wrapAddress } from "../words/layout.js";
import { narrower, type TextStyle, textStyle } from "../words/text-style.js";
import { eventText, isStepEnd, type StepEnd } from "./event-text.js";

/** What may follow an apply. */
interface NextCommands {
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
  const { paint } = look;
  const ended = byKey(events.filter(isStepEnd), "step");
  const rows = steps.map((step): ReportRow => ({ step, end: ended.get(step.step) }));
  const block = (title: string, outcome: "failed" | "unknown"): string[] => {
    const own = rows.filter(({ end }) => end?.type === "apply_errored" && end.outcome === outcome);
    if (own.length === 0) return [];
    const alike = groupAlike(own.slice(0, MOST), ({ end }) => messageOf(end));
    return compact([
      paint.strong(title),
      ...alike.flatMap((same) => rowLines(same, look)),
      own.length > MOST && `  and ${own.length - MOST} more, each with a line above`,
    ]);
  };
  // What comes before the events of the run itself stands in the plan.
  const ofRun = events.slice(events.findIndex(({ type }) => type === "change_summary") + 1);
  const summary = events.find((event) => event.type === "apply_summary");
  return blocksText([
    warnedLines(rows, look),
    block("Failed", "failed"),
    block("In doubt (may or may not have happened; the next plan shows it)", "unknown"),
    ...ofRun.flatMap((event) =>
      event.type === "diagnostic" ? [diagnosticLines(event.diagnostic, look)] : [],
    ),
    summary === undefined ? [] : nextLines(rows, summary.outcome === "ok", options.next, look.rowWidth),
    summary === undefined ? [] : summaryLines(summary, options.color, look),
  ]);
}

const messageOf = (end: ReportRow["end"]): unknown =>
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

const isStarted = ({ end }: ReportRow): boolean =>
  end !== undefined && !(end.type === "apply_errored" && end.outcome === "not_started");

/** The numbers of writes that a stopped run did not do. */
function undoneLines(rows: readonly ReportRow[]): string[] {
  const skipped = rows.flatMap(({ end }) => (end?.type === "apply_skipped" ? [end] : []));
  const causes = groupBy(skipped, ({ because_of }) => nameList(because_of.map(addressText), 3));
  const untouched = rows.filter((row) => !isStarted(row)).length;
  return compact([
    ...[...causes].map(([cause, { length }]) => `${count(length, "write")} skipped, because of ${cause}.`),
    untouched > 0 && `${count(untouched, "write")} not started.`,
  ]);
}

/** What a stopped run did not do, its receipt, the command to go on with the rest, and the way back from what was done. */
function nextLines(
  rows: readonly ReportRow[],
  isOk: boolean,
  { goOn, receipt }: NextCommands,
  rowWidth: number,
): string[] {
  const isChanged = rows.some((row) => isStarted(row) && row.end?.type !== "apply_skipped");
  const title = "To go on:    ";
  const goingOn =
    displayWidth(title + goOn) > rowWidth ? [title.trim(), ...commandLines(goOn, rowWidth)] : [title + goOn];
  const values = receipt
    ? "`orgform show RECEIPT` has every value before"
    : "without a receipt nothing has the values before";
  return [
    ...(isOk ? [] : undoneLines(rows).flatMap((line) => wrap(line, rowWidth))),
    ...compact([isChanged && receipt && `Receipt:     ${receipt}`]),
    ...(isOk ? [] : goingOn),
    ...(isChanged ? wrap(`To go back:  revert the commit and plan with --base; ${values}`, rowWidth) : []),
  ];
}

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

/** A write of a run, with its end if it has ended. */
interface ReportRow {
  readonly step: Step;
  readonly end: StepEnd | undefined;
}

/** The most changes with the same warning that are shown. */
const MOST_WARNED = 5;

/** A write as a row: its sign and its address. */
function stepLines({ action, address }: Step, indent: string, { rowWidth, paint }: TextStyle): string[] {
  const [first = "", ...rest] = wrapAddress(addressText(address), rowWidth, `${indent}  `);
  return [`${indent}${paint[action](ACTION_SIGNS[action])} ${first.trimStart()}`, ...rest];
}

/**
 * The service's warnings of writes, with their changes: the shortest of those that differ in names and
 * numbers only.
 */
function warnedLines(rows: readonly ReportRow[], look: TextStyle): string[] {
  const { paint, rowWidth } = look;
  const warned = rows.flatMap(({ step, end }) =>
    end?.type === "apply_complete" ? end.warnings.map((warning) => ({ step, warning })) : [],
  );
  const lines = alikeWarnings(warned).flatMap((same) => {
    const [first = "", ...others] = [...setOf(same, "warning")].sort((a, b) => a.length - b.length);
    const text = others.length === 0 ? first : `${first} (and others, with other names)`;
    return compact([
      ...wrap(`Warning: ${visible(text)}`, rowWidth, "    ", "  ").map(paint.warning),
      ...same.slice(0, MOST_WARNED).flatMap(({ step }) => stepLines(step, "    ", look)),
      same.length > MOST_WARNED && `    and ${same.length - MOST_WARNED} more`,
    ]);
  });
  return lines.length === 0 ? [] : [paint.strong("Done, with a warning from the service"), ...lines];
}

interface Warned {
  readonly step: Step;
  readonly warning: string;
}

/** The length from which a warning may be cut: the client takes 500 letters of it. */
const CUT_LENGTH = 490;

/** Warnings that differ in names and numbers only, together; one that was cut is taken for the one that it begins. */
function alikeWarnings(warned: readonly Warned[]): readonly (readonly Warned[])[] {
  // The name that a message of the service would have of the thing that a step writes.
  const names = [...new Set(warned.map(({ step }) => namesInAddress(step.address).name))];
  names.sort((a, b) => b.length - a.length);
  const groups = new Map<string, Warned[]>();
  const byMessage = [...groupBy(warned, ({ warning }) => warning)].sort(
    ([a], [b]) => Number(a.length >= CUT_LENGTH) - Number(b.length >= CUT_LENGTH),
  );
  for (const [message, same] of byMessage) {
    const words = withoutNames(message, names);
    const begin = message.length < CUT_LENGTH ? words : beforeLastName(words) || words;
    const known = [...groups.keys()].find((key) => (begin === words ? key === words : key.startsWith(begin)));
    groups.set(known ?? begin, [...(groups.get(known ?? begin) ?? []), ...same]);
  }
  return [...groups.values()];
}

/** The words up to the last name but one: the last may be cut, and what is left of it taken for other words. */
const beforeLastName = (words: string): string =>
  words.slice(0, Math.max(0, words.lastIndexOf("…"))).replace(/[^…]*$/, "");

/** A message without its names and numbers, so that messages can be compared; `names` has the longest first. */
const withoutNames = (message: string, names: readonly string[]): string =>
  names
    .reduce((text, name) => text.replaceAll(name, "…"), message)
    .replaceAll(/\d+/g, "…")
    .replaceAll(/["'`]…["'`]/g, "…")
    .replaceAll(/…(?:, …)+/g, "…");

/** Blocks of lines with an empty line between them, those without any line left out. Ends in a newline. */
const blocksText = (blocks: readonly Iterable<string>[]): string => `${[...blockLines(blocks)].join("\n")}\n`;
