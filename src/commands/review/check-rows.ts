import type { ReviewFacts } from "../../model/plan/plan.js";
import type { Holding } from "../../plan/review/holdings.js";
import { rowKey } from "../../plan/review/review-changes.js";
import { factsDigest, listDigest } from "../../plan/review/review-facts.js";
import { type Cells, type ReviewCells, shownFacts } from "../../report/review/review-cells.js";
import type { FactDifference, ResultRow, RowState } from "../../report/review/review-result.js";
import { groupBy } from "../../util/collections.js";
import { type Decision, decisionOf } from "./decision.js";
import type { ListedRow } from "./listed-rows.js";

/** A row as it would be written today. */
export interface CurrentRow {
  readonly facts: ReviewFacts;
  readonly cells: ReviewCells;
  readonly holds: () => readonly Holding[];
}

/** Compares each row of a list with today, in the order of the list, then adds the rows that exist only today. */
export function checkRows(
  list: readonly ListedRow[],
  current: readonly CurrentRow[],
  today: string,
): readonly ResultRow[] {
  const now = new Map(current.map((row) => [rowKey(row.facts), row]));
  const byKey = groupBy(list, keyOf);
  const rows = list.map((listed): ResultRow => {
    const { line, cells, facts } = listed;
    const person = now.get(keyOf(listed));
    const { workspace = "", member = "" } = facts ?? cells;
    const { decision, problems } = decisionOf(cells, member, today);
    const mayHold = decision === "revoke" || decision === "change";
    const holds = mayHold ? (person?.holds() ?? []) : [];
    const state = stateOf(decision, listed, person, holds);
    return {
      number: line,
      workspace,
      member,
      state,
      cells,
      facts,
      now: person?.cells,
      differences: differences(facts, person),
      holds: state === "open" ? holds : [],
      problems: [
        ...(listed.isEdited ? (["edited"] as const) : []),
        ...((byKey.get(keyOf(listed))?.length ?? 0) > 1 ? (["twice"] as const) : []),
        ...problems,
      ],
    };
  });
  const added = current
    .filter(({ facts }) => !byKey.has(rowKey(facts)))
    .map(({ facts, cells }): ResultRow => {
      const { workspace, member } = facts;
      return {
        workspace,
        member,
        state: "added",
        cells,
        facts,
        now: cells,
        differences: [],
        holds: [],
        problems: [],
      };
    });
  return [...rows, ...added];
}

/** A row by whom its facts are about; where nobody can read them, by whom the cells name. */
const keyOf = ({ facts, cells: { workspace = "", member = "" } }: ListedRow): string =>
  rowKey(facts ?? { workspace, member });

/** Returns true if rows were taken out of a list, or put in. */
export function rowsDiffer(rows: readonly ListedRow[]): boolean {
  const cells = rows.map((row) => row.cells);
  const digest = listDigest(cells);
  return cells.some(({ list_digest }) => list_digest !== digest);
}

function stateOf(
  decision: Decision["decision"],
  { cells, facts }: ListedRow,
  now: CurrentRow | undefined,
  holds: readonly Holding[],
): RowState {
  switch (decision) {
    case undefined:
      return "undecided";
    case "keep":
      return isSame(cells, facts, now) ? "kept" : "changed";
    case "revoke":
      return holds.length === 0 && !hasJoined(facts, now) && !seesAll(now) ? "done" : "open";
    case "change":
      return now !== undefined && hasSameAccess(cells, facts, now) ? "open" : "done";
  }
}

/** Returns true if a row has the facts of today. A row with edited facts still has the digest of the decided ones. */
const isSame = (cells: Cells, facts: ReviewFacts | undefined, now: CurrentRow | undefined): boolean =>
  now !== undefined &&
  (cells.digest === now.cells.digest || (facts && factsDigest(facts)) === now.cells.digest);

/** Returns true if the access is that of today; a change in whether the file lists somebody is no change of access. */
const hasSameAccess = (cells: Cells, facts: ReviewFacts | undefined, now: CurrentRow): boolean =>
  isSame(cells, facts, now) || differences(facts, now).every(({ fact }) => fact === "listed");

/** Returns true if somebody of the list who had not arrived has joined since, or still is to come. */
const hasJoined = (facts: ReviewFacts | undefined, now: CurrentRow | undefined): boolean =>
  facts !== undefined && facts.presence !== "member" && now !== undefined;

/** Returns true if somebody is there whose role alone lets them see everything: nothing is revoked from them yet. */
const seesAll = (now: CurrentRow | undefined): boolean => now?.facts.limited_by === "nothing";

/** The differences of a row. This version words both sides, so that only facts differ. */
function differences(facts: ReviewFacts | undefined, now: CurrentRow | undefined): readonly FactDifference[] {
  if (facts === undefined || now === undefined) return [];
  const [before, after] = [facts, now.facts].map((one) => ({ presence: one.presence, ...shownFacts(one) }));
  return COMPARED.flatMap((fact) => {
    const [was = "", is = ""] = [before?.[fact], after?.[fact]];
    return was === is ? [] : [{ fact, before: was, after: is }];
  });
}

const COMPARED = ["presence", "role", "listed", "groups", "values", "open", "data"] as const;
