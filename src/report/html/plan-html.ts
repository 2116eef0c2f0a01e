import type { Plan } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import type { PlanView } from "../view/change-blocks.js";
import { changeSections } from "../view/change-sections.js";
import { directionOf, notesOf, obstaclesOf, refusedWord, summaryLine } from "../view/plan-notes.js";
import { sectionsAbove, sectionsBelow } from "../view/plan-sections.js";
import { asOfNotes } from "../words/as-of.js";
import { originFacts, type Page } from "../words/page.js";
import { flowSection } from "./flow-picture.js";
import { ladderSection } from "./html-ladder.js";
import type { PageSection } from "./html-page.js";
import { pageHtml } from "./page-html.js";
import { sectionHtml } from "./section-html.js";

/**
 * A plan as one page that needs no network: every access change with a filter, changes, and the ranks of groups whose
 * precedence the plan writes.
 */
export function planHtml(plan: Plan, options: PlanView = {}): string {
  const sections: PageSection[] = [
    ...sectionsAbove(plan, { full: true }).flatMap((section) => [
      sectionHtml(section),
      ...(section.id === "access" ? flowSection(plan.access_changes) : []),
    ]),
    ...changeSections(plan).map(sectionHtml),
    ...ladderSection(plan),
    ...sectionsBelow(plan, { full: true }).map(sectionHtml),
  ];
  return pageHtml(pageOf(plan, options), sections);
}

/** The head of the page, and its foot. */
function pageOf(plan: Plan, view: PlanView): Page {
  const { asOf, files, commit } = view;
  const origin = { ...view, organization: plan.organization, version: plan.orgform_version };
  const facts = originFacts(origin, [
    ["File", files?.map(visibleName).join(", ")],
    ["Commit", commit],
  ]);
  return {
    title: `Plan for ${visibleName(plan.organization.name)}`,
    sum: `${refusedWord(plan)}${summaryLine(plan)}`,
    facts: [...facts, ["Digest", plan.plan_digest]],
    notes: [...asOfNotes(asOf), ...directionOf(plan, view), ...obstaclesOf(plan), ...notesOf(plan)],
    sections: [],
    ...(plan.applyable && {
      foot: { text: "To approve exactly this plan:", code: `--approve ${plan.plan_digest}` },
    }),
  };
}
