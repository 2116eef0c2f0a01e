import { assertNever } from "../../model/internal-error.js";
import type { ApplyCounts, ApplyEvent, StepRef } from "../../model/plan/event.js";
import type { Outcome } from "../../model/plan/plan.js";
import { compact } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { visible } from "../../util/escape.js";
import { addressText } from "../words/labels.js";
import { type Palette, palette } from "../words/palette.js";

/** The verbs of an action, while it runs and when it has ended. */
export const ACTION_VERBS: Readonly<
  Record<StepRef["action"], { readonly doing: string; readonly noun: string }>
> = {
  create: { doing: "Creating", noun: "Creation" },
  update: { doing: "Modifying", noun: "Modification" },
  delete: { doing: "Deleting", noun: "Deletion" },
};

/** The event with which a write ended. */
export type StepEnd = EndIn<ApplyEvent>;

type EndIn<Event> = Extract<Event, { type: "apply_complete" | "apply_errored" | "apply_skipped" }>;

/** Returns true if an event says how a write ended. */
export const isStepEnd = <Event extends ApplyEvent>(event: Event): event is EndIn<Event> =>
  event.type === "apply_complete" || event.type === "apply_errored" || event.type === "apply_skipped";

/**
 * One event as a plain line (a warning of the service adds a line of its own), without the final newline.
 * Empty for events that say nothing that the plan has not said.
 */
export function eventText(event: ApplyEvent, options: { readonly color: boolean }): string {
  const paint = palette(options.color);
  switch (event.type) {
    case "version":
    case "run":
    case "planned_change":
    case "change_summary":
      return "";
    case "apply_start":
      return `${subject(event, paint)} ${ACTION_VERBS[event.action].doing}...`;
    case "apply_progress":
      return progress(event, paint);
    case "apply_complete":
      return [
        `${subject(event, paint)} ${completion(event)}`,
        // A warning of the service stands beneath its change.
        ...event.warnings.map((warning) => `  ${paint.warning("Warning:")} ${visible(warning)}`),
      ].join("\n");
    case "apply_errored": {
      const failure = `${ACTION_VERBS[event.action].noun} ${FAILURES[event.outcome]}`;
      return event.outcome === "not_started"
        ? `${subject(event, paint)} ${paint.warning(failure)}`
        : `${subject(event, paint)} ${paint.alarm(failure)}: ${visible(event.diagnostic.summary)}`;
    }
    case "apply_skipped":
      return `${subject(event, paint)} ${paint.warning("Skipped")}, because of ${event.because_of.map(addressText).join(", ")}`;
    case "diagnostic": {
      const { code, severity, summary } = event.diagnostic;
      // The plan has shown it, or the report will.
      if (code === "service-warning") return "";
      return severity === "error"
        ? `${paint.alarm("Error:")} ${visible(summary)}`
        : `${paint.warning("Warning:")} ${visible(summary)}`;
    }
    case "apply_summary":
      return `${paint.strong(OUTCOME_SENTENCES[event.outcome])} ${applySummary(event)}`;
    default:
      return assertNever(event);
  }
}

const subject = (step: StepRef, paint: Palette): string => paint.strong(`${addressText(step.address)}:`);

/** The state that the service was in already, by the action that it refused. */
const ALREADY = { create: "there", update: "so", delete: "gone" } as const;

function completion({ action, adopted, already }: ApplyEvent & { type: "apply_complete" }): string {
  const found = adopted ? " (found in the service; the response was lost)" : "";
  return `${ACTION_VERBS[action].noun} complete${already ? ` (it was ${ALREADY[action]} already)` : found}`;
}

const FAILURES = {
  failed: "failed",
  unknown: "may or may not have happened",
  not_started: "not started",
} as const;

function progress(event: ApplyEvent & { type: "apply_progress" }, paint: Palette): string {
  const { address = "", action, message, wait_seconds } = event;
  const wait = wait_seconds === undefined ? "" : `, going on in ${count(Math.ceil(wait_seconds), "second")}`;
  const what = `${visible(message)}${wait}`;
  if (action === undefined) return `${paint.faint("Waiting:")} ${what}`;
  const { doing } = ACTION_VERBS[action];
  return `${paint.strong(`${addressText(address)}:`)} Still ${doing.toLowerCase()}... (${what})`;
}

const OUTCOME_SENTENCES: Readonly<Record<Outcome, string>> = {
  ok: "Apply complete.",
  differences: "Apply complete.",
  error: "Apply failed.",
  refused: "Apply refused; nothing was written.",
  stale: "The plan is no longer the one that was approved; nothing was written.",
  partial: "Apply stopped part-way.",
  interrupted: "Apply interrupted.",
};

function applySummary({ changes, steps, warnings }: ApplyEvent & { type: "apply_summary" }): string {
  const { done, ...undone } = steps;
  return compact([
    `Changes: ${changes.create} added, ${changes.update} changed, ${changes.delete} removed.`,
    Object.values(undone).some((n) => n > 0) && `Steps: ${countsText(steps)}.`,
    warnings > 0 && `${count(warnings, "warning")} from the service.`,
  ]).join(" ");
}

/** The counts as text, such as `12 done, 1 failed, 3 skipped`, without zeros. */
export function countsText(counts: ApplyCounts): string {
  const { done, failed, unknown, skipped, not_started } = counts;
  const parts = compact([
    done > 0 && `${done} done`,
    failed > 0 && `${failed} failed`,
    unknown > 0 && `${unknown} in doubt`,
    skipped > 0 && `${skipped} skipped`,
    not_started > 0 && `${not_started} not started`,
  ]);
  return parts.join(", ") || "0 done";
}
