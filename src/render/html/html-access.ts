import type { Plan } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import { nameText, roleText } from "../labels.js";
import { DATA_TITLE } from "../text/data-text.js";
import {
  ACCESS_TITLES,
  type AccessGroup,
  accessCells,
  accessGroups,
  causeText,
  countsPeople,
  grantSentences,
  namesText,
  peopleText,
  valuesText,
} from "../view/access-groups.js";
import { ARRIVAL_MEANING, type Arriving, arrivingValues, openOnArrival } from "../view/arrivals.js";
import {
  type DataChanges,
  type DataGroup,
  dataGroups,
  dataPeople,
  VERDICT_WORDS,
} from "../view/data-changes.js";
import { alarm, type Html, type HtmlRow, html, htmlTable } from "./html.js";
import { filterForm, type PageSection } from "./html-page.js";

/** The access table: opened rows in words first, then all rows with a filter; names that a row counts unfold. */
export function accessSection(plan: Pick<Plan, "access_changes">): PageSection[] {
  if (plan.access_changes.length === 0) return [];
  const groups = accessGroups(plan.access_changes);
  const alarms = groups
    .filter((group) => group.kind === "opened")
    .map((group) =>
      alarm(`${ACCESS_TITLES.opened}: ${[nameText(group.workspace), ...accessCells(group)].join("  ")}`),
    );
  const heads = ["Attribute", "Values", "People", "Cause", "Workspace", "Effect"];
  const body = html`${alarms}${filterForm("access changes", ["opened", "changed", "closed"])}${htmlTable(
    "A row for all people whose value changes in the same way and for the same cause.",
    heads,
    groups.map(accessRow),
  )}`;
  return [{ id: "access", title: "Access", body }];
}

function accessRow(group: AccessGroup): HtmlRow {
  const { workspace, attribute, kind } = group;
  const effect = html`<span class="${kind}">${[kind, ...grantSentences(group)].join("; ")}</span>`;
  const who = peopleCell(group, peopleText(group));
  const cells = [
    nameText(attribute),
    valuesText(group),
    who,
    causeText(group),
    visibleName(workspace),
    effect,
  ];
  return { kind, cells };
}

/** The people who arrive: first those who are open until the next apply, then a row for each. */
export function arrivalSection(plan: Arriving): PageSection[] {
  if (plan.arrivals.length === 0) return [];
  const rows = plan.arrivals.map(({ member, workspace, invite, role, groups, values }) => ({
    cells: [
      nameText(member),
      visibleName(workspace),
      `${invite}, ${roleText(role)}`,
      groups.map(nameText).join(", "),
      arrivingValues(values),
    ],
  }));
  const caption = `W${ARRIVAL_MEANING.slice(1)}.`;
  const table = htmlTable(caption, ["Person", "Workspace", "Invite", "Groups", "Will have"], rows);
  return [{ id: "arriving", title: "Arriving", body: html`${openOnArrival(plan).map(alarm)}${table}` }];
}

/** The changes of the data that people see; names that a row counts unfold. Nothing without a data model. */
export function dataSection(changes: DataChanges): PageSection[] {
  const groups = dataGroups(changes);
  if (groups.length === 0) return [];
  const caption =
    "A row for all people who see the same things more, less and otherwise, for the same cause.";
  const body = htmlTable(caption, ["Sees", "People", "Workspace", "What"], groups.map(dataRow));
  return [{ id: "data", title: DATA_TITLE, body }];
}

function dataRow(group: DataGroup): HtmlRow {
  const effects = html`<ul>${group.effects.map((effect) => html`<li>${effect}</li>`)}</ul>`;
  const who = peopleCell(group, dataPeople(group));
  return { cells: [VERDICT_WORDS[group.verdict], who, visibleName(group.workspace), effects] };
}

/** People as a cell; names that `text` only counts unfold. */
const peopleCell = (group: Pick<AccessGroup, "members">, text: string): Html =>
  countsPeople(group)
    ? html`<details><summary>${text}</summary>${namesText(group)}</details>`
    : html`${text}`;
