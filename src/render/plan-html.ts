import type { Plan } from "../model/plan.js";
import { visibleName } from "../util/escape.js";
import type { PlanView } from "./change-blocks.js";
import { planGraph } from "./graph.js";
import { graphSvg } from "./graph-svg.js";
import { type Html, html, markup, nothing } from "./html.js";
import { htmlPage, type PageSection } from "./html-page.js";
import {
  accessSection,
  allowedSection,
  changesSection,
  findingSections,
  refusalSection,
} from "./html-sections.js";
import { impliedRemovalsOf, obstaclesOf } from "./plan-notes.js";
import { type LadderWorkspace, ladderSection, planLadder } from "./precedence-ladder.js";
import { summaryLine } from "./summary-line.js";

/**
 * A plan as one page that needs no network: changes, every access change with a filter, the precedence ladder and the
 * execution order as a picture. `ladder` are all groups of the workspaces; without it the ladder shows only groups
 * whose precedence the plan writes.
 */
export async function planHtml(
  plan: Plan,
  options: PlanView & { readonly ladder?: readonly LadderWorkspace[] } = {},
): Promise<string> {
  const { name, id } = plan.organization;
  const sections: PageSection[] = [
    ...refusalSection(plan),
    ...allowedSection(plan),
    ...accessSection(plan),
    ...changesSection(plan, options),
    ...ladderSection(options.ladder ?? planLadder(plan)),
    ...(options.summary || plan.steps.length === 0 ? [] : [await graphSection(plan)]),
    ...findingSections(plan, options),
  ];
  return htmlPage(`Plan for ${visibleName(name)}`, header(plan), sections, footer(plan, id));
}

function header(plan: Plan): Html {
  const notes = [...obstaclesOf(plan), ...impliedRemovalsOf(plan)];
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

async function graphSection(plan: Plan): Promise<PageSection> {
  const { graph, note } = planGraph(plan);
  const svg = await graphSvg(graph, "The writes of this plan and what each waits for");
  return {
    id: "order",
    title: "Order of writes",
    body: html`<p class="soft">An arrow leads from a write to what waits for it. ${note ?? ""}</p>
<div class="scroll">${markup(svg)}</div>
`,
  };
}
