import { inertText, keptInert } from "../../util/escape.js";
import { foundTexts } from "./result-page.js";
import { DECISIONS, factsCell, PERSON_COLUMNS } from "./review-cells.js";
import { cellsCsv } from "./review-list.js";
import { countProblems, countStates, type ReviewResult, STATE_WORDS } from "./review-result.js";

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
  "scope",
  "checked_at",
  ...PERSON_COLUMNS,
  ...DECISIONS,
  "state",
  "found",
  "problems",
  "digest",
  "list_digest",
  "facts",
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
      ...(row.facts && { facts: factsCell(row.facts) }),
      checked_at: checkedAt,
      state: STATE_WORDS[row.state],
      found: inertText(foundTexts(row).join("; ")),
      problems: row.problems.join("; "),
    })),
  );
}
