import type { AccessChange, EffectiveValue, Plan, ResourceChange } from "../model/plan.js";
import { visibleName } from "../util/escape.js";
import { accessGroups, accessSentence, grantSentences } from "./access-groups.js";
import { exposureText } from "./access-text.js";
import { changeBlocks, changeParts, type PlanView } from "./change-blocks.js";
import { changeCounts, type Look } from "./change-text.js";
import { diagnosticLines } from "./diagnostics-text.js";
import {
  deferredText,
  guardAddresses,
  guardFigures,
  noteText,
  unmanagedText,
  unsupportedText,
} from "./finding-text.js";
import { type Html, html, htmlTable, nothing } from "./html.js";
import { filterForm, type PageSection } from "./html-page.js";
import { palette } from "./palette.js";
import {
  ACTION_SIGNS,
  changeTitle,
  effectiveText,
  fieldTexts,
  KIND_TITLES,
  nameText,
  reasonText,
  sourceText,
} from "./phrases.js";

const LOOK: Look = { width: 110, paint: palette(false) };

/** What stops the plan: refusing guards and errors. */
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

/** What would be refused without a flag: whoever approves the plan approves that, too. */
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

/** Every access change: the opened ones in words first, then all of them as a table with a filter. */
export function accessSection(plan: Plan): PageSection[] {
  if (plan.access_changes.length === 0) return [];
  const opened = accessGroups(plan.access_changes).filter((group) => group.kind === "opened");
  const alarms = opened.map(
    (group) => html`<p class="alarm">${visibleName(group.workspace)}: ${accessSentence(group)}</p>
`,
  );
  const order = ["opened", "changed", "closed"];
  const rows = [...plan.access_changes]
    .sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind))
    .map(accessRow);
  const heads = ["Member", "Workspace", "Attribute", "Before", "After", "Effect"];
  const body = html`${alarms}${filterForm("access changes", order)}${htmlTable(
    "Opened: no value is left, and without a value nothing is withheld.",
    heads,
    rows,
  )}`;
  return [{ id: "access", title: "Access", body }];
}

function accessRow(change: AccessChange): Html {
  const { member, workspace, attribute, before, after, kind } = change;
  const effect = [kind, ...grantSentences(change)].join("; ");
  return html`<tr data-kind="${kind}"><th scope="row">${nameText(member)}</th><td>${visibleName(workspace)}</td><td>${nameText(attribute)}</td><td>${side(before)}</td><td>${side(after)}</td><td class="${kind}">${effect}</td></tr>
`;
}

const side = (value: EffectiveValue | null): string =>
  effectiveText(value) + (value === null ? "" : ` (${sourceText(value.source)})`);

/** Resource changes by workspace and kind. */
export function changesSection(plan: Plan, { summary, showUnchanged }: PlanView): PageSection[] {
  const parts = changeParts(plan, showUnchanged).map((part) => {
    const { title, changes } = part;
    const counts = () => html`<pre>${lines(changeCounts(part, LOOK).flat())}</pre>`;
    const tables = () =>
      changeBlocks(changes).map(({ workspace, kinds }) => {
        const rows = kinds.flatMap((kind) => kind.changes.map((change) => changeRow(change)));
        const caption = kinds.map((kind) => KIND_TITLES[kind.kind]).join(", ");
        return html`<h3>${visibleName(workspace)}</h3>
${htmlTable(caption, ["Change", "What", "Fields"], rows)}`;
      });
    return html`${title === undefined ? nothing : html`<p class="lead">${title}</p>`}${summary ? counts() : tables()}`;
  });
  return parts.length === 0 ? [] : [{ id: "changes", title: "Changes", body: html`${parts}` }];
}

function changeRow(change: ResourceChange): Html {
  const [action] = change.change.actions;
  return html`<tr><th scope="row" class="${action}">${ACTION_SIGNS[action]} ${action}</th><td>${changeTitle(change)}</td><td>${fieldTexts(change).join(", ")} ${reasonText(change)}</td></tr>
`;
}

/** Everything else that a plan has to say, as the text says it. */
export function findingSections(plan: Plan, { summary }: PlanView): PageSection[] {
  const details = (sections: PageSection[]): PageSection[] => (summary ? [] : sections);
  const warnings = plan.diagnostics.filter((diagnostic) => diagnostic.severity === "warning");
  return [
    textSection("exposure", exposureText(plan.exposure, LOOK)),
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

/** Lines that stay lines: each is escaped on its own, since a newline within one is not to be trusted. */
const lines = (all: readonly string[]): Html[] =>
  all.map(
    (line) => html`${line}
`,
  );
