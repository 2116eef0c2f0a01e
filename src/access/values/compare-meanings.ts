import type { DataVerdict, PersonChange, RowLimit, RowVerdict } from "../../model/plan/plan.js";
import { groupBy } from "../../util/collections.js";
import { type AccessOutcome, candidatesOf } from "./access-state.js";
import { type Denial, NO_DENIAL } from "./denials.js";
import { type Answer, allOf, entryTest, meaningOf, negated } from "./value-meaning.js";

/**
 * The part of a condition on rows that its meaning depends on; `null` is no condition, which leaves every
 * row.
 */
interface Condition extends Pick<RowLimit, "meaning" | "value" | "entries"> {
  /** True where no data model says whether the column holds texts or numbers. */
  readonly ofAnyColumn?: true;
}

/** Compares two conditions on the same field by what they mean. */
export function compareConditions(before: Condition | null, after: Condition | null): RowVerdict | "same" {
  return rowVerdictOf(holds(after, before), holds(before, after));
}

/** The verdict by whether the later condition holds the earlier one (`more`), and the other way round (`less`). */
export function rowVerdictOf(more: Answer, less: Answer): RowVerdict | "same" {
  if (more === "unclear" || less === "unclear") return "unclear";
  if (more === "yes") return less === "yes" ? "same" : "weaker";
  return less === "yes" ? "stronger" : "moved";
}

/** Answers `yes` if `outer` leaves every row that `inner` leaves; `null` is no condition, which leaves all rows. */
export function holds(outer: Condition | null, inner: Condition | null): Answer {
  if (outer === null || inner?.meaning === "none") return "yes";
  if (inner !== null && outer.meaning === inner.meaning && outer.value === inner.value) return "yes";
  if (outer.meaning === "unclear" || inner?.meaning === "unclear") return "unclear";
  if (outer.meaning === "none" || inner === null) return "no";
  // Every condition but `NULL` leaves rows that are not null only.
  if (outer.meaning === "all") return isNull(inner) ? "no" : "yes";
  if (inner.meaning === "all") return "no";
  if (outer.meaning === "pattern" || inner.meaning === "pattern") return "unclear";
  return entriesHold(outer, inner);
}

const isNull = ({ meaning, value }: Condition): boolean => meaning === "pattern" && value === "NULL";

/** Answers whether `outer` leaves all entries that `inner` leaves; for `these` and `all-but-these` only. */
function entriesHold(
  { meaning, entries: wide = [], ofAnyColumn }: Condition,
  { meaning: inner, entries: narrow = [] }: Condition,
): Answer {
  const isInWide = entryTest(wide, ofAnyColumn);
  if (meaning === "these") return inner === "these" ? allOf(narrow.map(isInWide)) : "no";
  return inner === "these"
    ? allOf(narrow.map(isInWide).map(negated))
    : allOf(wide.map(entryTest(narrow, ofAnyColumn)));
}

/** The facts about a change as one word. An undecided part does not hide that somebody surely sees more. */
export function conditionVerdict(known: {
  readonly more: boolean;
  readonly less: boolean;
  readonly moved: boolean;
  readonly undecided: boolean;
}): DataVerdict {
  if (known.moved || (known.more && known.less)) return "moved";
  if (known.more) return "widened";
  if (known.undecided) return "unclear";
  return known.less ? "narrowed" : "same";
}

/** One verdict over several of the same person. */
export function verdictOverAll(verdicts: readonly DataVerdict[]): DataVerdict {
  const has = (verdict: DataVerdict): boolean => verdicts.includes(verdict);
  return conditionVerdict({
    more: has("widened"),
    less: has("narrowed"),
    moved: has("moved"),
    undecided: has("unclear"),
  });
}

/** The verdicts from the worst to the best, for a person who has several in different workspaces. */
const WORST_FIRST: readonly DataVerdict[] = ["widened", "moved", "unclear", "narrowed", "same"];

/** The one verdict by which each person is counted over several workspaces. */
export const worstVerdicts = (people: readonly PersonChange[]): ReadonlyMap<string, DataVerdict> =>
  new Map(
    [...groupBy(people, ({ member }) => member)].map(([member, own]) => [
      member,
      WORST_FIRST.find((one) => own.some(({ verdict }) => verdict === one)) ?? "same",
    ]),
  );

/** Returns true if somebody with the verdict gains something, for certain or perhaps. */
export const isGain = (verdict: DataVerdict): boolean =>
  verdict === "widened" || verdict === "moved" || verdict === "unclear";

/** The verdict if part of the data model was not understood: that part may let people see more. */
export function verdictOfPart(verdict: DataVerdict): DataVerdict {
  return verdict === "same" || verdict === "narrowed" ? "unclear" : verdict;
}

const VERDICTS: Readonly<Record<RowVerdict | "same", DataVerdict>> = {
  weaker: "widened",
  stronger: "narrowed",
  moved: "moved",
  unclear: "unclear",
  same: "same",
};

/**
 * The verdict by the values alone, where no data model says what they open: by the rows that a filter on the attribute
 * would leave, and by the values that allow nothing. Of a tie each candidate may turn out to be the value.
 */
export function verdictOfValues(
  before: AccessOutcome,
  after: AccessOutcome,
  denial: Denial = NO_DENIAL,
): DataVerdict {
  const verdicts = new Set(
    textsOf(before).flatMap((textBefore) =>
      textsOf(after).map((textAfter) =>
        verdictByDenial(denial, textBefore, textAfter, verdictOfTexts(textBefore, textAfter)),
      ),
    ),
  );
  const [only = "same"] = verdicts;
  return verdicts.size > 1 ? "unclear" : only;
}

const verdictOfTexts = (before: string | undefined, after: string | undefined): DataVerdict =>
  VERDICTS[compareConditions(conditionOf(before), conditionOf(after))];

/** The texts that an outcome may turn out to be, `undefined` for no value. */
function textsOf(outcome: AccessOutcome): readonly (string | undefined)[] {
  const candidates = candidatesOf(outcome);
  return candidates.length === 0 ? [undefined] : candidates;
}

function conditionOf(value: string | undefined): Condition | null {
  // The empty text is a value to a grant, and none to a filter.
  if (value === undefined || value === "") return null;
  const meaning = meaningOf(value);
  return {
    meaning: meaning.kind,
    value,
    ofAnyColumn: true,
    ...("entries" in meaning && { entries: meaning.entries }),
  };
}

/**
 * The verdict on a change of value, where a denying value decides it; `byRows` is the verdict by the rows that the two
 * values leave. A value that the file names allows nothing: leaving it is more, coming to it is less. The value of All
 * Users is only taken for one where the rows say nothing better than that others are seen: leaving it counts as more,
 * so that nobody gains unseen, and coming back to it stays what it was.
 */
function verdictByDenial(
  { values, isDeclared }: Denial,
  before: string | undefined,
  after: string | undefined,
  byRows: DataVerdict,
): DataVerdict {
  const wasDenied = before !== undefined && values.includes(before);
  const isDenied = after !== undefined && values.includes(after);
  if (!isDeclared) return wasDenied && byRows === "moved" ? "widened" : byRows;
  if (wasDenied) return isDenied ? "same" : "widened";
  return isDenied ? "narrowed" : byRows;
}
