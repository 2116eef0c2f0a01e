import { inertText, keptInert, visibleName } from "../../util/escape.js";
import { type Html, html, htmlTable, nothing, paragraph } from "../html/html.js";
import { factList, htmlPage, originFacts } from "../html/html-page.js";
import { asOfNotes, momentText, type ProductOrigin } from "../words/as-of.js";
import { foundTexts, problemLines, sumText } from "./check-text.js";
import { DECISIONS, FACTS } from "./review-cells.js";
import { decisionText } from "./review-html.js";
import { cellsCsv } from "./review-list.js";
import {
  countProblems,
  countStates,
  type ResultRow,
  type ReviewResult,
  STATE_WORDS,
} from "./review-result.js";

/** The result of a review as a plain value: counts, then every row. */
export function resultJson(result: ReviewResult): object {
  const { organization, list, checkedAt, rows, otherWorkspaces } = result;
  return {
    organization: organization.id,
    list,
    checked_at: checkedAt,
    summary: { ...countStates(result), problems: countProblems(result) },
    other_workspaces: otherWorkspaces,
    rows: rows.map(({ number, workspace, member, state, cells, now, differences, holds, problems }) => ({
      ...(number === undefined ? {} : { row: number }),
      workspace,
      member,
      state,
      ...(state === "added"
        ? {}
        : Object.fromEntries(DECISIONS.map((column) => [column, cells[column] ?? ""]))),
      is_there: now !== undefined,
      differences,
      holds,
      problems,
    })),
  };
}

const CSV_COLUMNS = [
  "organization",
  "as_of",
  "checked_at",
  ...FACTS.slice(1),
  ...DECISIONS,
  "state",
  "found",
  "problems",
  "digest",
  "list_digest",
];

/** The result as CSV: the facts and the decision of each row as they came back, and what became of it. */
export function resultCsv({ checkedAt, rows }: ReviewResult): string {
  return cellsCsv(
    CSV_COLUMNS,
    rows.map((row) => ({
      // Somebody may have written a formula into any of them.
      ...Object.fromEntries(
        Object.entries(row.cells).map(([column, text = ""]) => [column, keptInert(text)]),
      ),
      checked_at: checkedAt,
      state: STATE_WORDS[row.state],
      found: inertText(foundTexts(row).join("; ")),
      problems: row.problems.join("; "),
    })),
  );
}

/** The result as one page that needs no network: what is settled, what is not, and what is wrong with the list. */
export function resultHtml(result: ReviewResult, origin: ProductOrigin): string {
  const { list, rows, otherWorkspaces } = result;
  const problems = problemLines(result);
  const wrong = html`<h3>Wrong with the list</h3>
<ul>${problems.map((line) => html`<li>${line}</li>`)}</ul>`;
  const body = html`${problems.length === 0 ? nothing : wrong}${rowTable(rows)}`;
  return htmlPage(
    `Result of the access review of ${visibleName(origin.organization.name ?? origin.organization.id)}`,
    html`<p class="lead">${sumText(result)}</p>
${factList(
  originFacts(origin, [
    ["List", `${visibleName(list.file)}, as of ${momentText(list.as_of)}`],
    ["Digest of the list", list.digest],
    [
      "Not in the list",
      otherWorkspaces.length === 0 ? undefined : otherWorkspaces.map(visibleName).join(", "),
    ],
  ]),
)}${asOfNotes(origin.asOf).map(paragraph)}`,
    [{ id: "rows", title: "What became of each decision", body }],
  );
}

const COLUMNS = [
  ["Person", "member"],
  ["Workspace", "workspace"],
  ["Role", "role"],
  ["Groups", "groups"],
  ["Values", "values"],
  ["Invited", "invited"],
] as const;

function rowTable(rows: readonly ResultRow[]): Html {
  return htmlTable({
    caption: "Facts and decisions as they stand in the list, and what was found.",
    heads: ["State", ...COLUMNS.map(([head]) => head), "Decision", "Found"],
    rows: rows.map((row) => [
      STATE_WORDS[row.state],
      ...COLUMNS.map(([, cell]) => row.cells[cell] ?? ""),
      row.state === "added" ? "" : decisionText(row.cells),
      foundTexts(row).join("; "),
    ]),
    kinds: rows.map(({ state }) => STATE_WORDS[state]),
    naming: 1,
  });
}
