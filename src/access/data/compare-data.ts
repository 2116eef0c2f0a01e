import type { CompiledModel } from "./compile-model.js";
import type { PersonData, RowCondition, Standing } from "./person-data.js";

/** How what a person sees changes, as a whole. */
export type DataVerdict = "widened" | "narrowed" | "moved" | "same" | "unclear";

/** How the rows of one place change: `weaker` leaves more of them, `stronger` fewer, `moved` others. */
export type RowVerdict = "weaker" | "stronger" | "moved" | "unclear";

/** A condition that differs; no condition at all leaves every row. */
export interface RowChange {
  readonly place: string;
  readonly field: string;
  readonly before: RowCondition | null;
  readonly after: RowCondition | null;
  readonly verdict: RowVerdict;
}

/** What a person sees more, less and otherwise. */
export interface DataChange {
  readonly gained: readonly string[];
  readonly lost: readonly string[];
  readonly rows: readonly RowChange[];
  readonly verdict: DataVerdict;
}

/**
 * Compares what a person sees of one model at two moments. Rows are compared in places that are not hidden at either;
 * elsewhere the object itself is gained or lost.
 */
export function compareData(model: CompiledModel, before: PersonData, after: PersonData): DataChange {
  if (before === after) return { gained: [], lost: [], rows: [], verdict: "same" };
  const changes = model.classes.map((_, i) => standingChange(before.standings[i], after.standings[i]));
  const objectsOf = (wanted: StandingChange): readonly string[] =>
    model.classes.flatMap(({ objects }, i) => (changes[i] === wanted ? objects : []));
  const gained = objectsOf("gained");
  const lost = objectsOf("lost");
  const rows = compareRows(model, before, after);
  const has = (verdict: RowVerdict): boolean => rows.some((row) => row.verdict === verdict);
  const verdict = verdictOf({
    more: gained.length > 0 || has("weaker"),
    less: lost.length > 0 || has("stronger"),
    moved: has("moved"),
    undecided: changes.includes("unclear") || has("unclear"),
  });
  return { gained, lost, rows, verdict };
}

/** What is known of a change, put into one word. Nothing undecided hides that somebody surely sees more. */
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

type StandingChange = "gained" | "lost" | "unclear" | undefined;

function standingChange(before: Standing | undefined, after: Standing | undefined): StandingChange {
  if (before === undefined || after === undefined) return undefined;
  if (before.reaches === "no" && after.reaches === "yes") return "gained";
  if (before.reaches === "yes" && after.reaches === "no") return "lost";
  if (before.reaches === "unclear" || after.reaches === "unclear") {
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    return isSame ? undefined : "unclear";
  }
  return undefined;
}

function compareRows(model: CompiledModel, before: PersonData, after: PersonData): readonly RowChange[] {
  const [was, is] = [byKey(before.rows), byKey(after.rows)];
  const visible = visiblePlaces(model, before, after);
  const order = [...was.keys(), ...[...is.keys()].filter((key) => !was.has(key))];
  return order.flatMap((key): RowChange[] => {
    const [a, b] = [was.get(key) ?? null, is.get(key) ?? null];
    const { place = "", field = "" } = a ?? b ?? {};
    const verdict = visible.has(place) ? compareConditions(a, b) : "same";
    return verdict === "same" ? [] : [{ place, field, before: a, after: b, verdict }];
  });
}

function visiblePlaces(model: CompiledModel, ...moments: readonly PersonData[]): ReadonlySet<string> {
  const isHidden = (index: number) => moments.some(({ standings }) => standings[index]?.reaches === "no");
  return new Set(model.places.filter(({ classes }) => !classes.some(isHidden)).map(({ place }) => place));
}

/** A view can filter one field by several attributes. */
const byKey = (rows: readonly RowCondition[]): ReadonlyMap<string, RowCondition> =>
  new Map(rows.map((row) => [JSON.stringify([row.place, row.field, row.attribute]), row]));

/** Compares two conditions on the same field by what they mean. */
export function compareConditions(before: Condition | null, after: Condition | null): RowVerdict | "same" {
  const more = holds(after, before);
  const less = holds(before, after);
  if (more === "unclear" || less === "unclear") return "unclear";
  if (more === "yes") return less === "yes" ? "same" : "weaker";
  return less === "yes" ? "stronger" : "moved";
}

/** As much of a condition as its meaning takes. */
export type Condition = Pick<RowCondition, "meaning" | "value" | "entries">;

/** Returns whether `outer` leaves every row that `inner` leaves. */
function holds(outer: Condition | null, inner: Condition | null): "yes" | "no" | "unclear" {
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
