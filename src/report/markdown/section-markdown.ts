import { escapeMarkdown, markdownCell, markdownCode, markdownFence } from "../../util/escape.js";
import { itemLines } from "../text/section-text.js";
import {
  countItems,
  type Detail,
  FEW_ITEMS,
  FEW_NAMES,
  type Item,
  type Limit,
  leadOf,
  limited,
  type Part,
  proseText,
  type Section,
  withCode,
} from "../words/section.js";
import { textStyle } from "../words/text-style.js";
import type { CommentPart, Form } from "./markdown-budget.js";

/** Comments scroll sideways, so a line may be longer than in a terminal. */
const LOOK = textStyle({ width: 120, color: false });

const ALL = Number.POSITIVE_INFINITY;
/** The limits of a section, the widest first: all items, with fewer and fewer of their names. */
const OF_NAMES: readonly Limit[] = [ALL, FEW_NAMES, 0].map((names) => ({ items: ALL, names }));
/** The limits of its shortest form, which names nobody. */
const OF_ITEMS: readonly Limit[] = [ALL, 200, 60, FEW_ITEMS].map((items) => ({
  items,
  names: 0,
  isLast: true,
}));

/** A section as a part of a comment: in its usual form unless `full` is true, but for access. */
export function sectionMarkdown(section: Section, full = false): CommentPart {
  const { nouns, parts, usual, shorter = [], isAccess = false } = section;
  const isWhole = usual === undefined || full || isAccess;
  const items = countItems(itemsOf(parts));
  const form = (selection: readonly Part[], limit: Limit) => (): Form => {
    const shown = limited(selection, nouns, limit);
    const oneByOne = itemsOf(shown).filter(({ isSum }) => isSum !== true);
    return { markdown: sectionBlock(section, shown), counted: items - countItems(oneByOne) };
  };
  return {
    nouns,
    items,
    forms: [
      ...(isWhole ? OF_NAMES.map((limit) => form(parts, limit)) : [form(usual, { items: ALL, names: ALL })]),
      ...shorter.map((selection) => form(selection, { items: ALL, names: FEW_NAMES })),
      ...OF_ITEMS.map((limit) => form(shorter.at(-1) ?? usual ?? parts, limit)),
    ],
  };
}

const itemsOf = (parts: readonly Part[]): readonly Item[] => parts.flatMap(({ items }) => items);

function sectionBlock(section: Section, parts: readonly Part[]): string {
  const { title, count, style, tone, heads } = section;
  const heading = count === undefined ? title : `${title}: ${count}`;
  const body = (items: readonly Item[]): string =>
    style !== "notes"
      ? itemsFence(items)
      : items.map(tone === "alarm" ? caution : listItem).join(tone === "alarm" ? "\n\n" : "\n");
  return [
    `#### ${escapeMarkdown(heading)}`,
    ...leadOf(section).map((detail) =>
      detail.tone === "alarm" ? `**${detailProse(detail)}**` : detailProse(detail),
    ),
    ...(heads === undefined
      ? parts.flatMap((part) => [...boldTitle(part), ...(part.items.length === 0 ? [] : [body(part.items)])])
      : [
          ...parts.filter(({ tone }) => tone === "alarm").flatMap(boldTitle),
          rowsTable(heads, itemsOf(parts)),
        ]),
  ].join("\n\n");
}

const boldTitle = ({ title }: Part): readonly string[] =>
  title === undefined ? [] : [`**${escapeMarkdown(title)}**`];

/** The rows of items as one table, which begins with the names of each. */
function rowsTable(heads: readonly string[], items: readonly Item[]): string {
  const lines = items.map(({ cells, row = [cells.join("  ")], names = [] }) => {
    const [first = "", ...others] = row.map((cell) => proseText(cell, cellWords, markdownCell));
    const named = names.length === 0 ? first : `${first}: ${markdownCell(names.join(", "))}`;
    return `| ${[named, ...others].join(" | ")} |`;
  });
  return [`| ${heads.join(" | ")} |`, `|${" --- |".repeat(heads.length)}`, ...lines].join("\n");
}

/** Prose in a cell: a bar is coded, since a backslash before one may end the cell. */
const cellWords = (text: string): string => escapeMarkdown(text).replaceAll("\\|", "&#124;");

/**
 * Items as they stand in a text, as a diff where some are dangerous or have a sign; forges paint `!` like a change, and
 * only in the first column.
 */
export function itemsFence(items: readonly Item[]): string {
  const isSigned = items.some((item) => item.isSigned);
  const lines = isSigned ? items.flatMap(signedLines) : itemLines(items, LOOK, "").flatMap(dressed(items));
  return markdownFence(lines, isSigned || items.some(({ tone }) => tone !== undefined) ? "diff" : "text");
}

/** Signed lines below their heading. */
const signedLines = ({ cells, lines }: Item): readonly string[] =>
  lines === undefined ? cells : [...cells.map((heading) => `  ${heading}`), ...lines(LOOK).map(asUpdate)];

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
const caution = ({ details = [], ...head }: Item): string =>
  [
    `[!CAUTION]\n**${headOf(head)}**`,
    ...details.map((detail) =>
      detail.text === undefined ? `- ${detailProse(detail)}` : `\n${detailProse(detail)}\n`,
    ),
  ]
    .join("\n")
    .trimEnd()
    .replace(/\n{2,}/g, "\n\n")
    .replace(/^/gm, "> ");

const headOf = ({ cells, code }: Item): string =>
  prose(cells.join("  ")) + (code === undefined ? "" : ` ${markdownCode(code)}`);

const below = ({ names = [], details = [] }: Item): string[] => [
  ...(names.length === 0 ? [] : [markdownCode(names.join(", "))]),
  ...details.map(detailProse),
];

/** Prose of ours, with its commands and keys as code. */
const prose = (text: string): string => proseText(withCode(text), escapeMarkdown, markdownCode);

/** Prose, and a name or command after it. */
export function detailProse({ text = "", code }: Detail): string {
  const parts = [...(text === "" ? [] : [prose(text)]), ...(code === undefined ? [] : [markdownCode(code)])];
  return parts.join(" ");
}
