import type { ReviewFacts } from "../../model/plan/plan.js";
import type { ReviewChange } from "../../plan/review/review-changes.js";
import { rowKey } from "../../plan/review/review-changes.js";
import { factsOf, listDigest } from "../../plan/review/review-facts.js";
import type { ReviewRow } from "../../plan/review/review-rows.js";
import { inertText } from "../../util/escape.js";
import { csvPieces } from "../words/table.js";
import { type Cells, COLUMNS, cellsOf, EXTRAS, type ReviewCells } from "./review-cells.js";

/** A review: a row for each person and workspace, and the digest that identifies the list. */
export interface ReviewList {
  readonly organization: { readonly id: string; readonly name: string };
  readonly asOf: string;
  /** True if it was read from a sandbox, which every row has in a column of its own. */
  readonly isSandbox?: boolean | undefined;
  readonly rows: readonly ReviewCells[];
  /** The workspaces that it shows, if these are not all; every row has them in a column of its own. */
  readonly scope?: readonly string[] | undefined;
  /** The workspaces at which the earlier moment did not look: nobody there is called new. */
  readonly notCompared?: readonly string[];
  /** The digest of all rows together, without decisions. */
  readonly digest: string;
}

/** The cell `changed` of somebody in a workspace at which the earlier moment did not look. */
export const NOT_COMPARED = "not compared";

/** The decision about a row, with its author and date. */
export type DecisionCells = Pick<ReviewCells, "decision" | "reviewer" | "date" | "note">;

/** Puts a review into cells, with what has changed since an earlier moment and what is decided already. */
export function reviewList(
  organization: ReviewList["organization"],
  asOf: string,
  rows: readonly ReviewRow[],
  known: {
    readonly isSandbox?: boolean;
    readonly scope?: readonly string[] | undefined;
    readonly notCompared?: readonly string[];
    readonly changes?: ReadonlyMap<string, ReviewChange> | undefined;
    readonly decisionOf?: (facts: ReviewFacts) => DecisionCells | undefined;
  } = {},
): ReviewList {
  const { notCompared = [] } = known;
  const made = rows.map((row) => {
    const facts = factsOf(organization.id, row);
    const cells = cellsOf({
      asOf,
      facts,
      invited: row.invited,
      name: row.name,
      arriving: row.arriving && factsOf(organization.id, { ...row, ...row.arriving }),
      change: known.changes?.get(rowKey(row)),
    });
    const changed = notCompared.includes(row.workspace) ? { changed: NOT_COMPARED } : {};
    return { ...cells, ...changed, ...known.decisionOf?.(facts) };
  });
  const digest = listDigest(made);
  return {
    organization,
    asOf,
    isSandbox: known.isSandbox,
    scope: known.scope,
    notCompared,
    rows: made.map((cells) => ({ ...cells, list_digest: digest })),
    digest,
  };
}

/** The list as CSV. Its cells are safe in a spreadsheet already. */
export function reviewCsv({ rows, isSandbox, scope }: ReviewList): string {
  const about = {
    scope: scope === undefined ? "whole" : inertText(scope.join("; ")),
    ...(isSandbox && { sandbox: "yes" }),
  };
  const extras = EXTRAS.filter((column) => rows.some((row) => row[column] !== undefined));
  const more = [...extras, ...(isSandbox ? ["sandbox"] : [])];
  return cellsCsv(
    ["organization", "as_of", "scope", ...COLUMNS.slice(2), ...more],
    rows.map((row) => ({ ...row, ...about })),
  );
}

/**
 * Cells, which are safe in a spreadsheet already, below the names of their columns. The byte order mark marks
 * the text as UTF-8 for spreadsheets.
 */
export function cellsCsv(columns: readonly string[], rows: readonly Cells[]): string {
  const cells = rows.map((row) => columns.map((column) => row[column] ?? ""));
  return `\ufeff${[...csvPieces({ heads: columns, rows: cells }, (cell) => cell)].join("")}`;
}
