import type { Plan } from "../../src/model/plan/plan.js";
import { pageHtml } from "../../src/report/html/page-html.js";
import { pageMarkdown } from "../../src/report/markdown/page-markdown.js";
import { type PlanView, planPage } from "../../src/report/plan/plan-page.js";
import { type PageTextStyle, pageText } from "../../src/report/text/page-text.js";

/** A plan as a terminal shows it. */
export const planText = (plan: Plan, options: PlanView & PageTextStyle): string =>
  [...pageText(planPage(plan, options), options)].join("");

/** A plan as a pull request shows it, with the digest to approve it. */
export const planMarkdown = (
  plan: Plan,
  { full, budget, ...view }: PlanView & { readonly full?: boolean; readonly budget?: number } = {},
): string => [...pageMarkdown(planPage(plan, { hasApproval: true, ...view }), full, budget)].join("");

/** A plan as a web page. */
export const planWebPage = (plan: Plan, view: PlanView = {}): string =>
  pageHtml(planPage(plan, { hasApproval: true, ...view }));

/** The same without what says where a word may be broken. */
export const planHtml = (plan: Plan, view: PlanView = {}): string => withoutBreaks(planWebPage(plan, view));

/** A page without what says where a word may be broken. */
export const withoutBreaks = (page: string): string =>
  page.replace(/<wbr>|<span class="(?:word|long)">([^<]*)<\/span>/g, "$1");
