import type { AccessChange, Exposure } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { nameText, windowText } from "../labels.js";
import {
  ACCESS_TITLES,
  type AccessGroup,
  accessCells,
  accessGroups,
  countsPeople,
  grantSentences,
  namesText,
} from "../view/access-groups.js";
import {
  ARRIVAL_MEANING,
  type ArrivalGroup,
  type Arriving,
  arrivalGroups,
  openOnArrival,
} from "../view/arrivals.js";
import type { TextStyle } from "./change-text.js";
import { table, wrap } from "./layout.js";

/** Lines that belong together, and how many things they tell of. */
export interface Row {
  readonly lines: readonly string[];
  readonly items: number;
}

/** The names of a row, on lines of their own. */
export const nameLines = (
  members: readonly string[],
  { width, paint }: TextStyle,
  indent: string,
): string[] => wrap(namesText({ members }), width, indent).map(paint.faint);

/** The Access section of a plan, opened first; a `brief` one names only whom it opens and who is one of few. */
export function accessText(changes: readonly AccessChange[], look: TextStyle, isBrief: boolean): string[] {
  if (changes.length === 0) return [];
  const blocks = groupBy(accessGroups(changes), (group) => group.kind);
  return [
    look.paint.strong("Access"),
    ...[...blocks].flatMap(([kind, groups]) => {
      const title = `  ${ACCESS_TITLES[kind]}`;
      const isOpened = kind === "opened";
      const rows = accessRows(groups, look, "    ", isBrief && !isOpened);
      return ["", isOpened ? look.paint.alarm(title) : title, ...rows.flatMap((row) => row.lines)];
    }),
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
): Row[] {
  const lines = table(groups.map((group) => [nameText(group.workspace), ...accessCells(group)]));
  const deeper = `${indent}    `;
  return groups.map((group, i) => {
    const line = lines[i] ?? "";
    return {
      items: group.members.length,
      lines: [
        indent + (group.kind === "opened" ? look.paint.alarm(line) : line),
        ...(isBrief || !countsPeople(group) ? [] : nameLines(group.members, look, deeper)),
        ...grantSentences(group).map((sentence) => deeper + sentence),
      ],
    };
  });
}

/** The title of {@link exposureRows}. */
export const EXPOSURE_TITLE = "Exposure windows (no order of these writes was found that avoids them)";

/** The moments in which somebody sees what they see neither before nor after. */
export function exposureText(exposure: Exposure, look: TextStyle): string[] {
  const rows = exposureRows(exposure, look, false);
  return rows.length === 0
    ? []
    : [look.paint.alarm(EXPOSURE_TITLE), ...rows.flatMap((row) => row.lines.map((line) => `  ${line}`))];
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

/** The Arriving block of a plan: everybody with an invite, and what it leads to. A `brief` one shortens lists of names. */
export function arrivalText(plan: Arriving, look: TextStyle, isBrief: boolean): string[] {
  if (plan.arrivals.length === 0) return [];
  const byWorkspace = groupBy(arrivalGroups(plan.arrivals), ({ workspace }) => workspace);
  return [
    look.paint.strong(`Arriving (${ARRIVAL_MEANING})`),
    ...openOnArrival(plan).map((line) => look.paint.alarm(`  ${line}`)),
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
