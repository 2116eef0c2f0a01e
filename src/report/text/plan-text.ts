import { KINDS } from "../../kinds/registry.js";
import type { Plan } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import { changeParts, type PlanView } from "../view/change-blocks.js";
import { changeSections } from "../view/change-sections.js";
import { isShortened, UNFOLD } from "../view/folding.js";
import { directionOf, notesOf, obstaclesOf, refusedWord, summaryLine } from "../view/plan-notes.js";
import { sectionsAbove, sectionsBelow } from "../view/plan-sections.js";
import { asOfNotes } from "../words/as-of.js";
import { blocksText, displayWidth, wrap } from "../words/layout.js";
import { type TextStyle, textStyle } from "../words/text-style.js";
import { sectionText } from "./section-text.js";

export interface PlanTextOptions extends PlanView {
  readonly color: boolean;
  /** The width of lines in columns; a longer word is not broken. */
  readonly width: number;
  /**
   * True if the last line may be broken as well: a pipeline looks for it in one piece, a person on a terminal
   * does not.
   */
  readonly isTerminal?: boolean;
  /** True if it undoes a run, and does not follow a file. */
  readonly isUndo?: boolean;
  /** Its guards refuse archives only, whose names are asked for next. */
  readonly asksForNames?: boolean;
}

/**
 * A plan for people, in Terraform's manner: what stops it, whose access changes, the changes, and the rest. The last line
 * is the summary that pipelines look for.
 */
export function planText(plan: Plan, options: PlanTextOptions): string {
  const look = textStyle(options);
  const sections = [
    ...sectionsAbove(plan, options),
    ...changeSections(plan),
    ...sectionsBelow(plan, options),
  ];
  const refused =
    refusedWord(plan) === "" || options.asksForNames
      ? []
      : obstaclesOf(plan).filter((_, i) => i === (plan.errored ? 1 : 0));
  return blocksText([
    refused.flatMap((sentence) => wrap(`Refused: ${sentence}`, look.rowWidth)).map(look.paint.alarm),
    asOfNotes(options.asOf).flatMap((note) => wrap(note, look.rowWidth)),
    heading(plan, look, options),
    ...sections.flatMap((section) => sectionText(section, look, options.full)),
    closing(plan, look, options, isShortened(sections, options.full)),
  ]);
}

function heading(plan: Plan, { paint, rowWidth }: TextStyle, options: PlanTextOptions): string[] {
  const { name, id } = plan.organization;
  return changeParts(plan).length === 0
    ? []
    : [
        `Changes to ${paint.strong(visibleName(name))} (${visibleName(id)})`,
        ...directionOf(plan, options).flatMap((line) => wrap(line, rowWidth)),
      ];
}

function closing(
  plan: Plan,
  { paint, rowWidth }: TextStyle,
  { isUndo, asksForNames }: PlanTextOptions,
  isSomeFolded: boolean,
): string[] {
  // The plan does not compute access after an archive, nor through values that were not read.
  const isKnown =
    plan.reads.own_values_unread === 0 &&
    !plan.steps.some(({ kind, action }) => KINDS[kind].isArchived && action === "delete");
  const safety =
    plan.steps.length > 0 && plan.exposure.verdict === "none" && !plan.errored && isKnown
      ? ["Safe order: at each step every member has either their old or their new access."]
      : [];
  const approve = `--approve ${plan.plan_digest}`;
  const lead = "To approve exactly this plan:";
  const approval = !plan.applyable
    ? []
    : displayWidth(`${lead} ${approve}`) <= rowWidth
      ? [`${lead} ${approve}`]
      : [lead, `  ${approve}`];
  const prose = (sentence: string): string[] => wrap(sentence, rowWidth);
  const last = summaryLine(plan, isUndo);
  return [
    ...(asksForNames ? [] : obstaclesOf(plan)).flatMap(prose).map(paint.alarm),
    ...safety.flatMap(prose),
    ...notesOf(plan).flatMap(prose),
    ...(isSomeFolded ? prose(UNFOLD) : []),
    ...approval.map(paint.faint),
    ...wrap(last, rowWidth).map(paint.strong),
  ];
}
