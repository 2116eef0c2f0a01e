import type { Plan } from "../../model/plan/plan.js";
import { escapeMarkdown } from "../../util/escape.js";
import { accessRows, arrivalRows, EXPOSURE_TITLE, exposureRows, type Row } from "../text/access-text.js";
import { DATA_TITLE, dataRows } from "../text/data-text.js";
import { table } from "../text/layout.js";
import { ACCESS_TITLES, accessByValues, accessGroups } from "../view/access-groups.js";
import {
  ARRIVAL_MEANING,
  type Arriving,
  arrivalGroups,
  arrivalsByValues,
  openOnArrival,
} from "../view/arrivals.js";
import { type DataChanges, dataGroups } from "../view/data-changes.js";
import { block, fence, LOOK, listForms, listSection } from "./markdown-block.js";
import type { Section } from "./markdown-budget.js";

/** The people whom the plan opens. */
export function openedSection(plan: Pick<Plan, "access_changes">): Section[] {
  const changes = plan.access_changes.filter((change) => change.kind === "opened");
  const groups = accessGroups(changes);
  const rows = (isBrief: boolean): Row[] =>
    accessRows(groups, LOOK, "", isBrief).map(({ lines, items }) => ({
      items,
      lines: lines.map((line) => `- ${line}`),
    }));
  return listSection(["opened access", "opened accesses"], rows, (lines) =>
    block({ title: ACCESS_TITLES.opened, count: changes.length }, fence(lines, "diff"), false),
  );
}

/** The moments in which somebody sees what they see neither before nor after. */
export function exposureSection({ exposure }: Plan): Section[] {
  const rows = (isBrief: boolean): Row[] => exposureRows(exposure, LOOK, isBrief);
  return listSection(["exposure window", "exposure windows"], rows, (lines) =>
    block({ title: EXPOSURE_TITLE, count: exposure.windows.length }, fence(lines), false),
  );
}

/** The access table without whom the plan opens: with every name, with few, or with the rows of one value together. */
export function accessSection(plan: Pick<Plan, "access_changes">): Section[] {
  const changes = plan.access_changes.filter((change) => change.kind !== "opened");
  const frame = (lines: readonly string[]): string =>
    block({ title: "Access", count: changes.length }, fence(lines), false);
  const rows = (isBrief: boolean): Row[] => accessRows(accessGroups(changes), LOOK, "", isBrief);
  const byValues = accessByValues(changes);
  const lines = table(byValues.map(({ cells }) => cells));
  const together = byValues.map(({ items }, i) => ({ items, lines: [lines[i] ?? ""] }));
  return listSection(ACCESS_NOUNS, rows, frame, listForms(together, frame, ACCESS_NOUNS));
}

/** The people who arrive, after those who are open until the next apply. */
export function arrivalSection(plan: Arriving): Section[] {
  const groups = arrivalGroups(plan.arrivals);
  const open = openOnArrival(plan).map((line) => `**${escapeMarkdown(line)}**\n\n`);
  const lead = `W${ARRIVAL_MEANING.slice(1)}.\n\n${open.join("")}`;
  const count = plan.arrivals.length;
  const frame = (lines: readonly string[]): string =>
    block({ title: "Arriving", count }, lead + fence(lines), false);
  const byValues = { markdown: frame(table(arrivalsByValues(plan.arrivals))), counted: count };
  const rows = (isBrief: boolean): Row[] => arrivalRows(groups, LOOK, "", isBrief);
  return listSection(["arrival", "arrivals"], rows, frame, [byValues]);
}

/** The changes of the data that people see; nothing without a data model. */
export function dataSection(plan: DataChanges): Section[] {
  const groups = dataGroups(plan);
  const people = groups.reduce((sum, { members }) => sum + members.length, 0);
  return listSection(
    ["person who sees other data", "people who see other data"],
    (isBrief) => dataRows(groups, LOOK, "", isBrief),
    (lines) => block({ title: DATA_TITLE, count: people }, fence(lines), false),
  );
}

const ACCESS_NOUNS = ["access change", "access changes"] as const;
