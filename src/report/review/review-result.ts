import type { ReviewFacts } from "../../model/plan/plan.js";
import type { Holding } from "../../plan/review/holdings.js";
import type { Cells, ReviewCells } from "./review-cells.js";

/**
 * The state of a row. `undecided`: no decision. `kept`: as it was, as decided. `done` and `open`: carried out, or still
 * to do. `changed`: to be kept, and not as it was any more. `added`: not in the list.
 */
export type RowState = "undecided" | "open" | "changed" | "added" | "done" | "kept";

/** A problem of a row of the list. */
export type RowProblem =
  | "edited"
  | "twice"
  | "unknown-decision"
  | "no-note"
  | "no-reviewer"
  | "odd-reviewer"
  | "no-date"
  | "date-format"
  | "date-future"
  | "own-review";

/** One fact of a row, in the list and today. */
export interface FactDifference {
  readonly fact: string;
  readonly before: string;
  readonly after: string;
}

/** A row of a returned list, or of a person who was added since, with the state of today. */
export interface ResultRow {
  /** The number of the row as a spreadsheet counts them; none for somebody who was added. */
  readonly number?: number;
  readonly workspace: string;
  readonly member: string;
  readonly state: RowState;
  /** The cells in the list; for an added person, the cells of today. */
  readonly cells: Cells;
  /** The facts that were decided on; `undefined` if they are no longer readable. */
  readonly facts: ReviewFacts | undefined;
  /** The row as it would be written today; `undefined` of somebody who is not there any more. */
  readonly now: ReviewCells | undefined;
  /** Empty where nothing differs, and of somebody who is not there any more. */
  readonly differences: readonly FactDifference[];
  /** The access that a person still has, if the row is open. */
  readonly holds: readonly Holding[];
  readonly problems: readonly RowProblem[];
}

/** The result of a review: the evidence. */
export interface ReviewResult {
  readonly organization: { readonly id: string; readonly name: string };
  /** The list that was checked. */
  readonly list: {
    readonly file: string;
    readonly as_of: string;
    readonly digest: string;
    readonly rows: number;
    /** True if rows were removed or added since the list was made. */
    readonly rows_differ: boolean;
  };
  /** The moment of the service, or of the snapshot, that the list was compared with. */
  readonly checkedAt: string;
  /** The rows in the order of the list, then those of added people. */
  readonly rows: readonly ResultRow[];
  /** The workspaces that the list was compared with, if these are not all of the organization. */
  readonly scope?: readonly string[] | undefined;
  /** Workspaces that the list has nobody of. */
  readonly otherWorkspaces: readonly string[];
}

/** The states in the order in which they are shown, with their words. */
export const STATE_TITLES: Readonly<Record<RowState, string>> = {
  undecided: "Undecided",
  open: "Open: decided otherwise, and still there",
  changed: "Changed since: kept, and not as it was decided",
  added: "Added since: not in the list",
  done: "Done",
  kept: "Kept",
};

/** All states, in the order in which they are shown. */
export const ROW_STATES = [
  "undecided",
  "open",
  "changed",
  "added",
  "done",
  "kept",
] as const satisfies readonly RowState[];

/** The words of a count of rows in a state. */
export const STATE_WORDS: Readonly<Record<RowState, string>> = {
  undecided: "undecided",
  open: "open",
  changed: "changed since",
  added: "added since",
  done: "done",
  kept: "kept",
};

/** The number of rows in each state. */
export function countStates({ rows }: Pick<ReviewResult, "rows">): Readonly<Record<RowState, number>> {
  const counts = { undecided: 0, open: 0, changed: 0, added: 0, done: 0, kept: 0 };
  for (const { state } of rows) counts[state] += 1;
  return counts;
}

/** The number of problems of the list itself. */
export const countProblems = ({ rows, list }: Pick<ReviewResult, "rows" | "list">): number =>
  rows.reduce((sum, { problems }) => sum + problems.length, list.rows_differ ? 1 : 0);

/** Returns true if every row is decided, nothing is open, changed or added, and nothing is wrong with the list. */
export const isClosed = (result: ReviewResult): boolean =>
  result.rows.every(({ state }) => state === "kept" || state === "done") && countProblems(result) === 0;
