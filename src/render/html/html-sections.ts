import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import { withUndeclaredTogether } from "../diagnostics/undeclared-people.js";
import { ACTION_SIGNS, changeTitle, fieldTexts, reasonText } from "../labels.js";
import { exposureText } from "../text/access-text.js";
import { changeCounts, type TextStyle } from "../text/change-text.js";
import {
  deferredText,
  guardAddresses,
  guardFigures,
  noteText,
  rulesText,
  unmanagedText,
  unsupportedText,
} from "../text/finding-text.js";
import { palette } from "../text/palette.js";
import { changeBlocks, changeParts, type PlanView } from "../view/change-blocks.js";
import { type Html, type HtmlRow, html, htmlTable, nothing } from "./html.js";
import type { PageSection } from "./html-page.js";

const LOOK: TextStyle = { width: 110, paint: palette(false) };

/** The reasons why the plan cannot be applied: refusing guards and errors. */
export function refusalSection(plan: Plan): PageSection[] {
  const guards = plan.guards
    .filter((guard) => guard.refused)
    .map(
      (guard) => html`<div class="alarm"><p><strong>Refused: ${guardFigures(guard)}</strong></p>
<p>${guard.message}</p>
<ul>${guardAddresses(guard).map((line) => html`<li><code>${line}</code></li>`)}</ul>
${guard.override === undefined ? nothing : html`<p>To allow exactly this: <code>${guard.override}</code></p>`}</div>
`,
    );
  const errors = plan.diagnostics
    .filter((diagnostic) => diagnostic.severity === "error")
    .map(
      (diagnostic) =>
        html`<pre class="alarm">${lines(diagnosticLines(diagnostic, LOOK.paint, LOOK.width))}</pre>`,
    );
  if (guards.length + errors.length === 0) return [];
  return [{ id: "refused", title: "What stops this plan", body: html`${guards}${errors}` }];
}

/** Exceptions that a flag allows: an approval of the plan covers them, too. */
export function allowedSection(plan: Plan): PageSection[] {
  const items = plan.guards
    .filter((guard) => !guard.refused)
    .map(
      (
        guard,
      ) => html`<li><code>${guardFigures(guard)}</code> by <code>${guard.override ?? ""}</code>: ${guard.message}</li>
`,
    );
  return items.length === 0 ? [] : [{ id: "allowed", title: "Allowed", body: html`<ul>${items}</ul>` }];
}

/** Resource changes by workspace and kind. */
export function changesSection(plan: Plan, { summary, showUnchanged }: PlanView): PageSection[] {
  const parts = changeParts(plan, showUnchanged).map((part) => {
    const { title } = part;
    const counts = () => html`<pre>${lines(changeCounts(part, LOOK).flat())}</pre>`;
    const tables = () =>
      changeBlocks(part).map(({ title: workspace, kinds }) => {
        const ofKind = kinds.map(({ heading, changes }) =>
          htmlTable(heading, ["Change", "What", "Fields"], changes.map(changeRow)),
        );
        return html`<h3>${visibleName(workspace)}</h3>
${ofKind}`;
      });
    return html`${title === undefined ? nothing : html`<p class="lead">${title}</p>`}${summary ? counts() : tables()}`;
  });
  return parts.length === 0 ? [] : [{ id: "changes", title: "Changes", body: html`${parts}` }];
}

function changeRow(change: ResourceChange): HtmlRow {
  const [action] = change.change.actions;
  const fields = [fieldTexts(change).join(", "), reasonText(change)].filter((text) => text !== "").join(" ");
  const sign = html`<span class="${action}">${ACTION_SIGNS[action]} ${action}</span>`;
  return { cells: [sign, changeTitle(change), fields] };
}

/** All other findings of a plan, as the text has them. */
export function findingSections(plan: Plan, { summary }: PlanView): PageSection[] {
  const details = (sections: PageSection[]): PageSection[] => (summary ? [] : sections);
  const warnings = withUndeclaredTogether(plan.diagnostics).filter(
    (diagnostic) => diagnostic.severity === "warning",
  );
  return [
    textSection("exposure", exposureText(plan.exposure, LOOK)),
    textSection("rules", rulesText(plan, LOOK)),
    textSection("warnings", noteText("Warnings", plan.warnings, LOOK)),
    textSection("checks", noteText("Checks", plan.checks, LOOK)),
    textSection("diagnostics", [
      ...(warnings.length > 0 ? ["Diagnostics"] : []),
      ...warnings.flatMap((diagnostic) => [...diagnosticLines(diagnostic, LOOK.paint, LOOK.width), ""]),
    ]),
    details(textSection("unsupported", unsupportedText(plan, LOOK))),
    details(textSection("deferred", deferredText(plan, LOOK))),
    details(textSection("unmanaged", unmanagedText(plan, LOOK))),
  ].flat();
}

function textSection(id: string, [title, ...rest]: readonly string[]): PageSection[] {
  return title === undefined ? [] : [{ id, title, body: html`<pre>${lines(rest)}</pre>` }];
}

/** Lines, each escaped on its own: a newline within one would make two of it. */
const lines = (all: readonly string[]): Html[] =>
  all.map(
    (line) => html`${line}
`,
  );
