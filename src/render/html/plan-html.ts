import type { Plan } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import type { PlanView } from "../view/change-blocks.js";
import { changeSections } from "../view/change-sections.js";
import { directionOf, notesOf, obstaclesOf, summaryLine } from "../view/plan-notes.js";
import { sectionsAbove, sectionsBelow } from "../view/plan-sections.js";
import { asOfNotes } from "../words/as-of.js";
import { flowSection } from "./flow-picture.js";
import { type Html, html, nothing, paragraph } from "./html.js";
import { ladderSection } from "./html-ladder.js";
import { factList, htmlPage, originFacts, type PageSection } from "./html-page.js";
import { sectionHtml } from "./section-html.js";

/**
 * A plan as one page that needs no network: every access change with a filter, changes, and the ranks of groups whose
 * precedence the plan writes.
 */
export function planHtml(plan: Plan, options: PlanView = {}): string {
  const { name } = plan.organization;
  const sections: PageSection[] = [
    ...sectionsAbove(plan, { full: true }).flatMap((section) => [
      sectionHtml(section),
      ...(section.id === "access" ? flowSection(plan.access_changes) : []),
    ]),
    ...changeSections(plan, options).map(sectionHtml),
    ...ladderSection(plan),
    ...sectionsBelow(plan, { full: true }).map(sectionHtml),
  ];
  return htmlPage(`Plan for ${visibleName(name)}`, header(plan, options), sections, footer(plan));
}

function header(plan: Plan, view: PlanView): Html {
  const { asOf, files, commit } = view;
  const origin = { ...view, organization: plan.organization, version: plan.orgform_version };
  const facts = factList([
    ...originFacts(origin, [
      ["File", files?.map(visibleName).join(", ")],
      ["Commit", commit],
    ]),
    ["Digest", plan.plan_digest],
  ]);
  const notes = [...asOfNotes(asOf), ...directionOf(plan, view), ...obstaclesOf(plan), ...notesOf(plan)];
  return html`<p class="lead">${summaryLine(plan)}</p>
${facts}${notes.map(paragraph)}`;
}

function footer(plan: Plan): Html {
  return plan.applyable
    ? html`<p>To approve exactly this plan: <code>--approve ${plan.plan_digest}</code></p>`
    : nothing;
}
