import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import { exposureText } from "../text/access-text.js";
import { changeBlocks, changeParts, type PlanView } from "../view/change-blocks.js";
import { ACTION_SIGNS, changeTitle, fieldTexts, reasonText } from "../words/labels.js";
import { textStyle } from "../words/text-style.js";
import { type Html, type HtmlRow, html, htmlTable, nothing } from "./html.js";
import type { PageSection } from "./html-page.js";

const LOOK = textStyle({ width: 110, color: false });

/** Resource changes by workspace and kind. */
export function changesSection(plan: Plan, { showUnchanged }: PlanView): PageSection[] {
  const parts = changeParts(plan, showUnchanged).map((part) => {
    const { title } = part;
    const tables = changeBlocks(part).map(({ title: workspace, kinds }) => {
      const ofKind = kinds.map(({ heading, changes }) =>
        htmlTable(heading, ["Change", "What", "Fields"], changes.map(changeRow)),
      );
      return html`<h3>${visibleName(workspace)}</h3>
${ofKind}`;
    });
    return html`${title === undefined ? nothing : html`<p class="lead">${title}</p>`}${tables}`;
  });
  return parts.length === 0 ? [] : [{ id: "changes", title: "Changes", body: html`${parts}` }];
}

function changeRow(change: ResourceChange): HtmlRow {
  const [action] = change.change.actions;
  const fields = [fieldTexts(change).join(", "), reasonText(change)].filter((text) => text !== "").join(" ");
  const sign = html`<span class="${action}">${ACTION_SIGNS[action]} ${action}</span>`;
  return { cells: [sign, changeTitle(change), fields] };
}

/** The moments in which somebody sees what they see neither before nor after. */
export const htmlExposureSection = (plan: Plan): PageSection[] =>
  textSection("exposure", exposureText(plan.exposure, LOOK));

function textSection(id: string, [title, ...rest]: readonly string[]): PageSection[] {
  return title === undefined ? [] : [{ id, title, body: html`<pre>${lines(rest)}</pre>` }];
}

/** Lines, each escaped on its own: a newline within one would make two of it. */
const lines = (all: readonly string[]): Html[] =>
  all.map(
    (line) => html`${line}
`,
  );
