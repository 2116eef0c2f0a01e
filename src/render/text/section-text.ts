import { visible } from "../../util/escape.js";
import { nameList } from "../../util/name-list.js";
import { fittedTable, wrap, wrapAddress } from "../words/layout.js";
import {
  type Detail,
  FEW_ITEMS,
  FEW_NAMES,
  firstItems,
  type Item,
  type Part,
  type Section,
  type Tone,
} from "../words/section.js";
import { textTable } from "../words/table.js";
import type { TextStyle } from "../words/text-style.js";

/**
 * A section as blocks of lines: one with its heading, one for each part that has a layout of its own, or its table. A long
 * one is in short unless `full` is true.
 */
export function sectionText(section: Section, look: TextStyle, full = false): readonly Iterable<string>[] {
  const { title, meaning, tone = "strong", lead = [], style } = section;
  const isShort = section.isLong === true && !full;
  const parts = isShort ? (section.brief ?? section.parts) : section.parts;
  if (style === "table" && !isShort) return section.table ? [textTable(section.table())] : [];
  if (style === "blocks" || style === "table")
    return parts.map((part) => [
      ...wrap(visible(part.title ?? ""), look.rowWidth).map(painter(look, part.tone ?? "strong")),
      ...itemLines(part.items, look, "  ").flat(),
    ]);
  return [
    [
      ...(meaning === undefined
        ? wrap(visible(title), look.rowWidth)
        : wrap(`${title} (${meaning})`, look.width)
      ).map(painter(look, tone)),
      ...lead.flatMap((detail) => detailLines(detail, look, "  ")),
      ...parts.flatMap((part) => partLines(section, part, look, isShort)),
    ],
  ];
}

function partLines(section: Section, part: Part, look: TextStyle, isShort: boolean): string[] {
  const { title, tone } = part;
  const heading =
    title === undefined ? [] : wrap(visible(title), look.rowWidth, "  ").map(painter(look, tone));
  const items = isShort ? firstItems(part.items, FEW_ITEMS, section.nouns) : part.items;
  return [
    ...(title === undefined ? [] : ["", ...heading]),
    ...itemLines(
      items,
      look,
      title === undefined ? "  " : "    ",
      isShort ? FEW_NAMES : undefined,
      section.style,
    ).flat(),
  ];
}

/** Items as lines, with at most so many names of each that is no alarm; the cells of rows are aligned. */
export function itemLines(
  items: readonly Item[],
  look: TextStyle,
  indent: string,
  mostNames = Number.POSITIVE_INFINITY,
  style: Section["style"] = "rows",
): string[][] {
  const rows = items.filter(({ cells }) => cells.length > 1);
  const table = fittedTable(
    rows.map(({ cells }) => cells.map(visible)),
    look.rowWidth,
    indent,
  );
  const aligned = new Map(rows.map((item, i) => [item, table[i] ?? []]));
  return items.map((item) => {
    const { cells, code, names = [], details = [], tone, lines } = item;
    const line = cells.map(visible).join("  ") + (code === undefined ? "" : ` [${code}]`);
    const own =
      lines?.(look) ??
      aligned.get(item) ??
      (style === "notes" ? wrap(line, look.width, indent) : wrapAddress(line, look.rowWidth, indent));
    const shown = tone === "alarm" ? names.length : mostNames;
    return [
      ...own.map(painter(look, tone)),
      ...(shown === 0
        ? []
        : wrap(visible(nameList(names, shown)), look.width, `${indent}    `).map(look.paint.faint)),
      ...details.flatMap((detail) => detailLines(detail, look, indent + " ".repeat(detail.depth ?? 4))),
    ];
  });
}

/** A name is broken only where a line must be; so is a command, for which the next line is deeper. */
function detailLines({ text = "", code, tone }: Detail, look: TextStyle, indent: string): string[] {
  const lines =
    code === undefined
      ? wrap(visible(text), look.width, indent)
      : text === ""
        ? wrapAddress(visible(code), look.rowWidth, indent)
        : wrap(visible(`${text} ${code}`), look.rowWidth, `${indent}  `, indent);
  return lines.map(painter(look, tone));
}

const painter = ({ paint }: TextStyle, tone: Tone | undefined): ((line: string) => string) =>
  tone === undefined ? (line) => line : paint[tone];
