import { visible } from "../../util/escape.js";
import { displayWidth, fittedTable, wrap, wrapAddress } from "../words/layout.js";
import type { Detail, Item, Part, Section, Tone } from "../words/section.js";
import { textTable } from "../words/table.js";
import { narrower, type TextStyle } from "../words/text-style.js";

/**
 * A section as blocks of lines: one with its heading, one for each part that has a layout of its own, or its table. It is
 * in its usual form unless `full` is true.
 */
export function sectionText(section: Section, look: TextStyle, full = false): readonly Iterable<string>[] {
  const { title, meaning, tone = "strong", lead = [], style, isTitled, usual } = section;
  const isWhole = usual === undefined || full;
  const parts = isWhole ? section.parts : usual;
  if (style !== "table" && parts.length === 0) return [];
  const heading = (text: string, of: Tone): string[] =>
    wrap(visible(text), look.rowWidth).map(painter(look, of));
  if (style === "table" && isWhole)
    return [
      ...(isTitled ? [heading(title, tone)] : []),
      ...(section.table ? [textTable(section.table(), look.rowWidth)] : []),
    ];
  if (style === "blocks" || style === "table")
    return [
      ...(isTitled ? [heading(title, tone)] : []),
      ...parts.map((part) => [
        ...heading(part.title ?? "", part.tone ?? "strong"),
        ...itemLines(part.items, look, "  ").flat(),
      ]),
    ];
  return [
    [
      ...(meaning === undefined
        ? heading(title, tone)
        : wrap(`${title} (${meaning})`, look.width).map(painter(look, tone))),
      ...lead.flatMap((detail) => detailLines(detail, look, "  ")),
      ...parts.flatMap((part) => partLines(part, look, style)),
    ],
  ];
}

function partLines({ title, tone, items }: Part, look: TextStyle, style: Section["style"]): string[] {
  if (title === undefined) return itemLines(items, look, "  ", style).flat();
  const heading = wrap(visible(title), look.rowWidth, "  ").map(painter(look, tone));
  return ["", ...heading, ...itemLines(items, look, "    ", style).flat()];
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
    const { cells, code, names = [], details = [], tone, lines } = item;
    if (lines !== undefined) return layoutLines(cells, lines, look, indent);
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

/** Lines with a layout of their own, or such lines below their heading and deeper. */
function layoutLines(
  [heading]: Item["cells"],
  lines: NonNullable<Item["lines"]>,
  look: TextStyle,
  indent: string,
): string[] {
  if (heading === undefined) return [...lines(look)];
  const deeper = `${indent}  `;
  return [
    "",
    indent + visible(heading),
    ...lines(narrower(look, deeper.length)).map((line) => deeper + line),
  ];
}

/** A name is broken only where a line must be; so is a command, which is on the next line, deeper. */
export function detailLines({ text = "", code, tone }: Detail, look: TextStyle, indent: string): string[] {
  const { width, rowWidth } = look;
  const both = `${indent}${visible(`${text} ${code}`)}`;
  const lines =
    code === undefined
      ? wrap(visible(text), width, indent)
      : text === ""
        ? wrapAddress(visible(code), rowWidth, indent)
        : displayWidth(both) <= rowWidth
          ? [both]
          : [
              ...wrap(visible(text), rowWidth, indent),
              ...wrapAddress(visible(code), rowWidth, `${indent}  `),
            ];
  return lines.map(painter(look, tone));
}

const painter = ({ paint }: TextStyle, tone: Tone | undefined): ((line: string) => string) =>
  tone === undefined ? (line) => line : paint[tone];
