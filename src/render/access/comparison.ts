import { isOpenRow } from "../../access/values/resolution.js";
import type { AccessChange, EffectiveValue, Outcome } from "../../model/plan/plan.js";
import type { ComparedPerson, PeopleComparison } from "../../plan/people/compare-people.js";
import { verdictCounts } from "../../plan/summary.js";
import { count } from "../../util/count.js";
import { escapeMarkdown, markdownCode, visible } from "../../util/escape.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
import { html, paragraph } from "../html/html.js";
import { factList, htmlPage, originFacts } from "../html/html-page.js";
import { sectionHtml } from "../html/section-html.js";
import { withinBudget } from "../markdown/markdown-budget.js";
import { sectionMarkdown } from "../markdown/section-markdown.js";
import { sectionText } from "../text/section-text.js";
import { namesText, peopleText } from "../view/access-groups.js";
import { verdictText } from "../view/data-changes.js";
import { isShortened, UNFOLD } from "../view/folding.js";
import { accessSections } from "../view/plan-sections.js";
import { asOfNotes, type ProductOrigin } from "../words/as-of.js";
import { objectsText, rowTexts } from "../words/data-words.js";
import { jsonText } from "../words/json-text.js";
import { nameText } from "../words/labels.js";
import { blocksText, hangingLines, wrap } from "../words/layout.js";
import { csvTable } from "../words/table.js";
import { textStyle } from "../words/text-style.js";

/** The forms in which a comparison can be had. */
export type ComparisonFormat = "text" | "json" | "markdown" | "html" | "csv";

/** Two points by their names, and how the people there differ. */
export interface Comparison {
  readonly from: string;
  readonly to: string;
  readonly origin: ProductOrigin;
  readonly comparison: PeopleComparison;
  readonly outcome: Outcome;
  /** The findings of `--fail-on`. */
  readonly refusals: readonly string[];
}

/** The comparison of two points in one of its forms. */
export function comparisonText(
  compared: Comparison,
  format: ComparisonFormat,
  options: {
    readonly color: boolean;
    readonly width: number;
    readonly isTerminal?: boolean;
    /** Every line of long lists, which text counts otherwise. */
    readonly full?: boolean;
  },
): string {
  const {
    comparison,
    origin: { asOf },
  } = compared;
  const title = `From ${visible(compared.from)} to ${visible(compared.to)}`;
  const sections = accessSections(comparison);
  switch (format) {
    case "text": {
      const look = textStyle(options);
      return blocksText([
        asOfNotes(asOf),
        [look.paint.strong(title)],
        ...sections.flatMap((section) => sectionText(section, look, options)),
        presences(compared, options.full).flatMap((line) => hangingLines(line, look.rowWidth)),
        isShortened(sections, options.full) ? wrap(UNFOLD, look.rowWidth) : [],
        [...compared.refusals.map(look.paint.alarm), look.paint.strong(summary(comparison))],
      ]);
    }
    case "json": {
      const { from, to, outcome } = compared;
      const counts = { people: peopleOf(comparison), ...verdictCounts(comparison.people) };
      const head = { format_version: "1.0", outcome, ...(asOf && { as_of: asOf }) };
      return jsonText({ ...head, from, to, ...comparison, summary: counts });
    }
    case "csv":
      return csv(comparison);
    case "markdown": {
      const head = [
        "<!-- orgform:compare -->",
        `### ${summary(comparison)}`,
        ...asOfNotes(asOf).map(escapeMarkdown),
        `From ${markdownCode(compared.from)} to ${markdownCode(compared.to)}`,
        ...compared.refusals.map((refusal) => `**${refusal}**`),
        ...presences(compared).map((line) => `- ${markdownCode(line)}`),
      ].join("\n\n");
      return withinBudget(
        head,
        sections.map((section) => sectionMarkdown(section)),
        "",
      );
    }
    case "html": {
      const notes = [...asOfNotes(asOf), ...compared.refusals, ...presences(compared)];
      const facts = factList(originFacts(compared.origin));
      const lead = html`<p class="lead">${summary(comparison)}</p>${facts}${notes.map(paragraph)}`;
      return htmlPage(title, lead, sections.map(sectionHtml));
    }
  }
}

function summary(comparison: PeopleComparison): string {
  const people = peopleOf(comparison);
  if (people === 0) return "Access: nobody changes.";
  const counts = verdictText(verdictCounts(comparison.people));
  return `Access: ${count(people, "person changes", "people change")}: ${counts}.`;
}

const peopleOf = ({ people }: PeopleComparison): number => new Set(people.map(({ member }) => member)).size;

/** People who are at one of the points only. */
function presences({ from, to, comparison }: Comparison, isFull = false): string[] {
  const at = { joined: to, left: from };
  return groupAlike(comparison.people, ({ workspace, presence }) => [presence, workspace]).flatMap((same) => {
    const [{ presence, workspace }] = same;
    if (presence === undefined) return [];
    const members = same.map(({ member }) => member);
    const people = isFull ? namesText({ members }) : peopleText({ members });
    return [`Only at ${visible(at[presence])}, ${nameText(workspace)}: ${people}`];
  });
}

const CSV_HEADS = [
  "workspace",
  "member",
  "presence",
  "verdict",
  "attribute",
  "before",
  "after",
  "gained",
  "lost",
  "rows",
  "before_state",
  "after_state",
] as const;

/** One line a person and attribute that changes, or one where only the data model does. */
function csv({ access_changes, people }: PeopleComparison): string {
  const changes = groupBy(access_changes, ({ workspace, member }) => JSON.stringify([workspace, member]));
  const lines = people.flatMap((person) => {
    const own = changes.get(JSON.stringify([person.workspace, person.member])) ?? [];
    return (own.length === 0 ? [undefined] : own).map((change) => csvCells(person, change));
  });
  return csvTable({ heads: CSV_HEADS, rows: lines });
}

function csvCells(
  { workspace, member, presence, verdict, data }: ComparedPerson,
  change: AccessChange | undefined,
): string[] {
  const { gained = [], lost = [], rows = [] } = data ?? {};
  const words = [objectsText(gained), objectsText(lost), rowTexts(rows).join("; ")];
  const { attribute = "", before, after } = change ?? {};
  const states = change === undefined ? ["", ""] : [stateOf(before), stateOf(after)];
  const values = [attribute, before?.value ?? "", after?.value ?? ""];
  return [workspace, member, presence ?? "", verdict, ...values, ...words, ...states];
}

/** Tells no value, or one that opens, from a value: a word in its own column could be one. */
const stateOf = (value: EffectiveValue | null | undefined): "open" | "set" =>
  isOpenRow(value ?? { value: null, source: null }) ? "open" : "set";
