import type { Plan } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import { asOfNotes } from "../as-of.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import { withUndeclaredTogether } from "../diagnostics/undeclared-people.js";
import { changeParts, type PlanView } from "../view/change-blocks.js";
import { directionOf, notesOf, obstaclesOf, summaryLine } from "../view/plan-notes.js";
import { accessText, arrivalText, exposureText } from "./access-text.js";
import { changeCounts, changeText, type TextStyle } from "./change-text.js";
import { dataText } from "./data-text.js";
import {
  deferredText,
  guardText,
  noteText,
  rulesText,
  unmanagedText,
  unsupportedText,
} from "./finding-text.js";
import { blocksText } from "./layout.js";
import { palette } from "./palette.js";

/** How to print a plan. */
export interface PlanTextOptions extends PlanView {
  readonly color: boolean;
  /** Columns that prose and alignment keep to; names are never cut for it. */
  readonly width: number;
  /** It undoes a run, and does not follow a file. */
  readonly isUndo?: boolean;
  /** Its guards refuse archives only, whose names are asked for next. */
  readonly asksForNames?: boolean;
}

/** A plan for people, in Terraform's manner. The last line is the summary that pipelines look for. */
export function planText(plan: Plan, options: PlanTextOptions): string {
  const look: TextStyle = { width: options.width, paint: palette(options.color) };
  const details = (lines: string[]): string[] => (options.summary ? [] : lines);
  return blocksText([
    asOfNotes(options.asOf),
    heading(plan, look, options),
    // Whose access changes comes before the single writes that change it.
    accessText(plan.access_changes, look, options.summary === true),
    dataText(plan, look, options.summary === true),
    arrivalText(plan, look, options.summary === true),
    exposureText(plan.exposure, look),
    rulesText(plan, look),
    ...changes(plan, look, options),
    details(unsupportedText(plan, look)),
    details(deferredText(plan, look)),
    details(unmanagedText(plan, look)),
    noteText("Warnings", plan.warnings, look),
    noteText("Checks", plan.checks, look),
    guardText(plan, look, options.asksForNames === true),
    ...withUndeclaredTogether(plan.diagnostics).map((diagnostic) =>
      diagnosticLines(diagnostic, look.paint, look.width),
    ),
    closing(plan, look, options),
  ]);
}

function heading(plan: Plan, { paint }: TextStyle, options: PlanTextOptions): string[] {
  const { name, id } = plan.organization;
  return changeParts(plan, options.showUnchanged).length === 0
    ? []
    : [`Changes to ${paint.strong(visibleName(name))} (${visibleName(id)})`, ...directionOf(plan, options)];
}

function changes(plan: Plan, look: TextStyle, { summary, showUnchanged }: PlanTextOptions): string[][] {
  return changeParts(plan, showUnchanged).flatMap((part) => [
    ...(part.title === undefined ? [] : [[look.paint.strong(part.title)]]),
    ...(summary ? changeCounts(part, look) : changeText(part, look)),
  ]);
}

function closing(plan: Plan, { paint }: TextStyle, { isUndo, asksForNames }: PlanTextOptions): string[] {
  // Nobody has looked at who is where after an archive, nor at values that were not read.
  const isKnown =
    plan.reads.own_values_unread === 0 &&
    !plan.steps.some(({ kind, action }) => kind === "workspace" && action === "delete");
  const safety =
    plan.steps.length > 0 && plan.exposure.verdict === "none" && !plan.errored && isKnown
      ? ["Safe order: at each step every member has either their old or their new access."]
      : [];
  const approval = !plan.applyable
    ? []
    : [paint.faint(`To approve exactly this plan: --approve ${plan.plan_digest}`)];
  return [
    ...(asksForNames ? [] : obstaclesOf(plan)).map(paint.alarm),
    ...safety,
    ...notesOf(plan),
    ...approval,
    paint.strong(summaryLine(plan, isUndo)),
  ];
}
