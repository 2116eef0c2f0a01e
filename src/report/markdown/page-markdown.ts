import { compact } from "../../util/collections.js";
import { escapeMarkdown, markdownCode } from "../../util/escape.js";
import { inBrief, isLongTable } from "../text/section-text.js";
import { sandboxNotes } from "../words/as-of.js";
import { linesInPieces } from "../words/layout.js";
import { firstSentence, furtherRefusals, type Page, pageNotes } from "../words/page.js";
import { type Prose, proseText, type Section, UNFOLD } from "../words/section.js";
import { markdownTable } from "../words/table.js";
import { withinBudget } from "./markdown-budget.js";
import { detailProse, itemsFence, sectionMarkdown } from "./section-markdown.js";

/**
 * A page as Markdown, in pieces: in as much as a comment takes, and then the sections that are tables, which may be of half
 * a million rows.
 */
export function* pageMarkdown(page: Page, full = false, budget?: number): Generator<string> {
  const { title, marker, verdict, sum, sections, origin } = page;
  const head = compact([
    marker,
    `### ${prose(firstSentence(page) ?? title)}`,
    verdict && sum && prose(sum),
    ...furtherRefusals(page).map((refusal) => `**${prose(refusal)}**`),
    ...[...sandboxNotes(origin?.sandbox), ...pageNotes(page)].map(prose),
  ]);
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

/** The end of a comment: sentences about all of it, and what identifies and approves it. */
function footOf({ marker, subject, remarks = [], foot, origin }: Page): string {
  const parts = compact([
    subject && prose(subject),
    foot && detailProse(foot),
    marker && origin && `orgform ${markdownCode(origin.version)}`,
  ]);
  return compact([...remarks.map(prose), parts.length > 0 && `<sub>${parts.join(" · ")}</sub>`]).join("\n\n");
}

/** Returns true if a section is a table in Markdown as well; changes with signs are a diff. */
const isTable = ({ style, table, parts }: Section): boolean =>
  table !== undefined &&
  (style === "table" ||
    (style === "blocks" && !parts.some(({ items }) => items.some(({ changes }) => changes))));

/** The table of a section, or its brief form. */
function* tableLines(section: Section, full: boolean): Iterable<string> {
  const { table, title } = section;
  if (table === undefined) return;
  if (title !== "") yield* [`#### ${prose(title)}`, ""];
  const rows = table();
  if (full || !isLongTable(section, rows)) return yield* markdownTable(rows);
  yield* [...inBrief(section).parts.map(({ items }) => itemsFence(items)), "", UNFOLD];
}

const prose = (text: Prose): string => proseText(text, escapeMarkdown, markdownCode);
