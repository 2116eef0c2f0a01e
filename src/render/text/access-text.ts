import type { AccessChange, Exposure } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { nameText, windowText } from "../labels.js";
import {
  ACCESS_TITLES,
  type AccessGroup,
  accessByValues,
  accessCells,
  accessGroups,
  countsPeople,
  grantSentences,
} from "../view/access-groups.js";
import {
  ARRIVAL_MEANING,
  type ArrivalGroup,
  type Arriving,
  arrivalGroups,
  arrivalsByValues,
  openOnArrival,
} from "../view/arrivals.js";
import type { TextStyle } from "./change-text.js";
import { table, wrap } from "./layout.js";

/** Lines that belong together, and how many things they tell of. */
export interface Row {
  readonly lines: readonly string[];
  readonly items: number;
}

/** The names of a row, on lines of their own: all, or the first of many. */
export const nameLines = (
  members: readonly string[],
  { width, paint }: TextStyle,
  indent: string,
  most = members.length,
): string[] => wrap(nameList(members.map(nameText), most), width, indent).map(paint.faint);

/** The number of rows of a kind that a brief section shows one by one. */
export const FEW_ROWS = 12;

/**
 * The Access section of a plan, opened first. A `brief` one names only people whose access opens, and the people of
 * small rows. Where it would have many rows, it counts people by values, over all workspaces and causes.
 */
export function accessText(changes: readonly AccessChange[], look: TextStyle, isBrief: boolean): string[] {
  if (changes.length === 0) return [];
  const all = accessGroups(changes);
  const blocks = groupBy(all, (group) => group.kind);
  return [
    look.paint.strong("Access"),
    ...[...blocks].flatMap(([kind, groups]) => {
      const title = `  ${ACCESS_TITLES[kind]}`;
      const isOpened = kind === "opened";
      const lines =
        isBrief && (isOpened ? groups : all).length > FEW_ROWS
          ? valueLines(changes.filter((change) => change.kind === kind))
          : accessRows(groups, look, "    ", isBrief && !isOpened, isBrief ? FEW_NAMES : undefined).flatMap(
              (row) => row.lines,
            );
      return ["", isOpened ? look.paint.alarm(title) : title, ...lines];
    }),
  ];
}

/** The table by values alone: every row of what opens, and the first of the others. */
function valueLines(changes: readonly AccessChange[]): string[] {
  const rows = accessByValues(changes);
  const most = changes.some(({ kind }) => kind === "opened") ? rows.length : FEW_ROWS;
  const rest = rows.slice(most).reduce((sum, { items }) => sum + items, 0);
  return [
    ...table(rows.slice(0, most).map(({ cells }) => cells)).map((line) => `    ${line}`),
    ...(rest === 0
      ? []
      : [`    and ${count(rest, "more change")} between ${rows.length - most} other values`]),
  ];
}

/**
 * The access table, aligned: workspace, attribute, values, people with the cause. Below a row stand the names that it
 * only counts (not in a `brief` table) and which grants come and go.
 */
export function accessRows(
  groups: readonly AccessGroup[],
  look: TextStyle,
  indent: string,
  isBrief: boolean,
  mostNames?: number,
): Row[] {
  const lines = table(groups.map((group) => [nameText(group.workspace), ...accessCells(group)]));
  const deeper = `${indent}    `;
  return groups.map((group, i) => {
    const line = lines[i] ?? "";
    return {
      items: group.members.length,
      lines: [
        indent + (group.kind === "opened" ? look.paint.alarm(line) : line),
        ...(isBrief || !countsPeople(group) ? [] : nameLines(group.members, look, deeper, mostNames)),
        ...grantSentences(group).map((sentence) => deeper + sentence),
      ],
    };
  });
}

/** The title of {@link exposureRows}. */
export const EXPOSURE_TITLE = "Exposure windows (no order of these writes was found that avoids them)";

/** The moments in which somebody sees what they see neither before nor after; of a `brief` one the first. */
export function exposureText(exposure: Exposure, look: TextStyle, isBrief = false): string[] {
  const rows = exposureRows(exposure, look, isBrief);
  if (rows.length === 0) return [];
  const shown = isBrief ? rows.slice(0, FEW_ROWS) : rows;
  const rest = rows.slice(shown.length).reduce((sum, { items }) => sum + items, 0);
  return [
    look.paint.alarm(EXPOSURE_TITLE),
    ...shown.flatMap((row) => row.lines.map((line) => `  ${line}`)),
    ...(rest === 0 ? [] : [look.paint.alarm(`  and ${rest} more`)]),
  ];
}

/** One row a moment; a `brief` one counts people where they are several. */
export function exposureRows({ windows }: Exposure, look: TextStyle, isBrief: boolean): Row[] {
  return groupAlike(windows, (window) => [window.workspace, windowText(window)]).map((same) => {
    const [first] = same;
    const members = same.map(({ member }) => member);
    return {
      items: same.length,
      lines: [
        `${nameText(first.workspace)}  ${oneOrCount(members)}: ${windowText(first)}`,
        ...(members.length === 1 || isBrief ? [] : nameLines(members, look, "  ")),
      ],
    };
  });
}

/** The first rows of a table, and how many follow. */
function firstRows(rows: readonly string[], indent: string): string[] {
  const rest = rows.length - FEW_ROWS;
  const shown = rows.slice(0, FEW_ROWS).map((row) => indent + row);
  return rest > 0 ? [...shown, `${indent}and ${count(rest, "more row")}`] : shown;
}

/** The number of groups of people who arrive alike that a brief section shows one by one. */
const FEW_ARRIVALS = 5;

/**
 * The Arriving section of a plan: who has an invite, and what it leads to. A `brief` one shortens long lists of names,
 * and counts people by values where they are many.
 */
export function arrivalText(plan: Arriving, look: TextStyle, isBrief: boolean): string[] {
  if (plan.arrivals.length === 0) return [];
  const groups = arrivalGroups(plan.arrivals);
  const head = [
    look.paint.strong(`Arriving (${ARRIVAL_MEANING})`),
    ...openOnArrival(plan).map((line) => look.paint.alarm(`  ${line}`)),
  ];
  if (isBrief && groups.length > FEW_ARRIVALS)
    return [...head, ...firstRows(table(arrivalsByValues(plan.arrivals)), "  ")];
  const byWorkspace = groupBy(groups, ({ workspace }) => workspace);
  return [
    ...head,
    ...[...byWorkspace].flatMap(([workspace, own]) => [
      "",
      `  ${visibleName(workspace)}`,
      ...arrivalRows(own, look, "    ", isBrief).flatMap(({ lines }) => lines),
    ]),
  ];
}

/** One row for all who arrive alike; without an indent it names the workspace, which no heading does then. */
export function arrivalRows(
  groups: readonly ArrivalGroup[],
  { width, paint }: TextStyle,
  indent: string,
  isBrief: boolean,
): Row[] {
  const deeper = `${indent}    `;
  return groups.map(({ workspace, members, invite, values }) => {
    const names = members.map(nameText);
    const list = isBrief ? nameList(names, FEW_NAMES) : names.join(", ");
    const lines = [
      `${indent === "" ? `${nameText(workspace)}  ` : indent}${oneOrCount(members)}: ${invite}`,
      ...(names.length === 1 ? [] : wrap(list, width, deeper).map(paint.faint)),
      ...wrap(values, width, deeper),
    ];
    return { items: members.length, lines };
  });
}

/** How many names of people who arrive alike a brief form shows. */
const FEW_NAMES = 10;

/** The name of one person, or how many they are. */
const oneOrCount = ([first = "", ...rest]: readonly string[]): string =>
  rest.length === 0 ? nameText(first) : count(rest.length + 1, "person", "people");
