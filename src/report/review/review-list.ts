import { type ReviewChange, rowKey } from "../../plan/review/review-changes.js";
import type { ReviewRow } from "../../plan/review/review-rows.js";
import { inertText } from "../../util/escape.js";
import { csvPieces } from "../words/table.js";
import { COLUMNS, cellsOf, type ReviewCells } from "./review-cells.js";

/** What a review is of. */
interface ReviewHead {
  readonly organization: { readonly id: string; readonly name: string };
  readonly asOf: string;
  readonly orgformVersion: string;
  /** The earlier snapshot that it is compared with, in words. */
  readonly comparedWith?: string | undefined;
  /** The digest of the snapshot that it is of, as that has it. */
  readonly snapshotDigest: string;
  /** True if it was read from a sandbox, which every row has in a column of its own. */
  readonly isSandbox?: boolean;
  /** The workspaces that it shows, if these are not all. */
  readonly scope?: readonly string[] | undefined;
  /** The workspaces at which the earlier moment did not look: nobody there is called new. */
  readonly notCompared?: readonly string[];
}

/** A review: a row for each person and workspace. */
export interface ReviewList extends ReviewHead {
  readonly rows: readonly ReviewCells[];
}

/** The cell `changed` of somebody in a workspace at which the earlier moment did not look. */
export const NOT_COMPARED = "not compared";

/** Puts a review into cells, with what has changed since an earlier moment. */
export function reviewList(
  rows: readonly ReviewRow[],
  { changes, ...head }: ReviewHead & { readonly changes?: ReadonlyMap<string, ReviewChange> | undefined },
): ReviewList {
  return {
    ...head,
    rows: rows.map((row) => ({
      ...cellsOf(row, changes?.get(rowKey(row))),
      ...(head.notCompared?.includes(row.workspace) && { changed: NOT_COMPARED }),
    })),
  };
}

/**
 * The list as CSV: what every row is of, the columns that some row has a text for, and empty ones to fill in. Its cells are
 * safe in a spreadsheet already; the byte order mark marks the text as UTF-8 for one.
 */
export function reviewCsv({ rows, ...head }: ReviewList): string {
  const before = {
    organization: inertText(head.organization.id),
    as_of: head.asOf,
    scope: head.scope === undefined ? "whole" : inertText(head.scope.join("; ")),
  };
  const after = {
    orgform_version: head.orgformVersion,
    snapshot_digest: head.snapshotDigest,
    ...(head.isSandbox && { sandbox: "yes" }),
  };
  const isExtra = (column: string): boolean => ["name", "will_have"].includes(column);
  const columns = COLUMNS.filter((column) => !isExtra(column) || rows.some((row) => row[column] !== ""));
  const byHand = BY_HAND.map(() => "");
  const table = {
    heads: [...Object.keys(before), ...columns, ...BY_HAND, ...Object.keys(after)],
    rows: rows.map((row) => [
      ...Object.values(before),
      ...columns.map((column) => row[column]),
      ...byHand,
      ...Object.values(after),
    ]),
  };
  return `\ufeff${[...csvPieces(table, (cell) => cell)].join("")}`;
}

/** The columns that people fill in by hand. */
const BY_HAND = ["decision", "reviewer", "date", "note"] as const;
