import type { Plan } from "../../model/plan/plan.js";
import { escapeMarkdown } from "../../util/escape.js";
import { accessRows, arrivalRows, EXPOSURE_TITLE, exposureRows, type TextRow } from "../text/access-text.js";
import { dataRows, dataTitle } from "../text/data-text.js";
import { notListedRows } from "../text/not-listed-text.js";
import { accessByValues, accessGroups, accessTitle, kindTitle } from "../view/access-groups.js";
import {
  type Arriving,
  arrivalGroups,
  arrivalsByValues,
  arrivalTitle,
  openOnArrival,
} from "../view/arrivals.js";
import { type DataChanges, dataGroups } from "../view/data-changes.js";
import {
  NOT_LISTED_MEANING,
  type NotListedGroup,
  notListedGroups,
  notListedTitle,
} from "../view/not-listed.js";
import { table } from "../words/layout.js";
import { fence, LOOK, listForms, listSection, markdownBlock } from "./markdown-block.js";
import type { CommentPart } from "./markdown-budget.js";

type PlanAccess = Pick<Plan, "access_changes">;

/** The people whom the plan opens, below the heading of everything about access. */
export function openedSection({ access_changes }: PlanAccess): CommentPart[] {
  const groups = accessGroups(access_changes.filter(({ kind }) => kind === "opened"));
  const rows = (isBrief: boolean): TextRow[] =>
    accessRows(groups, LOOK, "", isBrief).map(({ lines, items }) => ({
      items,
      lines: lines.map((line) => `- ${line}`),
    }));
  const lead = `**${escapeMarkdown(kindTitle("opened", access_changes))}**\n\n`;
  return listSection(["opened value", "opened values"], rows, (lines) =>
    markdownBlock({ title: accessTitle(access_changes) }, lead + fence(lines, "diff"), false),
  );
}

/** The moments in which somebody sees what they see neither before nor after. */
export function exposureSection({ exposure }: Plan): CommentPart[] {
  const rows = (isBrief: boolean): TextRow[] => exposureRows(exposure, LOOK, isBrief);
  return listSection(["exposure window", "exposure windows"], rows, (lines) =>
    markdownBlock({ title: EXPOSURE_TITLE, count: exposure.windows.length }, fence(lines), false),
  );
}

/**
 * The access table without whom the plan opens: with every name, with few, or with the rows of one value together. Where
 * nobody is opened the heading of everything about access stands above it.
 */
export function accessSection({ access_changes }: PlanAccess): CommentPart[] {
  const changes = access_changes.filter((change) => change.kind !== "opened");
  const kinds = (["changed", "closed"] as const).filter((kind) => changes.some((one) => one.kind === kind));
  const lead = `${escapeMarkdown(kinds.map((kind) => kindTitle(kind, changes)).join(" · "))}\n\n`;
  const frame = (lines: readonly string[]): string => {
    const body = lead + fence(lines);
    const isFirst = changes.length === access_changes.length;
    return isFirst ? markdownBlock({ title: accessTitle(changes) }, body, false) : body;
  };
  const rows = (isBrief: boolean): TextRow[] => accessRows(accessGroups(changes), LOOK, "", isBrief);
  const byValues = accessByValues(changes);
  const lines = table(byValues.map(({ cells }) => cells));
  const together = byValues.map(({ items }, i) => ({ items, lines: [lines[i] ?? ""] }));
  return listSection(VALUE_NOUNS, rows, frame, listForms(together, frame, VALUE_NOUNS));
}

/** The people who arrive, after those who are open until the next apply. */
export function arrivalSection(plan: Arriving, isBrief: boolean): CommentPart[] {
  const groups = arrivalGroups(plan.arrivals);
  const open = openOnArrival(plan).map((line) => `**${escapeMarkdown(line)}**\n\n`);
  const frame = (lines: readonly string[]): string =>
    markdownBlock({ title: arrivalTitle(plan) }, open.join("") + fence(lines), false);
  const byValues = {
    markdown: frame(table(arrivalsByValues(plan.arrivals))),
    counted: plan.arrivals.length,
  };
  if (isBrief) return [{ nouns: ARRIVAL_NOUNS, items: plan.arrivals.length, forms: [byValues] }];
  const rows = (isShort: boolean): TextRow[] => arrivalRows(groups, LOOK, "", isShort);
  return listSection(ARRIVAL_NOUNS, rows, frame, [byValues]);
}

/** The people whom the file does not list: first all who are open, then the others, whose names may be cut. */
export function notListedSections(plan: Pick<Plan, "not_listed">): CommentPart[] {
  const groups = notListedGroups(plan.not_listed);
  const open = groups.filter(({ isOpen }) => isOpen);
  const others = groups.filter(({ isOpen }) => !isOpen);
  const head = `#### ${escapeMarkdown(notListedTitle(plan))}\n\n${NOT_LISTED_MEANING}\n\n`;
  const nouns = ["person who is not listed", "people who are not listed"] as const;
  const rows = (own: readonly NotListedGroup[]) => (isBrief: boolean) => notListedRows(own, LOOK, isBrief);
  const marked = (lines: readonly string[]): string =>
    fence(
      lines.map((line) => `- ${line}`),
      "diff",
    );
  return [
    ...listSection(nouns, rows(open), (lines) => head + marked(lines)),
    ...listSection(nouns, rows(others), (lines) => (open.length === 0 ? head : "") + fence(lines)),
  ];
}

/** The changes of the data that people see; nothing without a data model. */
export function dataSection(plan: DataChanges): CommentPart[] {
  const groups = dataGroups(plan);
  return listSection(
    ["person who sees other data", "people who see other data"],
    (isBrief) => dataRows(groups, LOOK, "", isBrief),
    (lines) => markdownBlock({ title: dataTitle(plan) }, fence(lines), false),
  );
}

const ARRIVAL_NOUNS = ["arrival", "arrivals"] as const;
const VALUE_NOUNS = ["value", "values"] as const;
