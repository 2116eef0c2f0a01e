import type { Plan, PlanLabel } from "../../model/plan/plan.js";
import { escapeMarkdown, markdownCode, visible } from "../../util/escape.js";
import type { PlanView } from "../view/change-blocks.js";
import { changeSections } from "../view/change-sections.js";
import {
  directionOf,
  isUnchanged,
  notesOf,
  obstaclesOf,
  refusedWord,
  summaryLine,
} from "../view/plan-notes.js";
import { sectionsAbove, sectionsBelow } from "../view/plan-sections.js";
import { asOfNotes, momentText, sandboxNotes } from "../words/as-of.js";
import { type CommentPart, withinBudget } from "./markdown-budget.js";
import { sectionMarkdown } from "./section-markdown.js";

/**
 * A plan for a pull request, at most `budget` bytes of UTF-8. Errors, refusals and access come first and are not folded;
 * what does not fit is counted, changes before access. The first line is a hidden marker by which a pipeline finds its
 * own comment.
 */
export function planMarkdown(plan: Plan, options: PlanView & { readonly budget?: number } = {}): string {
  return withinBudget(head(plan, options), markdownSections(plan, options), foot(plan), options.budget);
}

/** The start of the marker: the same for every plan of one organization. */
export function stickyMarker(organizationId: string): string {
  return `<!-- orgform:plan organization=${encodeURIComponent(visible(organizationId)).replaceAll("-", "%2D")}`;
}

/** Labels that a pipeline may put on a pull request. A plan with errors has none: it knows nothing. */
export function planLabels(plan: Plan): PlanLabel[] {
  if (plan.errored) return [];
  return [
    isUnchanged(plan) ? "no-changes" : "changes",
    ...(plan.summary.delete > 0 ? (["removes"] as const) : []),
    ...(plan.summary.access.opened > 0 ? (["opens-access"] as const) : []),
  ];
}

function head(plan: Plan, view: PlanView): string {
  const { asOf, readAt, sandbox } = view;
  const { id, name } = plan.organization;
  return [
    `${stickyMarker(short(id))} digest=${encodeURIComponent(plan.plan_digest)} -->`,
    `### ${refusedWord(plan)}${summaryLine(plan)}`,
    `Organization ${markdownCode(short(name))} (${markdownCode(short(id))})${readAt === undefined || asOf !== undefined ? "" : `, read ${momentText(readAt)}`}`,
    ...[...sandboxNotes(sandbox), ...asOfNotes(asOf)].map(escapeMarkdown),
    ...directionOf(plan, view),
    ...obstaclesOf(plan).map((sentence) => `**${sentence}**`),
    ...notesOf(plan).map(escapeMarkdown),
  ].join("\n\n");
}

/** The shortened name, so that the head fits with any name that the service has. */
const short = (text: string): string => (text.length <= 200 ? text : `${[...text].slice(0, 200).join("")}…`);

function foot(plan: Plan): string {
  const approve = !plan.applyable
    ? ""
    : `Approve exactly this with ${markdownCode(`--approve ${plan.plan_digest}`)} · `;
  return `<sub>${approve}orgform ${markdownCode(plan.orgform_version)}</sub>`;
}

/** The parts of a pull request comment, in the order of every format. Names stand in code only. */
function markdownSections(plan: Plan, { full }: PlanView): CommentPart[] {
  return [
    ...sectionsAbove(plan, { full }),
    ...changeSections(plan),
    ...sectionsBelow(plan, { full: true }),
  ].map((section) => sectionMarkdown(section, full));
}
