import type { ReviewFile } from "../../config/review/review-file.js";
import type { ReviewFindings, RowRef } from "../../render/review/check-text.js";
import {
  DECISIONS,
  FACTS,
  listDigest,
  type ReviewCells,
  rowDigest,
} from "../../render/review/review-list.js";
import { groupBy } from "../../util/group-by.js";

type Cells = Readonly<Record<string, string>>;

/** The findings of a list that came back, with the rows to revoke. */
export interface CheckedList extends Omit<ReviewFindings, "revocations"> {
  readonly organization: string;
  readonly as_of: string;
  readonly revoke: readonly RowRef[];
}

/** A row as it would be written today, and whom it is about: cells may write a name in another way. */
export interface CurrentRow {
  readonly ref: RowRef;
  readonly cells: ReviewCells;
}

/** Compares a list that came back with its own digests and with the access of today. */
export function checkList(list: ReviewFile, current: readonly CurrentRow[]): CheckedList {
  const rows = list.rows.map(({ cells }) => cells);
  const now = new Map(current.map((row) => [keyOf(row.cells), row]));
  const byKey = groupBy(rows, keyOf);
  const [first = {}] = rows;
  const refOf = (cells: Cells): RowRef => now.get(keyOf(cells))?.ref ?? writtenRef(cells);
  const decided = rows.filter((cells) => decisionOf(cells) !== "");
  const isEdited = (cells: Cells): boolean => rowDigest(cells) !== cells.digest;
  return {
    organization: first.organization ?? "",
    as_of: first.as_of ?? "",
    rows: rows.length,
    undecided: rows.filter((cells) => decisionOf(cells) === "").map(refOf),
    incomplete: decided.flatMap((cells) => {
      const lacks = DECISIONS.filter((column) => column !== "note" && !cells[column]?.trim());
      return lacks.length === 0 ? [] : [{ ...refOf(cells), lacks }];
    }),
    unknown: decided
      .filter((cells) => !["keep", "revoke"].includes(decisionOf(cells)))
      .map((cells) => ({ ...refOf(cells), decision: decisionOf(cells) })),
    edited: rows.filter(isEdited).map(refOf),
    twice: [...byKey.values()].filter((same) => same.length > 1).flatMap(([cells = {}]) => refOf(cells)),
    rows_differ: rows.some(({ list_digest }) => list_digest !== listDigest(rows)),
    changed: rows
      .filter((cells) => !isEdited(cells))
      .flatMap((cells) => {
        const facts = differences(cells, now.get(keyOf(cells))?.cells);
        return facts.length === 0 ? [] : [{ ...refOf(cells), facts }];
      }),
    not_listed: current.filter(({ cells }) => !byKey.has(keyOf(cells))).map(({ ref }) => ref),
    revoke: rows.filter((cells) => decisionOf(cells) === "revoke").map(refOf),
  };
}

/** Returns true if every row is decided, and nothing was changed or edited. */
export function isInOrder(checked: CheckedList): boolean {
  const { undecided, incomplete, unknown, edited, twice, changed, not_listed, rows_differ } = checked;
  const findings = [undecided, incomplete, unknown, edited, twice, changed, not_listed];
  return !rows_differ && findings.every((found) => found.length === 0);
}

function differences(cells: Cells, now: ReviewCells | undefined): CheckedList["changed"][number]["facts"] {
  if (now === undefined) return [{ fact: "workspace", before: cells.workspace ?? "", after: "" }];
  return FACTS.filter((fact) => cells[fact] !== now[fact]).map((fact) => ({
    fact,
    before: cells[fact] ?? "",
    after: now[fact],
  }));
}

const keyOf = ({ workspace = "", member = "" }: Cells): string => JSON.stringify([workspace, member]);
const writtenRef = ({ workspace = "", member = "" }: Cells): RowRef => ({ workspace, member });
const decisionOf = ({ decision = "" }: Cells): string => decision.trim().toLowerCase();
