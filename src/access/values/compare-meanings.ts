import type { DataVerdict, RowLimit, RowVerdict } from "../../model/plan/plan.js";
import { type AccessOutcome, candidatesOf } from "./access-state.js";
import { type Answer, meaningOf } from "./value-meaning.js";

/** As much of a condition on rows as its meaning takes; `null` is no condition, which leaves every row. */
export type Condition = Pick<RowLimit, "meaning" | "value" | "entries">;

/** Compares two conditions on the same field by what they mean. */
export function compareConditions(before: Condition | null, after: Condition | null): RowVerdict | "same" {
  const more = holds(after, before);
  const less = holds(before, after);
  if (more === "unclear" || less === "unclear") return "unclear";
  if (more === "yes") return less === "yes" ? "same" : "weaker";
  return less === "yes" ? "stronger" : "moved";
}

/** Says whether `outer` leaves every row that `inner` leaves. */
function holds(outer: Condition | null, inner: Condition | null): Answer {
  if (outer === null || outer.meaning === "all" || inner?.meaning === "none") return "yes";
  if (inner !== null && outer.meaning === inner.meaning && outer.value === inner.value) return "yes";
  if (outer.meaning === "unclear" || inner?.meaning === "unclear") return "unclear";
  if (outer.meaning === "none" || inner === null || inner.meaning === "all") return "no";
  if (outer.meaning === "pattern" || inner.meaning === "pattern") return "unclear";
  return entriesHold(outer, inner) ? "yes" : "no";
}

/** For `these` and `all-but-these` alone. */
function entriesHold(outer: Condition, inner: Condition): boolean {
  const [wide, narrow] = [new Set(outer.entries), new Set(inner.entries)];
  if (outer.meaning === "these")
    return inner.meaning === "these" && [...narrow].every((entry) => wide.has(entry));
  return inner.meaning === "these"
    ? [...narrow].every((entry) => !wide.has(entry))
    : [...wide].every((entry) => narrow.has(entry));
}

/** The facts about a change as one word. An undecided part does not hide that somebody surely sees more. */
export function verdictOf(known: {
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
  return verdictOf({
    more: has("widened"),
    less: has("narrowed"),
    moved: has("moved"),
    undecided: has("unclear"),
  });
}

/** What a verdict is worth where part of the data model was not understood: that part may let people see more. */
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
 * would leave. Of a tie each candidate may turn out to be the value.
 */
export function verdictOfValues(before: AccessOutcome, after: AccessOutcome): DataVerdict {
  const verdicts = new Set(
    conditionsOf(before).flatMap((was) => conditionsOf(after).map((is) => compareConditions(was, is))),
  );
  const [only = "same"] = verdicts;
  return VERDICTS[verdicts.size > 1 ? "unclear" : only];
}

function conditionsOf(outcome: AccessOutcome): readonly (Condition | null)[] {
  const candidates = candidatesOf(outcome);
  return candidates.length === 0
    ? [null]
    : candidates.map((value) => {
        const { kind, ...entries } = meaningOf(value);
        return { meaning: kind, value, ...entries };
      });
}
