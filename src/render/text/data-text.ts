import { countPeople } from "../../plan/summary.js";
import { count } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import { countsPeople } from "../view/access-groups.js";
import {
  type DataChanges,
  type DataGroup,
  dataGroups,
  dataSentence,
  VERDICT_WORDS,
} from "../view/data-changes.js";
import { FEW_ROWS } from "../view/folding.js";
import { nameText } from "../words/labels.js";
import { fittedTable, wrap } from "../words/layout.js";
import type { TextStyle } from "../words/text-style.js";
import { nameLines, type TextRow } from "./access-text.js";

/** The title of {@link dataRows}. */
export function dataTitle({ people }: Pick<DataChanges, "people">): string {
  const affected = countPeople(people.filter(({ data }) => data !== undefined));
  return `What people see (${count(affected, "person", "people")})`;
}

/** The changes of the data that people see, in words; a `brief` section has the first causes. Empty without a data model. */
export function dataText(changes: DataChanges, look: TextStyle, isBrief: boolean): string[] {
  const groups = dataGroups(changes);
  const shown = isBrief ? groups.slice(0, FEW_ROWS) : groups;
  const rest = groups.slice(shown.length);
  return groups.length === 0
    ? []
    : [
        look.paint.strong(dataTitle(changes)),
        ...dataRows(shown, look, "  ", isBrief).flatMap(({ lines }) => lines),
        ...(rest.length === 0 ? [] : wrap(restText(rest), look.rowWidth, "  ")),
      ];
}

/** The causes that are not shown, with the people whom they make see more, less and otherwise. */
function restText(rest: readonly DataGroup[]): string {
  const byVerdict = [...groupBy(rest, ({ verdict }) => verdict)].map(([verdict, same]) => {
    const people = new Set(same.flatMap(({ members }) => members)).size;
    return `${count(people, "person", "people")} ${VERDICT_WORDS[verdict]}`;
  });
  return `and ${count(rest.length, "more cause")}: ${byVerdict.join(", ")}`;
}

/** One row a cause: the verdict in a word, the workspace and a sentence, and below it names that are only counted there. */
export function dataRows(
  groups: readonly DataGroup[],
  look: TextStyle,
  indent: string,
  isBrief: boolean,
): TextRow[] {
  const lines = fittedTable(
    groups.map((group) => [VERDICT_WORDS[group.verdict], nameText(group.workspace), dataSentence(group)]),
    look.rowWidth,
    indent,
  );
  return groups.map((group, i) => ({
    items: group.members.length,
    lines: [
      ...(lines[i] ?? []),
      ...(isBrief || !countsPeople(group) ? [] : nameLines(group.members, look, `${indent}    `)),
    ],
  }));
}
