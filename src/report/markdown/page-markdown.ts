import { escapeMarkdown, markdownCode } from "../../util/escape.js";
import { UNFOLD } from "../view/folding.js";
import { sandboxNotes } from "../words/as-of.js";
import { linesInPieces } from "../words/layout.js";
import { type Page, pageNotes, sumOf } from "../words/page.js";
import { type Item, type Prose, proseText, type Section } from "../words/section.js";
import { markdownTable } from "../words/table.js";
import { withinBudget } from "./markdown-budget.js";
import { detailProse, itemsFence, sectionMarkdown } from "./section-markdown.js";

/**
 * A page as Markdown, in pieces: in as much as a comment takes, and then the sections that are tables, which may be of half
 * a million rows.
 */
export function* pageMarkdown(page: Page, full = false, budget?: number): Generator<string> {
  const { title, marker, subject = [], refusals = [], remarks = [], sections } = page;
  const head = [
    ...(marker === undefined ? [] : [marker]),
    `### ${prose(sumOf(page) ?? title)}`,
    ...subject.map(prose),
    ...[...sandboxNotes(page.origin?.sandbox), ...pageNotes(page)].map(prose),
    ...refusals.map((refusal) => `**${prose(refusal)}**`),
    ...remarks.map(prose),
  ];
  const others = sections.filter((section) => !isTable(section) && section.parts.length > 0);
  yield withinBudget(
    head.join("\n\n"),
    others.map((section) => sectionMarkdown(section, full)),
    footOf(page),
    budget,
  );
  for (const section of sections.filter(isTable)) {
    yield "\n";
    yield* linesInPieces(tableLines(section, full));
  }
}

/** The end of a comment: what approves it, and the tool. */
function footOf({ marker, foot, origin }: Page): string {
  const tool =
    marker === undefined || origin === undefined ? [] : [`orgform ${markdownCode(origin.version)}`];
  const parts = [...(foot === undefined ? [] : [detailProse(foot)]), ...tool];
  return parts.length === 0 ? "" : `<sub>${parts.join(" · ")}</sub>`;
}

/** Returns true if a section is a table in Markdown as well; changes with signs are a diff. */
const isTable = ({ style, table, parts }: Section): boolean =>
  table !== undefined &&
  (style === "table" || (style === "blocks" && !parts.some(({ items }) => items.some(isSigned))));

const isSigned = (item: Item): boolean => item.isSigned === true;

/** The table of a section, or its usual form. */
function tableLines(section: Section, full: boolean): Iterable<string> {
  const { usual, table, title, style, isTitled } = section;
  const heading = isTitled && style === "table" ? [`**${prose(title)}**`, ""] : [];
  if (usual !== undefined && !full)
    return [...heading, ...usual.map(({ items }) => itemsFence(items)), "", UNFOLD];
  return table === undefined ? [] : chain(heading, markdownTable(table()));
}

const prose = (text: Prose): string => proseText(text, escapeMarkdown, markdownCode);

function* chain(...parts: readonly Iterable<string>[]): Iterable<string> {
  for (const part of parts) yield* part;
}
