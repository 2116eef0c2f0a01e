import type { ReviewFile } from "../../config/review/review-file.js";
import type { Holding } from "../../plan/review/holdings.js";
import type { ReviewRow } from "../../plan/review/review-rows.js";
import {
  type Cells,
  cellsKey,
  FACTS,
  listDigest,
  type ReviewCells,
  rowDigest,
} from "../../render/review/review-cells.js";
import type { FactDifference, ResultRow, RowState } from "../../render/review/review-result.js";
import { groupBy } from "../../util/group-by.js";
import { type Decision, decisionOf } from "./decision.js";

/** A row as it would be written today, and whom it is about: cells may write a name in another way. */
export interface CurrentRow extends Pick<ReviewRow, "workspace" | "member" | "workspaceId"> {
  readonly cells: ReviewCells;
  readonly holds: () => readonly Holding[];
}

/** Compares each row of a list with today, in the order of the list, then adds the rows that exist only today. */
export function checkRows(
  list: ReviewFile,
  current: readonly CurrentRow[],
  today: string,
): readonly ResultRow[] {
  const now = new Map(current.map((row) => [cellsKey(row.cells), row]));
  const byKey = groupBy(list.rows, ({ cells }) => cellsKey(cells));
  const rows = list.rows.map(({ cells }, i): ResultRow => {
    const key = cellsKey(cells);
    const person = now.get(key);
    const { workspace = "", member = "" } = person ?? cells;
    const { decision, problems } = decisionOf(cells, member, today);
    const mayHold = decision === "revoke" || decision === "change";
    const holds = mayHold ? (person?.holds() ?? []) : [];
    const state = stateOf(decision, cells, person?.cells, holds);
    return {
      // The first row holds the names of the columns.
      number: i + 2,
      workspace,
      member,
      state,
      cells,
      now: person?.cells,
      differences: differences(cells, person?.cells),
      holds: state === "open" ? holds : [],
      problems: [
        ...(isEdited(cells) ? (["edited"] as const) : []),
        ...((byKey.get(key)?.length ?? 0) > 1 ? (["twice"] as const) : []),
        ...problems,
      ],
    };
  });
  const added = current
    .filter(({ cells }) => !byKey.has(cellsKey(cells)))
    .map(({ workspace, member, cells }): ResultRow => {
      return {
        workspace,
        member,
        state: "added",
        cells,
        now: cells,
        differences: [],
        holds: [],
        problems: [],
      };
    });
  return [...rows, ...added];
}

/** Returns true if the facts of a row are not those of its digest. */
export const isEdited = (cells: Cells): boolean => rowDigest(cells) !== cells.digest;

/** Returns true if rows were taken out of a list, or put in. */
export function rowsDiffer({ rows }: ReviewFile): boolean {
  const cells = rows.map((row) => row.cells);
  const digest = listDigest(cells);
  return cells.some(({ list_digest }) => list_digest !== digest);
}

function stateOf(
  decision: Decision["decision"],
  cells: Cells,
  now: ReviewCells | undefined,
  holds: readonly Holding[],
): RowState {
  switch (decision) {
    case undefined:
      return "undecided";
    case "keep":
      return isSame(cells, now) ? "kept" : "changed";
    case "revoke":
      return holds.length === 0 && !hasJoined(cells, now) ? "done" : "open";
    case "change":
      return now !== undefined && hasSameAccess(cells, now) ? "open" : "done";
  }
}

/** Returns true if a row has the facts of today. A row with edited facts still has the digest of the decided ones. */
const isSame = (cells: Cells, now: ReviewCells | undefined): boolean =>
  now !== undefined && (cells.digest === now.digest || rowDigest(cells) === now.digest);

/** Returns true if the access is that of today; a change in whether the file lists somebody is no change of access. */
const hasSameAccess = (cells: Cells, now: ReviewCells): boolean =>
  isSame(cells, now) || differences(cells, now).every(({ fact }) => fact === "listed");

/** Returns true if an invite of the list was accepted since. */
const hasJoined = (cells: Cells, now: ReviewCells | undefined): boolean =>
  (cells.invited ?? "") !== "" && now !== undefined;

function differences(cells: Cells, now: ReviewCells | undefined): readonly FactDifference[] {
  if (now === undefined) return [];
  return FACTS.filter((fact) => (cells[fact] ?? "") !== now[fact]).map((fact) => ({
    fact,
    before: cells[fact] ?? "",
    after: now[fact],
  }));
}
