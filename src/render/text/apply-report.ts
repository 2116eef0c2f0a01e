import type { ApplyEvent } from "../../model/plan/event.js";
import type { Step } from "../../model/plan/step.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import { ACTION_SIGNS, addressText } from "../labels.js";
import { eventText, warningLine } from "./event-text.js";
import { type Palette, palette } from "./palette.js";

type Ended = Extract<ApplyEvent, { type: "apply_complete" | "apply_errored" | "apply_skipped" }>;

/**
 * The end of an apply for people: what was done with a warning, what failed and why, what nobody knows, what was
 * skipped and what was never started, each change with its own story beside it; the summary last. Ends in a newline.
 */
export function applyReportText(
  events: readonly ApplyEvent[],
  steps: readonly Step[],
  options: { readonly color: boolean; readonly width: number },
): string {
  const paint = palette(options.color);
  const ended = new Map(events.filter(isEnd).map((event) => [event.step, event]));
  const rows = steps.map((step) => ({ step, end: ended.get(step.step) }));
  const block = (title: string, has: (end: Ended | undefined) => boolean): string[][] => {
    const own = rows.filter(({ end }) => has(end));
    if (own.length === 0) return [];
    return [[paint.strong(title), ...own.flatMap(({ step, end }) => row(step, end, paint, options.width))]];
  };
  const summary = events.find((event) => event.type === "apply_summary");
  return `${[
    ...block(
      "Done, with a warning of the service",
      (end) => end?.type === "apply_complete" && end.warnings.length > 0,
    ),
    ...block("Failed", (end) => end?.type === "apply_errored" && end.outcome === "failed"),
    ...block(
      "Unknown (may or may not have happened; the next plan tells)",
      (end) => end?.type === "apply_errored" && end.outcome === "unknown",
    ),
    ...block("Skipped", (end) => end?.type === "apply_skipped"),
    ...block("Not started", (end) => end === undefined),
    ...events.flatMap((event) =>
      event.type === "diagnostic" ? [diagnosticLines(event.diagnostic, paint, options.width)] : [],
    ),
    ...(summary === undefined ? [] : [[eventText(summary, options)]]),
  ]
    .map((lines) => lines.join("\n"))
    .join("\n\n")}\n`;
}

function isEnd(event: ApplyEvent): event is Ended {
  return event.type === "apply_complete" || event.type === "apply_errored" || event.type === "apply_skipped";
}

function row({ action, address }: Step, end: Ended | undefined, paint: Palette, width: number): string[] {
  const head = `  ${paint[action](ACTION_SIGNS[action])} ${addressText(address)}`;
  if (end?.type === "apply_complete")
    return [head, ...end.warnings.map((w) => `    ${warningLine(w, paint)}`)];
  if (end?.type === "apply_skipped")
    return [`${head}  because of ${end.because_of.map(addressText).join(", ")}`];
  if (end?.type === "apply_errored")
    return [head, ...diagnosticLines(end.diagnostic, paint, width - 4).map((line) => `    ${line}`)];
  return [head];
}
