import { escapeMarkdown, markdownCode } from "../../util/escape.js";
import { isShortened, UNFOLD } from "../view/folding.js";
import { sandboxNotes } from "../words/as-of.js";
import { linesInPieces } from "../words/layout.js";
import { type Page, pageNotes } from "../words/page.js";
import { type Prose, proseText, type Section } from "../words/section.js";
import { markdownTable } from "../words/table.js";
import { withinBudget } from "./markdown-budget.js";
import { itemsFence, sectionMarkdown } from "./section-markdown.js";

/**
 * A page as Markdown, in pieces: in as much as a comment takes, and then the sections that are tables, which may be of half
 * a million rows.
 */
export function* pageMarkdown(page: Page, full = false): Generator<string> {
  const { title, sum = title, marker, subject = [], refusals = [], sections } = page;
  const head = [
    ...(marker === undefined ? [] : [marker]),
    `### ${prose(sum)}`,
    ...[...sandboxNotes(page.origin?.sandbox), ...pageNotes(page)].map(prose),
    ...subject.map(prose),
    ...refusals.map((refusal) => `**${prose(refusal)}**`),
  ];
  const isTable = ({ style, table }: Section): boolean =>
    table !== undefined && (style === "table" || style === "blocks");
  const others = sections.filter((section) => !isTable(section));
  yield withinBudget(
    head.join("\n\n"),
    others.map((section) => sectionMarkdown(section)),
  );
  for (const section of sections.filter(isTable)) {
    yield "\n";
    yield* linesInPieces(tableLines(section, full));
  }
}

/** The table of a section, or its short form. */
function tableLines(section: Section, full: boolean): Iterable<string> {
  const { shorter, table, title, style, isTitled } = section;
  const [short] = shorter ?? [];
  const heading = isTitled && style === "table" ? [`**${prose(title)}**`, ""] : [];
  if (short !== undefined && isShortened([section], full))
    return [...heading, ...short.map(({ items }) => itemsFence(items)), "", UNFOLD];
  return table === undefined ? [] : chain(heading, markdownTable(table()));
}

const prose = (text: Prose): string => proseText(text, escapeMarkdown, markdownCode);

function* chain(...parts: readonly Iterable<string>[]): Iterable<string> {
  for (const part of parts) yield* part;
}
