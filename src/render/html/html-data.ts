import { visibleName } from "../../util/escape.js";
import { DATA_TITLE } from "../text/data-text.js";
import { countsPeople, namesText } from "../view/access-groups.js";
import {
  type DataChanges,
  type DataGroup,
  dataGroups,
  dataPeople,
  VERDICT_WORDS,
} from "../view/data-changes.js";
import { type Html, html, htmlTable } from "./html.js";
import type { PageSection } from "./html-page.js";

/** What changes of the data that people see; names that a row counts unfold. Nothing without a data model. */
export function dataSection(changes: DataChanges): PageSection[] {
  const groups = dataGroups(changes);
  if (groups.length === 0) return [];
  const caption =
    "A row for all people who see the same things more, less and otherwise, for the same cause.";
  const body = htmlTable(caption, ["Sees", "People", "Workspace", "What"], groups.map(row));
  return [{ id: "data", title: DATA_TITLE, body }];
}

function row(group: DataGroup): Html {
  const people = dataPeople(group);
  const who = countsPeople(group)
    ? html`<details><summary>${people}</summary>${namesText(group)}</details>`
    : html`${people}`;
  return html`<tr><th scope="row">${VERDICT_WORDS[group.verdict]}</th><td>${who}</td><td>${visibleName(group.workspace)}</td><td><ul>${group.effects.map((effect) => html`<li>${effect}</li>`)}</ul></td></tr>
`;
}
