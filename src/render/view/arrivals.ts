import type { Arrival, ArrivingValue, Plan } from "../../model/plan/plan.js";
import { count, plural } from "../../util/count.js";
import { escapeMarkdown, visible, visibleName } from "../../util/escape.js";
import { type Group, groupAlike, groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { alarm, type HtmlRow, html, htmlTable } from "../html/html.js";
import type { PageSection } from "../html/html-page.js";
import { effectiveText, nameText, roleText, sourceText } from "../labels.js";
import { block, fence, LOOK, listSection } from "../markdown/markdown-block.js";
import type { Section } from "../markdown/markdown-budget.js";
import type { Row } from "../text/access-text.js";
import type { TextStyle } from "../text/change-text.js";
import { wrap } from "../text/layout.js";

type Arriving = Pick<Plan, "arrivals" | "diagnostics">;

const WHAT_IT_MEANS = "what they will have once the invite is accepted and this file is applied";

/** How many names of people who arrive alike a brief form shows. */
const SOME = 10;

/** The Arriving block of a plan: who has an invite, and what it leads to. A `brief` one shortens long lists of names. */
export function arrivalText(plan: Arriving, look: TextStyle, isBrief: boolean): string[] {
  if (plan.arrivals.length === 0) return [];
  const { paint } = look;
  return [
    paint.strong(`Arriving (${WHAT_IT_MEANS})`),
    ...openOnArrival(plan).map((line) => paint.alarm(`  ${line}`)),
    ...[...groupBy(partiesOf(plan.arrivals), ([{ workspace }]) => workspace)].flatMap(([workspace, own]) => [
      "",
      `  ${visibleName(workspace)}`,
      ...partyRows(own, look, "    ", isBrief, false).flatMap(({ lines }) => lines),
    ]),
  ];
}

/** The Arriving section of a comment, never folded. */
export function arrivalSections(plan: Arriving): Section[] {
  const parties = partiesOf(plan.arrivals);
  const open = openOnArrival(plan).map((line) => `**${escapeMarkdown(line)}**\n\n`);
  const lead = `W${WHAT_IT_MEANS.slice(1)}.\n\n${open.join("")}`;
  return listSection(
    ["arrival", "arrivals"],
    (isBrief) => partyRows(parties, LOOK, "", isBrief, true),
    (lines) => block({ title: "Arriving", count: plan.arrivals.length }, lead + fence(lines), false),
  );
}

/** The Arriving section of a page: a row for everybody. */
export function arrivalSection(plan: Arriving): PageSection[] {
  if (plan.arrivals.length === 0) return [];
  const alarms = openOnArrival(plan).map(alarm);
  const rows = plan.arrivals.map(arrivalRow);
  const heads = ["Person", "Workspace", "Invite", "Groups", "Will have"];
  const caption = `W${WHAT_IT_MEANS.slice(1)}.`;
  return [{ id: "arriving", title: "Arriving", body: html`${alarms}${htmlTable(caption, heads, rows)}` }];
}

function arrivalRow({ member, workspace, invite, role, groups, values }: Arrival): HtmlRow {
  const will = values.map(valueSentence).join(", ");
  const how = `${invite}, ${roleText(role)}`;
  return { cells: [nameText(member), visibleName(workspace), how, groups.map(nameText).join(", "), will] };
}

/** How the last line counts those who arrive; empty where nobody does. */
export function arrivalCount({ summary }: Pick<Plan, "summary">): string {
  const { arriving } = summary.access;
  return arriving === 0 ? "" : `${arriving} ${plural(arriving, "arrives", "arrive")}`;
}

/** One who arrives within a list of differences: `northwind-prod: ada@… arrives in Sales: region west`. */
export function arrivalSentence({ workspace, member, role, groups, values }: Arrival): string {
  const where = groups.length === 0 ? "no group" : groups.map(nameText).join(", ");
  const will = values.map(valueSentence).join(", ");
  return `${visibleName(workspace)}: ${visibleName(member)} arrives in ${where} (${roleText(role)})${will === "" ? "" : `: ${will}`}`;
}

/** Who is open between accepting and the next apply; the diagnostics say what to do. */
function openOnArrival({ diagnostics }: Arriving): string[] {
  return diagnostics.filter(({ code }) => code === "arrives-open").map(({ summary }) => visible(summary));
}

/** People who arrive in one workspace with the same invite, role, groups and values. */
const partiesOf = (arrivals: readonly Arrival[]): readonly Group<Arrival>[] =>
  groupAlike(arrivals, ({ member: _, ...same }) => same);

function partyRows(
  parties: readonly Group<Arrival>[],
  { width, paint }: TextStyle,
  indent: string,
  isBrief: boolean,
  namesWorkspace: boolean,
): Row[] {
  const deeper = `${indent}    `;
  return parties.map((same) => {
    const [first] = same;
    const names = same.map(({ member }) => nameText(member));
    const [name = ""] = names;
    const who = names.length === 1 ? name : count(names.length, "person", "people");
    const how = first.invite === "planned" ? "invited by this plan" : "invited already";
    const groups = first.groups.length === 0 ? "no group" : first.groups.map(nameText).join(", ");
    const list = isBrief ? nameList(names, SOME) : names.join(", ");
    const where = namesWorkspace ? `${nameText(first.workspace)}  ` : "";
    const lines = [
      `${indent}${where}${who}: ${how}, ${roleText(first.role)}, in ${groups}`,
      ...(names.length === 1 ? [] : wrap(list, width, deeper).map(paint.faint)),
      ...wrap(first.values.map(valueSentence).join(", "), width, deeper),
    ];
    return { items: same.length, lines };
  });
}

function valueSentence({ attribute, value, source }: ArrivingValue): string {
  const effective = value === null || source === null ? null : { value, source };
  return `${nameText(attribute)} ${effectiveText(effective)}${source === null ? "" : ` (${sourceText(source)})`}`;
}
