import type { DataDifference, DataVerdict, RowChange, RowLimit, RowVerdict } from "../../model/plan/plan.js";
import { compareConditions, verdictOf } from "../values/compare-meanings.js";
import type { CompiledModel } from "./compile-model.js";
import type { PersonData, RowCondition, Standing } from "./person-data.js";

/** What a person sees more, less and otherwise, and the verdict of it. */
export interface DataChange extends DataDifference {
  readonly verdict: DataVerdict;
}

/**
 * Compares what a person sees of one model at two moments. Rows are compared in places that are not hidden at either;
 * elsewhere the object itself is gained or lost.
 */
export function compareData(model: CompiledModel, before: PersonData, after: PersonData): DataChange {
  if (before === after) return { gained: [], lost: [], rows: [], verdict: "same" };
  const changes = model.classes.map((_, i) => standingChange(before.standings[i], after.standings[i]));
  const objectsOf = (standing: StandingChange): readonly string[] =>
    model.classes.flatMap(({ objects }, i) => (changes[i] === standing ? objects : []));
  const visible = visiblePlaces(model, before, after);
  return changeOf({
    gained: objectsOf("gained"),
    lost: objectsOf("lost"),
    rows: compareRows(before, after, (place) => visible.has(place)),
    undecided: changes.includes("unclear"),
  });
}

/** A difference with its verdict; `undecided`: of some object it is not certain whether it is gained or lost. */
export function changeOf({
  undecided,
  ...difference
}: DataDifference & { readonly undecided: boolean }): DataChange {
  const { gained, lost, rows } = difference;
  const has = (verdict: RowVerdict): boolean => rows.some((row) => row.verdict === verdict);
  const verdict = verdictOf({
    more: gained.length > 0 || has("weaker"),
    less: lost.length > 0 || has("stronger"),
    moved: has("moved"),
    undecided: undecided || has("unclear"),
  });
  return { ...difference, verdict };
}

/** What happens to an object, or nothing that is known of. */
export type StandingChange = "gained" | "lost" | "unclear" | undefined;

/** Compares how somebody stands to an object at two moments. */
export function standingChange(before: Standing | undefined, after: Standing | undefined): StandingChange {
  if (before === undefined || after === undefined) return undefined;
  if (before.reaches === "no" && after.reaches === "yes") return "gained";
  if (before.reaches === "yes" && after.reaches === "no") return "lost";
  if (before.reaches === "unclear" || after.reaches === "unclear") {
    const isSame = JSON.stringify(before) === JSON.stringify(after);
    return isSame ? undefined : "unclear";
  }
  return undefined;
}

/** Conditions on rows that differ, in the places that are visible at both moments. */
export function compareRows(
  before: PersonData,
  after: PersonData,
  isVisible: (place: string) => boolean,
): readonly RowChange[] {
  const [was, is] = [byKey(before.rows), byKey(after.rows)];
  const order = [...was.keys(), ...[...is.keys()].filter((key) => !was.has(key))];
  return order.flatMap((key): RowChange[] => {
    const [a, b] = [was.get(key) ?? null, is.get(key) ?? null];
    const { place = "", field = "" } = a ?? b ?? {};
    const verdict = isVisible(place) ? compareConditions(a, b) : "same";
    return verdict === "same" ? [] : [{ place, field, before: limitOf(a), after: limitOf(b), verdict }];
  });
}

function limitOf(row: RowCondition | null): RowLimit | null {
  if (row === null) return null;
  const { place: _, field: __, ...limit } = row;
  return limit;
}

function visiblePlaces(model: CompiledModel, ...moments: readonly PersonData[]): ReadonlySet<string> {
  const isHidden = (index: number) => moments.some(({ standings }) => standings[index]?.reaches === "no");
  return new Set(model.places.filter(({ classes }) => !classes.some(isHidden)).map(({ place }) => place));
}

/** A view can filter one field by several attributes. */
const byKey = (rows: readonly RowCondition[]): ReadonlyMap<string, RowCondition> =>
  new Map(rows.map((row) => [JSON.stringify([row.place, row.field, row.attribute]), row]));
