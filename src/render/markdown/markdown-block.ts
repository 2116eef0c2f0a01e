import { escapeHtml, escapeMarkdown, markdownCode, markdownFence, visibleName } from "../../util/escape.js";
import { textStyle } from "../words/text-style.js";
import type { Form } from "./markdown-budget.js";

/** Comments scroll sideways, so a line may be longer than in a terminal. */
export const LOOK = textStyle({ width: 120, color: false });

/** The heading of a block. */
export interface Heading {
  readonly title: string;
  readonly workspace?: string;
  /** Absent where the title says it. */
  readonly count?: number;
  /** Removals that go with another one, and are not counted. */
  readonly implied?: number;
  /** The part of the plan that it is about, where there are several. */
  readonly part?: string | undefined;
}

/** A block under a heading, or folded below it. */
export function markdownBlock(heading: Heading, body: string, isFolded: boolean): string {
  const { title, workspace, count, implied = 0, part } = heading;
  const more =
    implied === 0 ? "" : ` (and ${implied} that ${implied === 1 ? "goes" : "go"} with another removal)`;
  const text = (prose: (text: string) => string, code: (name: string) => string): string =>
    `${prose(title)}${workspace === undefined ? "" : ` in ${code(workspace)}`}${count === undefined ? "" : `: ${count}${more}`}${part === undefined ? "" : ` \u00b7 ${prose(part)}`}`;
  if (!isFolded) return `#### ${text(escapeMarkdown, markdownCode)}\n\n${body}`;
  const summary = text(escapeHtml, (name) => `<code>${escapeHtml(visibleName(name))}</code>`);
  return `<details><summary>${summary}</summary>\n\n${body}\n\n</details>`;
}

/** The numbers of rows of the short forms of a list. */
const CUTS = [200, 60, 10] as const;

/** Lines that belong together, and how many things they tell of. */
interface TextRow {
  readonly lines: readonly string[];
  readonly items: number;
}

/** A list in a fence: all rows, and shorter forms that end in how much more there is. */
export function listForms(
  rows: readonly TextRow[],
  frame: (lines: readonly string[]) => string,
  nouns: readonly [string, string],
): Form[] {
  const all = { markdown: frame(rows.flatMap((row) => row.lines)), counted: 0 };
  const cuts = CUTS.filter((most) => most < rows.length).map((most) => {
    const rest = rows.slice(most).reduce((sum, { items }) => sum + items, 0);
    const more = `and ${rest} more ${rest === 1 ? nouns[0] : nouns[1]}`;
    return {
      markdown: frame([...rows.slice(0, most).flatMap((row) => row.lines), more]),
      counted: rest,
    };
  });
  return [all, ...cuts];
}

/** Lines as a block of text, or of a diff in which forges paint what has a sign. */
export const fence = (lines: readonly string[], language = "text"): string => markdownFence(lines, language);
