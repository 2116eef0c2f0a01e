import type { DataDifference, DataVerdict, RowVerdict } from "../model/plan/plan.js";
import { canonicalJson } from "../util/canonical-json.js";
import { groupBy } from "../util/collections.js";
import { conditionVerdict } from "./values/compare-meanings.js";

/** What one reading says of a person, or of one of their values. */
export interface Judged {
  readonly verdict: DataVerdict;
  /** The reason why values decide nothing. */
  readonly reason?: "role";
  readonly data?: DataDifference;
}

/** The judgement of somebody who sees the same. */
export const SAME: Judged = { verdict: "same" };

/**
 * The worst of what several readings say: something is gained if any of them gains it, and lost only if all of them lose
 * it. So a certain gain beats an unclear one, and `same` needs every reading.
 */
export function worstOf(judged: readonly Judged[]): Judged {
  const [first = SAME, ...others] = judged;
  if (others.every(({ verdict, data }) => verdict === first.verdict && data === first.data)) return first;
  const data = judged.flatMap((one) => one.data ?? []);
  const isComplete = data.length === judged.length;
  const worst = worstData(data, isComplete);
  const loses = judged.every(({ verdict }) => verdict === "narrowed" || verdict === "moved");
  return {
    verdict: verdictFrom(
      judged.map(({ verdict }) => GAINS[verdict]),
      loses && (!isComplete || worst.lost.length > 0 || worst.rows.some(({ verdict }) => LOSES.has(verdict))),
    ),
    ...(data.length > 0 && { data: worst }),
  };
}

type Gain = "certain" | "perhaps" | "none";

const GAINS: Readonly<Record<DataVerdict, Gain>> = {
  widened: "certain",
  moved: "certain",
  unclear: "perhaps",
  narrowed: "none",
  same: "none",
};

const verdictFrom = (gains: readonly Gain[], loses: boolean): DataVerdict =>
  conditionVerdict({
    more: gains.includes("certain"),
    less: loses,
    moved: false,
    undecided: gains.includes("perhaps"),
  });

/** The data of several readings: `isComplete` is false where a reading has no data model, and loses nothing by one. */
function worstData(data: readonly DataDifference[], isComplete: boolean): DataDifference {
  const [first = { lost: [] }, ...others] = data;
  const gained = new Map<string, DataDifference["gained"][number]>();
  // What one reading gains by column and another directly is gained directly.
  for (const object of data.flatMap((one) => one.gained)) {
    if (typeof object === "string") gained.set(object, object);
    else if (!gained.has(object.object)) gained.set(object.object, object);
  }
  return {
    gained: [...gained.values()],
    lost: isComplete ? first.lost.filter((object) => others.every(({ lost }) => lost.includes(object))) : [],
    rows: worstRows(data, isComplete),
  };
}

const LOSES: ReadonlySet<RowVerdict> = new Set(["stronger", "moved"]);

/** The conditions on rows of several readings; one that only some readings make stronger is not lost. */
function worstRows(data: readonly DataDifference[], isComplete: boolean): DataDifference["rows"] {
  const byPlace = groupBy(
    data.flatMap(({ rows }) => rows),
    ({ place, field }) => canonicalJson([place, field]),
  );
  return [...byPlace.values()].flatMap((rows) => {
    const [worst] = [...rows].sort((a, b) => WORST_ROW.indexOf(a.verdict) - WORST_ROW.indexOf(b.verdict));
    if (worst === undefined) return [];
    const inAll =
      isComplete && rows.length === data.length && rows.every(({ verdict }) => LOSES.has(verdict));
    if (worst.verdict === "moved") return [inAll ? worst : { ...worst, verdict: "weaker" as const }];
    return worst.verdict === "stronger" && !inAll ? [] : [worst];
  });
}

const WORST_ROW: readonly RowVerdict[] = ["weaker", "moved", "unclear", "stronger"];
