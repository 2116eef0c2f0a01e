import { count } from "../../util/count.js";
import { nameText } from "../labels.js";
import { countsPeople } from "../view/access-groups.js";
import {
  type DataChanges,
  type DataGroup,
  dataGroups,
  dataSentence,
  VERDICT_WORDS,
} from "../view/data-changes.js";
import { FEW_ROWS, nameLines, type Row } from "./access-text.js";
import type { TextStyle } from "./change-text.js";
import { table } from "./layout.js";

/** The title of {@link dataRows}. */
export const DATA_TITLE = "What people see";

/** The changes of the data that people see, in words; empty without a data model. */
export function dataText(changes: DataChanges, look: TextStyle, isBrief: boolean): string[] {
  const rows = dataRows(dataGroups(changes), look, "  ", isBrief);
  const shown = isBrief ? rows.slice(0, FEW_ROWS) : rows;
  const rest = rows.length - shown.length;
  return rows.length === 0
    ? []
    : [
        look.paint.strong(DATA_TITLE),
        ...shown.flatMap(({ lines }) => lines),
        ...(rest === 0 ? [] : [`  and ${count(rest, "more cause")}`]),
      ];
}

/** One row a cause: the verdict in a word, the workspace and a sentence, and below it names that are only counted there. */
export function dataRows(
  groups: readonly DataGroup[],
  look: TextStyle,
  indent: string,
  isBrief: boolean,
): Row[] {
  const lines = table(
    groups.map((group) => [VERDICT_WORDS[group.verdict], nameText(group.workspace), dataSentence(group)]),
  );
  return groups.map((group, i) => ({
    items: group.members.length,
    lines: [
      indent + (lines[i] ?? ""),
      ...(isBrief || !countsPeople(group) ? [] : nameLines(group.members, look, `${indent}    `)),
    ],
  }));
}
