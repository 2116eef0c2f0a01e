import { compact } from "../../util/collections.js";
import { escapeMarkdown, markdownCell, markdownCode, markdownFence } from "../../util/escape.js";
import { itemLines } from "../text/section-text.js";
import { changeRows } from "../view/change-rows.js";
import { changeTitleInWorkspace } from "../words/labels.js";
import {
  countItems,
  type Detail,
  type Item,
  type Part,
  proseText,
  type Section,
  shownParts,
  withCode,
  withNames,
} from "../words/section.js";
import { textStyle } from "../words/text-style.js";
import type { CommentPart, Form } from "./markdown-budget.js";

/** Comments scroll sideways, so a line may be longer than in a terminal. */
const LOOK = textStyle({ width: 120, color: false });

/** A section as a part of a comment. */
export function sectionMarkdown(section: Section, full = false): CommentPart {
  const { nouns, parts, style, counted = [] } = section;
  const { parts: shown, isShort } = shownParts(section, full, Number.POSITIVE_INFINITY);
  const form = (some: readonly Part[], short = true): Form => ({
    markdown: sectionBlock(section, some),
    isShort: short,
  });
  return {
    nouns,
    items: countItems(parts.flatMap(({ items }) => items)),
    forms:
      style === "folded" && !full
        ? [() => form([])]
        : [
            () => form(shown, isShort),
            () => form(withNames(shown)),
            ...counted.map((inCounts) => () => form(inCounts())),
          ],
  };
}

function sectionBlock(section: Section, parts: readonly Part[]): string {
  const { title, lead = [], style, tone } = section;
  const body = (items: readonly Item[]): string => {
    if (style !== "notes") return items.length === 0 ? "" : itemsFence(items);
    return tone === "alarm" ? items.map(caution).join("\n\n") : items.map(listItem).join("\n");
  };
  const items = parts.flatMap((part) => part.items);
  return compact([
    title && `#### ${escapeMarkdown(title)}`,
    ...lead.map((detail) => (detail.tone === "alarm" ? `**${detailProse(detail)}**` : detailProse(detail))),
    ...(items.some(({ card }) => card !== undefined)
      ? [...parts.map((part) => part.tone === "alarm" && boldTitle(part)), cardTable(items)]
      : parts.flatMap((part) => [boldTitle(part), body(part.items)])),
  ]).join("\n\n");
}

const boldTitle = ({ title }: Part): string => (title === undefined ? "" : `**${escapeMarkdown(title)}**`);

/** The cards of items as one table, which begins with the people of each. */
function cardTable(items: readonly Item[]): string {
  const rows = items.map(({ card, cells, names = [] }) => {
    if (card === undefined) return [cellWords(cells.join("  ")), "", "", "", ""];
    const { people, counted, workspace, values, verdicts, why } = card;
    const at = (moment: "before" | "after"): string =>
      values
        .flatMap(({ name, [moment]: text }) =>
          text === undefined ? [] : `${markdownCell(name)} ${markdownCell(text)}`,
        )
        .join(", ");
    const where = workspace === undefined ? "" : ` in ${markdownCell(workspace)}`;
    const who =
      counted === undefined
        ? (names.length === 0 ? people : names).map(markdownCell).join(", ") + where
        : `${cellWords(counted)}${where}${names.length === 0 ? "" : `: ${markdownCell(names.join(", "))}`}`;
    return [
      who,
      at("before"),
      at("after"),
      cellWords(verdicts.map(({ text }) => text).join(", ")),
      cellWords(why.join("; ")),
    ];
  });
  const columns = ["Person", "Sees before", "Sees after", "Verdict", "Why"].flatMap((head, at) =>
    rows.some((cells) => cells[at] !== "") ? [{ head, at }] : [],
  );
  const line = (cells: readonly (string | undefined)[]): string => `| ${cells.join(" | ")} |`;
  return [
    line(columns.map(({ head }) => head)),
    `|${" --- |".repeat(columns.length)}`,
    ...rows.map((cells) => line(columns.map(({ at }) => cells[at]))),
  ].join("\n");
}

/** Prose in a cell: a bar is coded, since a backslash before one may end the cell. */
const cellWords = (text: string): string => escapeMarkdown(text).replaceAll("\\|", "&#124;");

/**
 * Items as they stand in a text, as a diff where some are dangerous or have a sign; forges paint `!` like a change, and
 * only in the first column.
 */
export function itemsFence(items: readonly Item[]): string {
  const isSigned = items.some(({ changes }) => changes !== undefined);
  const lines = isSigned ? items.flatMap(signedLines) : itemLines(items, LOOK, "").flatMap(dressed(items));
  return markdownFence(lines, isSigned || items.some(({ tone }) => tone !== undefined) ? "diff" : "text");
}

/** Changes below their heading. */
const signedLines = ({ cells, lines, changes = [] }: Item): readonly string[] => [
  ...cells.map((heading) => `  ${heading}`),
  ...(lines?.(LOOK) ?? changeRows(changes, LOOK, changeTitleInWorkspace).map(asUpdate)),
];

const dressed =
  (items: readonly Item[]) =>
  (lines: readonly string[], i: number): readonly string[] => {
    const { tone } = items[i] ?? {};
    if (tone === "alarm") return lines.map((line) => `- ${line}`);
    return tone === "update" ? lines.map(asUpdate) : lines;
  };

const asUpdate = (line: string): string => line.replace(/^~/, "!");

const listItem = (item: Item): string =>
  [`- ${headOf(item)}`, ...below(item).map((line) => `  ${line}`)].join("\n");

/** A box that a forge paints, with the names that it is about as a list. */
const caution = ({ details = [], names = [], ...head }: Item): string =>
  compact([
    `[!CAUTION]\n**${headOf(head)}**`,
    names.length > 0 && `\n${names.map(markdownCode).join(", ")}\n`,
    ...details.map((detail) =>
      detail.text === undefined ? `- ${detailProse(detail)}` : `\n${detailProse(detail)}\n`,
    ),
  ])
    .join("\n")
    .trimEnd()
    .replace(/\n{2,}/g, "\n\n")
    .replace(/^/gm, "> ");

const headOf = ({ cells, code }: Item): string =>
  detailProse({ text: cells.join("  "), ...(code !== undefined && { code }) });

const below = ({ names = [], details = [] }: Item): string[] =>
  compact([names.length > 0 && markdownCode(names.join(", ")), ...details.map(detailProse)]);

/** Prose of ours, with its commands and keys as code, and a name or command after it. */
export const detailProse = ({ text = "", code }: Detail): string =>
  compact([
    proseText(withCode(text), escapeMarkdown, markdownCode),
    code !== undefined && markdownCode(code),
  ]).join(" ");
