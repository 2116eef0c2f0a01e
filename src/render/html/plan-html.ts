import type { Plan } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import { asOfLines } from "../as-of.js";
import { type LadderWorkspace, ladderSection, planLadder } from "../graph/precedence-ladder.js";
import { summaryLine } from "../text/summary-line.js";
import { arrivalSection } from "../view/arrivals.js";
import type { PlanView } from "../view/change-blocks.js";
import { impliedRemovalsOf, joinedOf, obstaclesOf } from "../view/plan-notes.js";
import { type Html, html, nothing } from "./html.js";
import { dataSection } from "./html-data.js";
import { htmlPage, type PageSection } from "./html-page.js";
import {
  accessSection,
  allowedSection,
  changesSection,
  findingSections,
  refusalSection,
} from "./html-sections.js";

/**
 * A plan as one page that needs no network: changes, every access change with a filter, and the precedence ladder. `ladder` are all groups of the workspaces; without it the ladder shows only groups
 * whose precedence the plan writes.
 */
export function planHtml(
  plan: Plan,
  options: PlanView & { readonly ladder?: readonly LadderWorkspace[] } = {},
): string {
  const { name, id } = plan.organization;
  const sections: PageSection[] = [
    ...refusalSection(plan),
    ...allowedSection(plan),
    ...arrivalSection(plan),
    ...accessSection(plan),
    ...dataSection(plan),
    ...changesSection(plan, options),
    ...ladderSection(options.ladder ?? planLadder(plan)),
    ...findingSections(plan, options),
  ];
  return htmlPage(`Plan for ${visibleName(name)}`, header(plan, options), sections, footer(plan, id));
}

function header(plan: Plan, { asOf }: PlanView): Html {
  const notes = [
    ...asOfLines(asOf).slice(0, 1),
    ...obstaclesOf(plan),
    ...joinedOf(plan),
    ...impliedRemovalsOf(plan),
  ];
  return html`<p class="lead">${summaryLine(plan)}</p>
${notes.map(
  (note) => html`<p>${note}</p>
`,
)}`;
}

function footer(plan: Plan, organizationId: string): Html {
  const approve = html`
<p>To approve exactly this plan: <code>--approve ${plan.plan_digest}</code></p>`;
  return html`<p class="soft">Organization ${visibleName(organizationId)} &middot; orgform ${plan.orgform_version}</p>${plan.applyable ? approve : nothing}`;
}
