import type { ResourceChange } from "../../model/plan/plan.js";
import { visible } from "../../util/escape.js";
import { changeRows } from "../view/change-rows.js";
import { changeTitleInWorkspace } from "../words/labels.js";
import { displayWidth, fittedTable, wrap, wrapAddress } from "../words/layout.js";
import {
  type Detail,
  type Item,
  LINES,
  type Part,
  type Section,
  shownParts,
  type Tone,
} from "../words/section.js";
import { type PageTable, textTable } from "../words/table.js";
import { narrower, type TextStyle } from "../words/text-style.js";

/** A section as blocks of lines, and whether something was left out of it. */
interface SectionText {
  readonly blocks: readonly Iterable<string>[];
  readonly isShort: boolean;
}

/**
 * A section as blocks of lines: one with its heading, and one for each part that has a layout of its own. It is as long as
 * it may be unless `full` is true.
 */
export function sectionText(section: Section, look: TextStyle, full = false): SectionText {
  const { title, tone = "strong", lead = [], style, table } = section;
  const head = [
    ...wrap(visible(title), look.rowWidth).map(painter(look, tone)),
    ...lead.flatMap((detail) => detailLines(detail, look, "  ")),
  ];
  if (style !== "table" && section.parts.length === 0) return { blocks: [], isShort: false };
  if (style === "folded" && !full) return { blocks: [head], isShort: true };
  const rows = style === "table" ? table?.() : undefined;
  if (rows !== undefined && (full || !isLongTable(section, rows)))
    return { blocks: [head, textTable(rows, look.rowWidth)], isShort: false };
  const { parts, isShort } = shownParts(rows === undefined ? section : inBrief(section), full);
  const blocks = [head, ...parts.map((part) => partLines(part, look, style))];
  return style === "blocks" || style === "table"
    ? { blocks, isShort: isShort || rows !== undefined }
    : { blocks: [blocks.flat()], isShort };
}

/** A section whose brief form stands for its table. */
export const inBrief = ({ brief, ...section }: Section): Section => ({
  ...section,
  parts: brief?.() ?? section.parts,
});

/** Returns true if a table is longer than a format shows unasked, and has a brief form. */
export function isLongTable({ brief }: Section, { rows }: PageTable): boolean {
  let lines = 0;
  if (brief !== undefined) for (const _ of rows) if (++lines > LINES) return true;
  return false;
}

function partLines({ title, tone, items }: Part, look: TextStyle, style: Section["style"]): string[] {
  const isBlock = style === "blocks" || style === "table";
  const heading = wrap(visible(title ?? ""), look.rowWidth, isBlock ? "" : "  ").map(
    painter(look, tone ?? (isBlock ? "strong" : undefined)),
  );
  const indent = style === "table" ? "" : title === undefined || isBlock ? "  " : "    ";
  return [
    ...(heading.length === 0 || isBlock ? [] : [""]),
    ...heading,
    ...itemLines(items, look, indent, style).flat(),
  ];
}

/** Items as lines; the cells of rows are aligned. */
export function itemLines(
  items: readonly Item[],
  look: TextStyle,
  indent: string,
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
    const { cells, code, names = [], details = [], tone, lines, changes } = item;
    if (lines !== undefined) return [...lines(look)];
    if (changes !== undefined) return changeLines(cells, changes, look, indent);
    const line = cells.map(visible).join("  ") + (code === undefined ? "" : ` [${code}]`);
    const own =
      aligned.get(item) ??
      (style === "notes" ? wrap(line, look.width, indent) : wrapAddress(line, look.rowWidth, indent));
    return [
      ...own.map(painter(look, tone)),
      ...wrap(visible(names.join(", ")), look.width, `${indent}    `).map(look.paint.faint),
      ...details.flatMap((detail) => detailLines(detail, look, indent + " ".repeat(detail.depth ?? 4))),
    ];
  });
}

/** Changes below their heading, and deeper. */
function changeLines(
  cells: Item["cells"],
  changes: readonly ResourceChange[],
  look: TextStyle,
  indent: string,
): string[] {
  const deeper = `${indent}  `;
  const rows = changeRows(changes, narrower(look, deeper.length), changeTitleInWorkspace);
  return ["", ...cells.map((heading) => indent + visible(heading)), ...rows.map((line) => deeper + line)];
}

/** A name is broken only where a line must be; so is a command, which is on the next line, deeper. */
export function detailLines({ text = "", code, tone }: Detail, look: TextStyle, indent: string): string[] {
  const { width, rowWidth } = look;
  const both = `${indent}${visible(`${text} ${code}`)}`;
  const lines = (): string[] => {
    if (code === undefined) return wrap(visible(text), width, indent);
    if (text === "") return wrapAddress(visible(code), rowWidth, indent);
    if (displayWidth(both) <= rowWidth) return [both];
    return [...wrap(visible(text), rowWidth, indent), ...wrapAddress(visible(code), rowWidth, `${indent}  `)];
  };
  return lines().map(painter(look, tone));
}

const painter = ({ paint }: TextStyle, tone: Tone | undefined): ((line: string) => string) =>
  tone === undefined ? (line) => line : paint[tone];
