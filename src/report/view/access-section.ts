import { isOpen } from "../../access/values/value-meaning.js";
import type { AccessChange, Plan } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import { groupAlike } from "../../util/group-by.js";
import { nameText, windowText } from "../words/labels.js";
import { FEW_ITEMS, type Item, type Part, type Section } from "../words/section.js";
import type { PageCell } from "../words/table.js";
import {
  type AccessGroup,
  accessByValues,
  accessCells,
  accessGroups,
  accessTitle,
  attributesText,
  causeText,
  countValues,
  hiddenNames,
  kindTitle,
  kindWord,
  meaningSentences,
  peopleCell,
  valuesText,
} from "./access-groups.js";
import { isTooLong } from "./folding.js";

const KIND_ORDER = ["opened", "changed", "closed"] as const;

/**
 * The access before and after, opened first: a row for all people whose values change in the same ways and for the same
 * causes. The short form names only people whose access opens, and counts the others by values, over all workspaces and
 * causes.
 */
export function accessSection(changes: readonly AccessChange[]): Section {
  const groups = accessGroups(changes);
  const parts = (itemsOf: (kind: AccessChange["kind"]) => readonly Item[]): readonly Part[] =>
    KIND_ORDER.filter((kind) => groups.some((group) => group.kind === kind)).map((kind) => ({
      title: kindTitle(kind, changes),
      ...(kind === "opened" && { tone: "alarm" }),
      items: itemsOf(kind),
    }));
  const all = (kind: AccessChange["kind"]): readonly Item[] =>
    groups.filter((group) => group.kind === kind).map(accessItem);
  const kinds = parts(() => []).map(({ title }) => title);
  return {
    id: "access",
    title: accessTitle(changes),
    nouns: ["value", "values"],
    isAccess: true,
    isLong: isTooLong(changes.filter(({ kind }) => kind !== "opened")),
    parts: parts(all),
    shorter: [
      parts((kind) =>
        kind === "opened" ? all(kind) : valueItems(changes.filter((change) => change.kind === kind)),
      ),
    ],
    table: () => ({
      caption: `A row for all people whose values change in the same way and for the same cause. ${kinds.join(" · ")}`,
      heads: ["Attribute", "Values", "People", "Cause", "Workspace", "Effect"],
      rows: groups.map(accessRow),
      kinds: groups.map(({ kind }) => kindWord(kind)),
    }),
  };
}

function accessItem(group: AccessGroup): Item {
  return {
    cells: [nameText(group.workspace), ...accessCells(group)],
    ...(group.kind === "opened" && { tone: "alarm" }),
    counts: countValues(group),
    names: hiddenNames(group),
    details: meaningSentences(group).map((text) => ({ text })),
  };
}

/** The most rows that count people and also name the first of them. */
const FEW_NAMED_ROWS = 6;

function valueItems(changes: readonly AccessChange[]): readonly Item[] {
  const rows = accessByValues(changes);
  return rows.map(({ cells, items, members }) => ({
    cells,
    counts: items,
    isSum: true,
    names: rows.length > FEW_NAMED_ROWS ? [] : members.map(nameText),
  }));
}

function accessRow(group: AccessGroup): readonly PageCell[] {
  const { workspace, kind } = group;
  const effect = [kindWord(kind), ...meaningSentences(group)].join("; ");
  return [
    attributesText(group),
    valuesText(group),
    peopleCell(group),
    causeText(group),
    visibleName(workspace),
    { text: effect, tone: kind },
  ];
}

/** The moments in which somebody sees what they see neither before nor after: a row for each. */
export function exposureSection({ exposure: { windows } }: Plan): Section {
  return {
    id: "exposure",
    title: "Exposure windows",
    meaning: "no order of these writes was found that avoids them",
    tone: "alarm",
    count: windows.length,
    nouns: ["exposure window", "exposure windows"],
    isAccess: true,
    isLong: windows.length > FEW_ITEMS,
    parts: [
      {
        items: groupAlike(windows, (window) => [window.workspace, windowText(window)]).map((same) => {
          const [first] = same;
          const names = same.map(({ member }) => nameText(member));
          return {
            cells: [`${nameText(first.workspace)}  ${firstOrCount(names)}: ${windowText(first)}`],
            ...(isOpen(first.value ?? undefined) && { tone: "alarm" }),
            counts: same.length,
            names: names.length === 1 ? [] : names,
          };
        }),
      },
    ],
  };
}

/** The one name, or how many people they are. */
export const firstOrCount = ([first = "", ...rest]: readonly string[]): string =>
  rest.length === 0 ? first : count(rest.length + 1, "person", "people");
