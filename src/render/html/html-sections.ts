import { findingsFrom } from "../../model/plan/finding.js";
import type { Plan, ResourceChange } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import { foldAlike, foldGuards } from "../diagnostics/alike.js";
import { diagnosticLines } from "../diagnostics/diagnostics-text.js";
import { exposureText } from "../text/access-text.js";
import {
  deferredText,
  guardAddresses,
  guardFigures,
  noteText,
  rulesText,
  serviceText,
  unmanagedText,
  unsupportedText,
} from "../text/finding-text.js";
import { changeBlocks, changeParts, type PlanView } from "../view/change-blocks.js";
import { ACTION_SIGNS, changeTitle, fieldTexts, reasonText } from "../words/labels.js";
import { textStyle } from "../words/text-style.js";
import { type Html, type HtmlRow, html, htmlTable, nothing } from "./html.js";
import type { PageSection } from "./html-page.js";

const LOOK = textStyle({ width: 110, color: false });

/** The reasons why the plan cannot be applied: refusing guards and errors. */
export function refusalSection(plan: Plan): PageSection[] {
  const guards = foldGuards(plan.guards.filter((guard) => guard.refused)).map(
    (guard) => html`<div class="alarm"><p><strong>Refused: ${guardFigures(guard)}</strong></p>
<p>${guard.message}</p>
<ul>${guardAddresses(guard).map((line) => html`<li><code>${line}</code></li>`)}</ul>
${guard.override === undefined ? nothing : html`<p>To allow exactly this: <code>${guard.override}</code></p>`}</div>
`,
  );
  const errors = foldAlike(findingsFrom(plan, "file"))
    .filter(({ note }) => note.severity === "error")
    .map(({ note, others }) => html`<pre class="alarm">${lines(diagnosticLines(note, LOOK, others))}</pre>`);
  if (guards.length + errors.length === 0) return [];
  return [{ id: "refused", title: "What stops this plan", body: html`${errors}${guards}` }];
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

/** All other findings of a plan, as the text has them. */
export function findingSections(plan: Plan): PageSection[] {
  const warnings = foldAlike(findingsFrom(plan, "file")).filter(({ note }) => note.severity === "warning");
  return [
    textSection("warnings", noteText("Warnings", findingsFrom(plan, "plan"), LOOK)),
    textSection("service", serviceText(plan, LOOK)),
    textSection("checks", noteText("Checks", findingsFrom(plan, "check"), LOOK)),
    textSection("diagnostics", [
      ...(warnings.length > 0 ? ["Diagnostics"] : []),
      ...warnings.flatMap(({ note, others }) => [...diagnosticLines(note, LOOK, others), ""]),
    ]),
    textSection("unsupported", unsupportedText(plan, LOOK)),
    textSection("deferred", deferredText(plan, LOOK)),
    textSection("unmanaged", unmanagedText(plan, LOOK)),
  ].flat();
}

/** The rules that the edit changes. */
export const rulesSection = (plan: Plan): PageSection[] => textSection("rules", rulesText(plan, LOOK));

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
