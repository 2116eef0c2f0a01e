import { escapeHtml, escapeMarkdown, markdownCode, markdownFence } from "../../util/escape.js";
import { nameList } from "../../util/name-list.js";
import { itemLines } from "../text/section-text.js";
import {
  countItems,
  type Detail,
  FEW_NAMES,
  firstItems,
  type Item,
  leadOf,
  type Part,
  type Section,
} from "../words/section.js";
import { textStyle } from "../words/text-style.js";
import type { CommentPart, Form } from "./markdown-budget.js";

/** The options of a comment for its sections. */
interface CommentView {
  readonly full?: boolean | undefined;
  /** The plan is long, so that minor sections unfold. */
  readonly isFolding?: boolean;
}

/** Comments scroll sideways, so a line may be longer than in a terminal. */
const LOOK = textStyle({ width: 120, color: false });

/** The numbers of items of the shortest forms, which name nobody. */
const CUTS = [Number.POSITIVE_INFINITY, 200, 60, 10] as const;

/**
 * A section as a part of a comment. Its shorter forms leave out names first, then are brief where the section has such
 * a form, and have fewer items at last.
 */
export function sectionMarkdown(section: Section, { full, isFolding }: CommentView = {}): CommentPart {
  const { nouns, parts, brief, weight } = section;
  const isBrief = section.isLong === true && full !== true && weight !== "access" && brief !== undefined;
  const isHidden = isFolding === true && weight === "minor" && !isBrief;
  const form = (given: readonly Part[], mostNames: number, counted: number): Form => ({
    markdown: sectionBlock(section, given, mostNames, isHidden),
    counted,
  });
  const items = countItems(parts.flatMap((part) => part.items));
  const named = countItems(parts.flatMap((part) => part.items).filter(({ names = [] }) => names.length > 1));
  // Of parts with a layout of their own there are few instead of few items in each.
  const isBlocks = section.style === "blocks";
  const shortest = isBlocks ? [{ items: parts.flatMap((part) => part.items) }] : (brief ?? parts);
  const cuts = CUTS.filter((most) =>
    most > 200 ? named > 0 : shortest.some((part) => part.items.length > most),
  ).map((most) => {
    const rest = countItems(shortest.flatMap((part) => part.items.slice(most)));
    const cut = shortest.map(cutAt(most, nouns));
    const given = isBlocks ? cut.flatMap((part) => part.items.map((item) => ({ items: [item] }))) : cut;
    return form(given, 0, brief === undefined ? Math.max(rest, named) : items);
  });
  const whole = [
    form(parts, Number.POSITIVE_INFINITY, 0),
    ...(named === 0 ? [] : [FEW_NAMES, 0].map((most) => form(parts, most, named))),
  ];
  return {
    nouns,
    items,
    forms: [
      ...(isBrief ? [] : whole),
      ...(brief === undefined ? [] : [form(brief, FEW_NAMES, items)]),
      ...cuts,
    ],
  };
}

/** The last resort, where not even an alarm is named whole. */
const cutAt =
  (most: number, nouns: Section["nouns"]) =>
  (part: Part): Part => ({
    ...part,
    items: firstItems(part.items, most, nouns, () => false).map(({ names: _, ...item }) => item),
  });

function sectionBlock(
  section: Section,
  parts: readonly Part[],
  mostNames: number,
  isHidden: boolean,
): string {
  const { title, count, style, tone } = section;
  if (style === "blocks") return blocksFence(parts);
  const body = [
    ...leadOf(section).map((detail) =>
      detail.tone === "alarm" ? `**${detailProse(detail)}**` : detailProse(detail),
    ),
    ...parts.flatMap((part) => [
      ...(part.title === undefined ? [] : [`**${escapeMarkdown(part.title)}**`]),
      style !== "notes"
        ? rowsFence(part.items, mostNames)
        : part.items.map(tone === "alarm" ? caution : listItem).join(tone === "alarm" ? "\n\n" : "\n"),
    ]),
  ];
  const heading = count === undefined ? title : `${title}: ${count}`;
  return isHidden
    ? `<details><summary>${escapeHtml(heading)}</summary>\n\n${body.join("\n\n")}\n\n</details>`
    : `#### ${escapeMarkdown(heading)}\n\n${body.join("\n\n")}`;
}

/** Parts that have a layout of their own. */
export const blocksFence = (parts: readonly Part[]): string =>
  parts
    .map(({ items }) =>
      markdownFence(
        items.flatMap(({ lines, cells }) => lines?.(LOOK) ?? cells),
        "text",
      ),
    )
    .join("\n\n");

/** Rows as a diff where some are dangerous or have a sign; forges paint `!` like a change. */
function rowsFence(items: readonly Item[], mostNames: number): string {
  const lines = itemLines(items, LOOK, "", mostNames).flatMap((own, i) =>
    items[i]?.tone === "alarm"
      ? own.map((line) => `- ${line}`)
      : own.map((line) => (items[i]?.tone === "update" ? line.replace(/^~/, "!") : line)),
  );
  return markdownFence(lines, items.some(({ tone }) => tone !== undefined) ? "diff" : "text");
}

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
  escapeMarkdown(cells.join("  ")) + (code === undefined ? "" : ` ${markdownCode(code)}`);

const below = ({ names = [], details = [] }: Item): string[] => [
  ...(names.length === 0 ? [] : [markdownCode(nameList(names, names.length))]),
  ...details.map(detailProse),
];

function detailProse({ text = "", code }: Detail): string {
  const parts = [
    ...(text === "" ? [] : [escapeMarkdown(text)]),
    ...(code === undefined ? [] : [markdownCode(code)]),
  ];
  return parts.join(" ");
}
