import type { AccessChange, Exposure } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
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
import type { TextStyle } from "./change-text.js";
import { table, wrap } from "./layout.js";

/** Lines that belong together, and how many things they tell of. */
export interface Row {
  readonly lines: readonly string[];
  readonly items: number;
}

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
  { width, paint }: TextStyle,
  indent: string,
  isBrief: boolean,
): Row[] {
  const lines = table(groups.map((group) => [nameText(group.workspace), ...accessCells(group)]));
  const deeper = `${indent}    `;
  return groups.map((group, i) => {
    const line = lines[i] ?? "";
    const names = isBrief || !countsPeople(group) ? "" : namesText(group);
    return {
      items: group.members.length,
      lines: [
        indent + (group.kind === "opened" ? paint.alarm(line) : line),
        ...wrap(names, width, deeper).map(paint.faint),
        ...grantSentences(group).map((sentence) => deeper + sentence),
      ],
    };
  });
}

/** What the list of {@link exposureRows} is called. */
export const EXPOSURE_TITLE = "Exposure windows (no order of these writes was found that avoids them)";

/** The moments in which somebody sees what they see neither before nor after. */
export function exposureText(exposure: Exposure, look: TextStyle): string[] {
  const rows = exposureRows(exposure, look, false);
  return rows.length === 0
    ? []
    : [look.paint.alarm(EXPOSURE_TITLE), ...rows.flatMap((row) => row.lines.map((line) => `  ${line}`))];
}

/** One row a moment; a `brief` one counts people where they are several. */
export function exposureRows({ windows }: Exposure, { width, paint }: TextStyle, isBrief: boolean): Row[] {
  return groupAlike(windows, (window) => [window.workspace, windowText(window)]).map((same) => {
    const [first] = same;
    const isOne = same.length === 1;
    const who = isOne ? nameText(first.member) : count(same.length, "person", "people");
    const names = isOne || isBrief ? "" : namesText({ members: same.map(({ member }) => member) });
    return {
      items: same.length,
      lines: [
        `${nameText(first.workspace)}  ${who}: ${windowText(first)}`,
        ...wrap(names, width, "  ").map(paint.faint),
      ],
    };
  });
}
