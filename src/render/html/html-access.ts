import type { Plan } from "../../model/plan/plan.js";
import { visibleName } from "../../util/escape.js";
import { dataTitle } from "../text/data-text.js";
import {
  type AccessGroup,
  accessCells,
  accessGroups,
  accessTitle,
  attributesText,
  causeText,
  countsPeople,
  grantSentences,
  kindTitle,
  kindWord,
  namesText,
  peopleText,
  valuesText,
} from "../view/access-groups.js";
import { type Arriving, arrivalTitle, arrivingValues, openOnArrival } from "../view/arrivals.js";
import {
  type DataChanges,
  type DataGroup,
  dataGroups,
  dataPeople,
  VERDICT_WORDS,
} from "../view/data-changes.js";
import { NOT_LISTED_MEANING, notListedGroups, notListedTitle } from "../view/not-listed.js";
import { nameText, roleText } from "../words/labels.js";
import { alarm, type Html, type HtmlRow, html, htmlTable } from "./html.js";
import type { PageSection } from "./html-page.js";

/** The access table: opened rows in words first, then all rows with a filter; names that a row counts unfold. */
export function htmlAccessSection(plan: Pick<Plan, "access_changes">): PageSection[] {
  if (plan.access_changes.length === 0) return [];
  const groups = accessGroups(plan.access_changes);
  const kinds = [...new Set(groups.map(({ kind }) => kind))].map((kind) =>
    kindTitle(kind, plan.access_changes),
  );
  const alarms = groups
    .filter((group) => group.kind === "opened")
    .map((group) => alarm(`Opened: ${[nameText(group.workspace), ...accessCells(group)].join("  ")}`));
  const heads = ["Attribute", "Values", "People", "Cause", "Workspace", "Effect"];
  const body = html`${alarms}${htmlTable(
    `A row for all people whose values change in the same way and for the same cause. ${kinds.join(" · ")}`,
    heads,
    groups.map(accessRow),
  )}`;
  return [{ id: "access", title: accessTitle(plan.access_changes), body }];
}

function accessRow(group: AccessGroup): HtmlRow {
  const { workspace, kind } = group;
  const effect = html`<span class="${kind}">${[kindWord(kind), ...grantSentences(group)].join("; ")}</span>`;
  const who = peopleCell(group, peopleText(group));
  const cells = [
    attributesText(group),
    valuesText(group),
    who,
    causeText(group),
    visibleName(workspace),
    effect,
  ];
  return { kind: kindWord(kind), cells };
}

/** The people who arrive: first those who are open until the next apply, then a row for each. */
export function htmlArrivalSection(plan: Arriving): PageSection[] {
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
  const caption = "A row for each person and workspace.";
  const table = htmlTable(caption, ["Person", "Workspace", "Invite", "Groups", "Will have"], rows);
  return [
    { id: "arriving", title: arrivalTitle(plan), body: html`${openOnArrival(plan).map(alarm)}${table}` },
  ];
}

/** The people whom the file does not list, open ones first, a row for all to whom the same is left. */
export function notListedSection(plan: Pick<Plan, "not_listed">): PageSection[] {
  if (plan.not_listed.length === 0) return [];
  const rows = notListedGroups(plan.not_listed).map(({ workspace, isOpen, names, standing, values }) => ({
    cells: [
      names.join(", "),
      visibleName(workspace),
      isOpen ? html`<span class="opened">${standing}</span>` : standing,
      values,
    ],
  }));
  const body = htmlTable(NOT_LISTED_MEANING, ["People", "Workspace", "Standing", "Values"], rows);
  return [{ id: "not-listed", title: notListedTitle(plan), body }];
}

/** The changes of the data that people see; names that a row counts unfold. Nothing without a data model. */
export function htmlDataSection(changes: DataChanges): PageSection[] {
  const groups = dataGroups(changes);
  if (groups.length === 0) return [];
  const caption =
    "A row for all people who see the same things more, less and otherwise, for the same cause.";
  const body = htmlTable(caption, ["Sees", "People", "Workspace", "What"], groups.map(dataRow));
  return [{ id: "data", title: dataTitle(changes), body }];
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
