import type { Plan } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import { nameList } from "../../util/name-list.js";
import { FEW_NAMES, FEW_ROWS } from "../view/folding.js";
import {
  NOT_LISTED_MEANING,
  type NotListedGroup,
  notListedGroups,
  notListedTitle,
} from "../view/not-listed.js";
import { nameText } from "../words/labels.js";
import { hangingLines, wrap } from "../words/layout.js";
import type { TextStyle } from "../words/text-style.js";
import type { TextRow } from "./access-text.js";

/** The people whom the file does not list, and what is left to them. A `brief` section shows all who are open and few others. */
export function notListedText(plan: Pick<Plan, "not_listed">, look: TextStyle, isBrief: boolean): string[] {
  if (plan.not_listed.length === 0) return [];
  const rows = notListedRows(notListedGroups(plan.not_listed), look, isBrief);
  const open = rows.filter(({ isOpen }) => isOpen);
  const others = rows.filter(({ isOpen }) => !isOpen);
  const shown = [...open, ...(isBrief ? others.slice(0, FEW_ROWS) : others)];
  const rest = isBrief ? others.slice(FEW_ROWS).reduce((sum, { items }) => sum + items, 0) : 0;
  return [
    look.paint.strong(notListedTitle(plan)),
    ...wrap(NOT_LISTED_MEANING, look.width, "  ").map(look.paint.faint),
    ...shown.flatMap(({ lines }) => lines.map((line) => `  ${line}`)),
    ...(rest === 0 ? [] : [`  and ${count(rest, "more row")}`]),
  ];
}

/** One row for all to whom the same is left; the names of open people are never cut. */
export function notListedRows(
  groups: readonly NotListedGroup[],
  { width, rowWidth, paint }: TextStyle,
  isBrief: boolean,
): readonly (TextRow & Pick<NotListedGroup, "isOpen">)[] {
  return groups.map(({ workspace, isOpen, names, standing, values }) => {
    const [first = ""] = names;
    const who = names.length === 1 ? first : count(names.length, "person", "people");
    const line = hangingLines(`${nameText(workspace)}  ${who}: ${standing}`, rowWidth - 2);
    const list = isBrief && !isOpen ? nameList(names, FEW_NAMES) : names.join(", ");
    return {
      isOpen,
      items: names.length,
      lines: [
        ...(isOpen ? line.map(paint.alarm) : line),
        ...(names.length === 1 ? [] : wrap(list, width - 2, "    ").map(paint.faint)),
        ...wrap(values, width - 2, "    "),
      ],
    };
  });
}
