import { canonicalEmail } from "../../model/email.js";
import { isCalendarDate } from "../../model/state/value-format.js";
import { type Cells, DECISIONS as DECISION_COLUMNS } from "../../report/review/review-cells.js";
import type { DecisionCells } from "../../report/review/review-list.js";
import type { RowProblem } from "../../report/review/review-result.js";
import { groupBy } from "../../util/collections.js";
import { keptInert } from "../../util/escape.js";
import { lookAlikeKeys } from "../../util/look-alike.js";
import { seenText } from "../../util/unseen.js";
import type { ListedRow } from "./listed-rows.js";

const DECISIONS = ["keep", "revoke", "change"] as const;

/** The decision about a row, with its mistakes; a row that still waits for a decision has none. */
export interface Decision {
  readonly decision: (typeof DECISIONS)[number] | undefined;
  readonly problems: readonly RowProblem[];
}

/** Reads the decision of a row about somebody; `today` is the last day that is not in the future, `YYYY-MM-DD`. */
export function decisionOf(cells: Cells, member: string, today: string): Decision {
  const { decision: word, reviewer, date, note } = trimmed(cells);
  if (word === "") return { decision: undefined, problems: [] };
  const decision = DECISIONS.find((one) => one === word.toLowerCase());
  const problems: readonly [RowProblem, boolean][] = [
    ["unknown-decision", decision === undefined],
    ["no-note", decision === "change" && note === ""],
    ["no-reviewer", reviewer === ""],
    ["odd-reviewer", reviewer !== "" && !isName(reviewer)],
    ["own-review", names(reviewer, member)],
    ["no-date", date === ""],
    ["date-format", date !== "" && !isCalendarDate(date)],
    ["date-future", isCalendarDate(date) && date > today],
  ];
  return { decision, problems: problems.filter(([, holds]) => holds).map(([problem]) => problem) };
}

/** The last day that has begun anywhere, `YYYY-MM-DD`: a reviewer may be east of everybody, at UTC+14. */
export const lastDay = (now: Date): string =>
  new Date(now.getTime() + 14 * 60 * 60 * 1_000).toISOString().slice(0, 10);

const trimmed = ({ decision = "", reviewer = "", date = "", note = "" }: Cells) => ({
  decision: seenText(decision),
  reviewer: seenText(reviewer),
  date: seenText(date),
  note: seenText(note),
});

/** Returns true if a text can be somebody's name or address: it has a letter, and nothing that a spreadsheet would run. */
const isName = (text: string): boolean => /\p{L}/u.test(text) && keptInert(text) === text && !/^'/.test(text);

/**
 * Returns true if a reviewer, who may be `Ada <ada@northwind.example>` or `ada at northwind.example`, is this member, or
 * is written so that a reader takes them for it.
 */
function names(reviewer: string, member: string): boolean {
  const drawn = (text: string) => lookAlikeKeys(canonicalEmail(bare(text)))[1];
  const same = (text: string) => drawn(text) === drawn(member);
  const plain = reviewer.replace(/\s*[([{]\s*at\s*[)\]}]\s*|\s+at\s+/gi, "@");
  return [reviewer, plain, ...plain.split(/[\s<>(),;"]+/)].some((text) => text !== "" && same(text));
}

/** A text without the apostrophes that keep a spreadsheet from running it. */
const bare = (text: string): string => text.replace(/^'+/, "");

/**
 * The decisions of an earlier list by the digest of their rows: the same digest is the same person with the same facts.
 * A decision that lacks something, a row that was edited and one that stands there twice are left out.
 */
export function decisionsToCarry(
  rows: readonly ListedRow[],
  today: string,
): ReadonlyMap<string, DecisionCells> {
  const byDigest = groupBy(rows, ({ cells: { digest = "" } }) => digest);
  const carried = new Map<string, DecisionCells>();
  for (const [digest, [row, ...others]] of byDigest) {
    if (row?.facts === undefined || row.isEdited || others.length > 0) continue;
    const { cells, facts } = row;
    const { decision, problems } = decisionOf(cells, facts.member, today);
    if (decision === undefined || problems.length > 0) continue;
    const [, reviewer = "", date = "", note = ""] = DECISION_COLUMNS.map((column) =>
      keptInert(seenText(cells[column] ?? "")),
    );
    carried.set(digest, { decision, reviewer, date, note });
  }
  return carried;
}
