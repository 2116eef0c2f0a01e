import { isOpen } from "../../access/values/value-meaning.js";
import type { AccessChange, Exposure } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import {
  type AccessGroup,
  accessByValues,
  accessCells,
  accessGroups,
  accessTitle,
  countsPeople,
  countValues,
  grantSentences,
  kindTitle,
} from "../view/access-groups.js";
import {
  type ArrivalGroup,
  type Arriving,
  arrivalGroups,
  arrivalsByValues,
  arrivalTitle,
  openOnArrival,
} from "../view/arrivals.js";
import { FEW_NAMES, FEW_ROWS } from "../view/folding.js";
import { nameText, windowText } from "../words/labels.js";
import { fittedTable, hangingLines, wrap } from "../words/layout.js";
import type { TextStyle } from "../words/text-style.js";

/** Lines that belong together, and how many things they tell of. */
export interface TextRow {
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

/**
 * The Access section of a plan, opened first. A `brief` one names only people whose access opens, and counts the others
 * by values, over all workspaces and causes.
 */
export function accessText(changes: readonly AccessChange[], look: TextStyle, isBrief: boolean): string[] {
  if (changes.length === 0) return [];
  const blocks = groupBy(accessGroups(changes), (group) => group.kind);
  return [
    ...wrap(accessTitle(changes), look.rowWidth).map(look.paint.strong),
    ...[...blocks].flatMap(([kind, groups]) => {
      const title = wrap(kindTitle(kind, changes), look.rowWidth, "  ");
      const isOpened = kind === "opened";
      const lines =
        isBrief && !isOpened
          ? valueLines(
              changes.filter((change) => change.kind === kind),
              look,
            )
          : accessRows(groups, look, "    ", false).flatMap((row) => row.lines);
      return ["", ...(isOpened ? title.map(look.paint.alarm) : title), ...lines];
    }),
  ];
}

/** Up to how many rows that count people also name the first of them. */
const FEW_NAMED_ROWS = 6;

/** The first rows of the table by values alone. */
function valueLines(changes: readonly AccessChange[], look: TextStyle): string[] {
  const rows = accessByValues(changes);
  const shown = rows.slice(0, FEW_ROWS);
  const lines = fittedTable(
    shown.map(({ cells }) => cells),
    look.rowWidth,
    "    ",
  );
  const isNaming = rows.length <= FEW_NAMED_ROWS;
  const rest = rows.slice(FEW_ROWS).reduce((sum, { items }) => sum + items, 0);
  return [
    ...shown.flatMap(({ members }, i) => [
      ...(lines[i] ?? []),
      ...(isNaming ? nameLines(members, look, "        ", FEW_NAMES) : []),
    ]),
    ...(rest === 0
      ? []
      : [`    and ${count(rest, "more value")} in ${count(rows.length - shown.length, "more row")}`]),
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
): TextRow[] {
  const rows = groups.map((group) => [nameText(group.workspace), ...accessCells(group)]);
  const lines = fittedTable(rows, look.rowWidth, indent);
  const deeper = `${indent}    `;
  return groups.map((group, i) => {
    const own = lines[i] ?? [];
    return {
      items: countValues(group),
      lines: [
        ...(group.kind === "opened" ? own.map(look.paint.alarm) : own),
        ...(isBrief || !countsPeople(group) ? [] : nameLines(group.members, look, deeper)),
        ...grantSentences(group).flatMap((sentence) => wrap(sentence, look.rowWidth, deeper)),
      ],
    };
  });
}

/** The title of {@link exposureRows}. */
export const EXPOSURE_TITLE = "Exposure windows (no order of these writes was found that avoids them)";

/**
 * The moments in which somebody sees what they see neither before nor after; a `brief` section has the first of them,
 * and every one in which somebody sees everything.
 */
export function exposureText(exposure: Exposure, look: TextStyle, isBrief = false): string[] {
  const rows = exposureRows(exposure, look, false);
  if (rows.length === 0) return [];
  const shown = isBrief ? rows.filter(({ isOpen }, i) => isOpen || i < FEW_ROWS) : rows;
  const rest =
    rows.reduce((sum, { items }) => sum + items, 0) - shown.reduce((sum, { items }) => sum + items, 0);
  return [
    ...wrap(EXPOSURE_TITLE, look.rowWidth).map(look.paint.alarm),
    ...shown.flatMap((row) => row.lines.map((line) => `  ${line}`)),
    ...(rest === 0 ? [] : [look.paint.alarm(`  and ${rest} more`)]),
  ];
}

/** One row a moment; a `brief` one counts people where they are several. */
export function exposureRows(
  { windows }: Exposure,
  look: TextStyle,
  isBrief: boolean,
): (TextRow & { readonly isOpen: boolean })[] {
  return groupAlike(windows, (window) => [window.workspace, windowText(window)]).map((same) => {
    const [first] = same;
    const members = same.map(({ member }) => member);
    const line = `${nameText(first.workspace)}  ${oneOrCount(members)}: ${windowText(first)}`;
    return {
      isOpen: isOpen(first.value ?? undefined),
      items: same.length,
      lines: [
        ...hangingLines(line, look.rowWidth - 2),
        ...(members.length === 1 || isBrief ? [] : nameLines(members, look, "  ")),
      ],
    };
  });
}

/**
 * The Arriving section of a plan: who has an invite, and what it leads to. A `brief` one counts people by what they will
 * see, and by role.
 */
export function arrivalText(plan: Arriving, look: TextStyle, isBrief: boolean): string[] {
  if (plan.arrivals.length === 0) return [];
  const { rowWidth: width, paint } = look;
  const head = [
    ...wrap(arrivalTitle(plan), width).map(paint.strong),
    ...openOnArrival(plan).flatMap((line) => wrap(line, width, "  ").map(paint.alarm)),
  ];
  if (isBrief) return [...head, ...fittedTable(arrivalsByValues(plan.arrivals), width, "  ").flat()];
  const byWorkspace = groupBy(arrivalGroups(plan.arrivals), ({ workspace }) => workspace);
  return [
    ...head,
    ...[...byWorkspace].flatMap(([workspace, own]) => [
      "",
      `  ${visibleName(workspace)}`,
      ...arrivalRows(own, look, "    ", false).flatMap(({ lines }) => lines),
    ]),
  ];
}

/** One row for all who arrive alike; without an indent it names the workspace, which no heading does then. */
export function arrivalRows(
  groups: readonly ArrivalGroup[],
  { width, rowWidth, paint }: TextStyle,
  indent: string,
  isBrief: boolean,
): TextRow[] {
  const deeper = `${indent}    `;
  return groups.map(({ workspace, members, invite, values }) => {
    const names = members.map(nameText);
    const list = isBrief ? nameList(names, FEW_NAMES) : names.join(", ");
    const line = `${indent === "" ? `${nameText(workspace)}  ` : ""}${oneOrCount(members)}: ${invite}`;
    const lines = [
      ...hangingLines(line, rowWidth, indent),
      ...(names.length === 1 ? [] : wrap(list, width, deeper).map(paint.faint)),
      ...wrap(values, width, deeper),
    ];
    return { items: members.length, lines };
  });
}

/** The name of one person, or how many they are. */
const oneOrCount = ([first = "", ...rest]: readonly string[]): string =>
  rest.length === 0 ? nameText(first) : count(rest.length + 1, "person", "people");
