import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import { changeBlocks, changeParts, type PlanView } from "../view/change-blocks.js";
import { ACTION_SIGNS, changeTitle, fieldTexts, reasonText } from "../words/labels.js";
import { type HtmlRow, html, htmlTable, nothing } from "./html.js";
import type { PageSection } from "./html-page.js";

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
