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
  onePerCode,
  othersLine,
  rulesText,
  unchangedCounts,
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
  const isBrief = options.summary === true;
  return blocksText([
    asOfNotes(options.asOf),
    heading(plan, look, options),
    // Whose access changes comes before the single writes that change it.
    accessText(plan.access_changes, look, isBrief),
    dataText(plan, look, isBrief),
    arrivalText(plan, look, isBrief),
    exposureText(plan.exposure, look, isBrief),
    rulesText(plan, look),
    ...changes(plan, look, options),
    ...(isBrief
      ? [unchangedCounts(plan, look)]
      : [unsupportedText(plan, look), deferredText(plan, look), unmanagedText(plan, look)]),
    noteText("Warnings", plan.warnings, look, isBrief),
    noteText("Checks", plan.checks, look, isBrief),
    guardText(plan, look, options.asksForNames === true),
    ...diagnosticBlocks(plan, look, isBrief),
    closing(plan, look, options),
  ]);
}

/** Errors all, and of warnings alike only the first where it is brief. */
function diagnosticBlocks(plan: Plan, look: TextStyle, isBrief: boolean): string[][] {
  return onePerCode(withUndeclaredTogether(plan.diagnostics), isBrief).map(({ note, others }) => [
    ...diagnosticLines(note, look.paint, look.width),
    ...othersLine(note, others, look),
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
