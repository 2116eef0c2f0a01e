import type { AccessChange, Exposure } from "../model/plan.js";
import { count } from "../util/count.js";
import { visibleName } from "../util/escape.js";
import { groupBy } from "../util/group-by.js";
import {
  ACCESS_TITLES,
  type AccessGroup,
  accessGroups,
  accessSentence,
  grantSentences,
} from "./access-groups.js";
import type { Look } from "./change-text.js";
import { columnWidth, displayWidth, padEnd, wrap } from "./layout.js";
import { nameText, windowText } from "./phrases.js";

/**
 * The Access section of a plan: opened first, many of one cause together and each by name; in a `brief` one, of those
 * whose value only changes as many as fit on a line.
 */
export function accessText(changes: readonly AccessChange[], look: Look, isBrief: boolean): string[] {
  if (changes.length === 0) return [];
  const blocks = groupBy(accessGroups(changes), (group) => group.kind);
  return [
    look.paint.strong("Access"),
    ...[...blocks].flatMap(([kind, groups]) => {
      const title = `  ${ACCESS_TITLES[kind]}`;
      const rows = accessRows(groups, look, "    ", isBrief);
      return ["", kind === "opened" ? look.paint.alarm(title) : title, ...rows];
    }),
  ];
}

/** One line a group with its workspace in front; below it who is meant and which grants come and go. */
export function accessRows(
  groups: readonly AccessGroup[],
  { width, paint }: Look,
  indent: string,
  isBrief: boolean,
): string[] {
  const column = columnWidth(
    groups.map((group) => displayWidth(visibleName(group.workspace))),
    40,
  );
  const deeper = indent + " ".repeat(column + 4);
  return groups.flatMap((group) => {
    const sentence = accessSentence(group);
    return [
      `${indent}${padEnd(visibleName(group.workspace), column)}  ${group.kind === "opened" ? paint.alarm(sentence) : sentence}`,
      ...(group.members.length === 1
        ? []
        : namesOf(group, width, deeper, isBrief).map((line) => paint.faint(line))),
      ...grantSentences(group).map((line) => deeper + line),
    ];
  });
}

function namesOf({ kind, members }: AccessGroup, width: number, indent: string, isBrief: boolean): string[] {
  return kind === "opened" || !isBrief
    ? wrap(members.map(nameText).join(", "), width, indent)
    : [indent + someOf(members, width - indent.length)];
}

/** As many names as fit on one line (one at least), and how many more there are. */
function someOf(members: readonly string[], room: number): string {
  const shown: string[] = [];
  let used = 0;
  for (const member of members) {
    const name = nameText(member);
    used += displayWidth(name) + 2;
    if (shown.length > 0 && used > room - 14) break;
    shown.push(name);
  }
  const rest = members.length - shown.length;
  return shown.join(", ") + (rest === 0 ? "" : ` and ${rest} more`);
}

/** The moments in which somebody sees what they see neither before nor after; one line a moment. */
export function exposureText({ windows }: Exposure, look: Look): string[] {
  if (windows.length === 0) return [];
  const moments = groupBy(windows, (window) => JSON.stringify([window.workspace, windowText(window)]));
  return [
    look.paint.alarm("Exposure windows (no order of these writes avoids them)"),
    ...[...moments.values()].flatMap((same) => {
      const [first] = same;
      if (first === undefined) return [];
      const who = same.length === 1 ? nameText(first.member) : count(same.length, "member");
      const names =
        same.length === 1 ? [] : wrap(same.map((w) => nameText(w.member)).join(", "), look.width, "    ");
      return [
        `  ${visibleName(first.workspace)}  ${who}: ${windowText(first)}`,
        ...names.map((line) => look.paint.faint(line)),
      ];
    }),
  ];
}
