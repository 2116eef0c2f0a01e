import type { DataDifference, DataVerdict, RowChange, RowLimit, RowVerdict } from "../../model/plan/plan.js";
import { groupBy } from "../../util/group-by.js";
import { compareConditions, verdictOf } from "../values/compare-meanings.js";
import type { CompiledModel, RowPlace } from "./compile-model.js";
import type { PersonData, RowCondition, Standing } from "./person-data.js";

/** What a person sees more, less and otherwise, and the verdict of it. */
export interface DataChange extends DataDifference {
  readonly verdict: DataVerdict;
}

/** What somebody sees who is in no workspace: nothing. */
export const NOBODY: PersonData = { standings: [], rows: [] };

/**
 * Compares what people see of two data models, which may be the same one; the same two answers of a model give the same
 * object. An object that a model does not have is reached by nobody. Rows are compared in places that are hidden at
 * neither moment; elsewhere the object itself is gained or lost.
 */
export function createDataComparison(
  from: CompiledModel,
  to: CompiledModel,
): (before: PersonData, after: PersonData) => DataChange {
  const objects = objectsIn(from, to);
  const placesBefore = groupBy(from.places, ({ place }) => place);
  const placesAfter = groupBy(to.places, ({ place }) => place);
  const known = new Map<PersonData, Map<PersonData, DataChange>>();
  const compare = (before: PersonData, after: PersonData): DataChange => {
    const changes = objects.map((one) =>
      standingChange(before.standings[one.before], after.standings[one.after]),
    );
    const objectsWhere = (change: StandingChange) =>
      objects.flatMap((one, i) => (changes[i] === change ? one.objects : []));
    const gained = objectsWhere("gained");
    const lost = objectsWhere("lost");
    const isInBoth = (place: string): boolean =>
      isVisible(placesBefore.get(place), before) && isVisible(placesAfter.get(place), after);
    const rows = compareRows(before, after, isInBoth);
    const has = (verdict: RowVerdict): boolean => rows.some((row) => row.verdict === verdict);
    const verdict = verdictOf({
      more: gained.length > 0 || has("weaker"),
      less: lost.length > 0 || has("stronger"),
      moved: has("moved"),
      undecided: changes.includes("unclear") || has("unclear"),
    });
    return { gained, lost, rows, verdict };
  };
  return (before, after) => {
    if (before === after) return UNCHANGED;
    const ofOne = known.get(before) ?? new Map<PersonData, DataChange>();
    known.set(before, ofOne);
    const change = ofOne.get(after) ?? compare(before, after);
    ofOne.set(after, change);
    return change;
  };
}

const UNCHANGED: DataChange = { gained: [], lost: [], rows: [], verdict: "same" };

/** The class of an object that a model does not have: nobody has a standing for it. */
const NO_CLASS = -1;

/** Objects with their classes in both models, in the order of the later one. */
function objectsIn(from: CompiledModel, to: CompiledModel) {
  if (from === to) return to.classes.map(({ objects }, i) => ({ objects, before: i, after: i }));
  const [was, is] = [classOfObjects(from), classOfObjects(to)];
  return [...new Set([...is.keys(), ...was.keys()])].map((object) => ({
    objects: [object],
    before: was.get(object) ?? NO_CLASS,
    after: is.get(object) ?? NO_CLASS,
  }));
}

function classOfObjects({ classes }: CompiledModel): ReadonlyMap<string, number> {
  return new Map(classes.flatMap(({ objects }, index) => objects.map((object) => [object, index] as const)));
}

/** What happens to an object, or nothing that is known of. */
type StandingChange = "gained" | "lost" | "unclear" | undefined;

const GONE: Standing = { reaches: "no", grant: "", attribute: "", value: "" };

function standingChange(before: Standing = GONE, after: Standing = GONE): StandingChange {
  if (before.reaches === "no" && after.reaches === "yes") return "gained";
  if (before.reaches === "yes" && after.reaches === "no") return "lost";
  const isUnclear = before.reaches === "unclear" || after.reaches === "unclear";
  return isUnclear && JSON.stringify(before) !== JSON.stringify(after) ? "unclear" : undefined;
}

/** Conditions on rows that differ, in the places that are visible at both moments. */
function compareRows(
  before: PersonData,
  after: PersonData,
  isVisible: (place: string) => boolean,
): readonly RowChange[] {
  const [was, is] = [byKey(before.rows), byKey(after.rows)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((key): RowChange[] => {
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

/** Returns true if a person sees one of these places: none of its objects is hidden from them. */
function isVisible(places: readonly RowPlace[] = [], data: PersonData): boolean {
  const isHidden = (index: number): boolean => data.standings[index]?.reaches === "no";
  return data !== NOBODY && places.some(({ classes }) => !classes.some(isHidden));
}

/** A view can filter one field by several attributes. */
const byKey = (rows: readonly RowCondition[]): ReadonlyMap<string, RowCondition> =>
  new Map(rows.map((row) => [JSON.stringify([row.place, row.field, row.attribute]), row]));
