import type { RowChange } from "../../model/plan/plan.js";
import { byKey, groupBy, setOf, sortedTexts } from "../../util/collections.js";
import type { CompiledModel } from "../compile/compile-model.js";
import { classesOf, remadePlaces, zonedPlaces } from "../compile/remade-places.js";
import type { RowPlace } from "../compile/row-places.js";
import { comparePlaces } from "./compare-conditions.js";
import { type PersonData, surelyReaches } from "./person-data.js";

/**
 * The comparison of the rows that people see of two data models, place by place: the places that both moments
 * see, and those that a topic has in only one of the models. If the model changed what a place is, the people
 * who reach it may see different rows.
 */
export function createRowComparison(
  from: CompiledModel,
  to: CompiledModel,
): (before: PersonData, after: PersonData) => readonly RowChange[] {
  const places = placesIn(from, to);
  const [added, removed] = [newPlaces(from, to), newPlaces(to, from)];
  const remade = remadePlaces(from, to);
  const zoned = zonedPlaces(from, to);
  const remadeFor = (before: PersonData, after: PersonData) =>
    zoned.length > 0 && zonesOf(from, before) !== zonesOf(to, after) ? [...remade, ...zoned] : remade;
  return (before, after) => [
    ...places.flatMap((pair) => compareIn(pair, before, after)),
    ...added.flatMap((one) => moreIn(one, before, after)),
    ...removed.flatMap((one) =>
      moreIn(one, after, before).map((row): RowChange => {
        const verdict = row.verdict === "weaker" ? "stronger" : row.verdict;
        return { ...row, before: row.after, after: row.before, verdict };
      }),
    ),
    ...remadeFor(before, after)
      .filter((one) => reachesAll(before, one.before) && reachesAll(after, one.after))
      .map(({ place, field }) => unclearIn(place, field)),
  ];
}

const unclearIn = (place: string, field: string): RowChange => ({
  place,
  field,
  before: null,
  after: null,
  verdict: "unclear",
});

/** The time zones that a person's models have: where there is one, it is that of all times. */
function zonesOf({ zones }: CompiledModel, { classReach }: PersonData): string {
  const reached = zones.flatMap(({ zone, class: own }) => {
    const reaches = classReach[own]?.reaches ?? "yes";
    return reaches === "no" ? [] : `${zone} ${reaches}`;
  });
  return sortedTexts(reached).join("\n");
}

/** A place of both models. */
interface PlacePair {
  readonly former: RowPlace;
  readonly current: RowPlace;
  /** Present if both have the same filters: the classes, in both models, of the fields that these need. */
  readonly alike?: { readonly former: readonly number[]; readonly current: readonly number[] };
}

function placesIn(from: CompiledModel, to: CompiledModel): readonly PlacePair[] {
  if (from === to) return to.places.map((place) => ({ former: place, current: place }));
  const known = byKey(from.places, "place");
  return to.places.flatMap((current): readonly PlacePair[] => {
    const former = known.get(current.place);
    if (former === undefined) return [];
    const [before, after] = [plainFields(former), plainFields(current)];
    const isAlike = before && after && factsOf(former) === factsOf(current);
    return [{ former, current, ...(isAlike && { alike: { former: before, current: after } }) }];
  });
}

/** The classes of all fields that filters need, where each filter means exactly one field. */
function plainFields({ filters }: RowPlace): readonly number[] | undefined {
  const isPlain = filters.every(({ candidates }) => candidates.length === 1);
  return isPlain
    ? filters.flatMap(({ candidates }) => candidates.flatMap((one) => [one.class, ...one.needs]))
    : undefined;
}

const factsOf = ({ filters, templates, isRefused, isUncertain }: RowPlace): string =>
  JSON.stringify([
    isRefused,
    isUncertain,
    templates,
    filters.map(({ field, attribute, candidates }) => [field, attribute, candidates[0]?.isNumber]),
  ]);

function compareIn(
  { former, current, alike }: PlacePair,
  before: PersonData,
  after: PersonData,
): readonly RowChange[] {
  if (!reachesAll(before, former.classes) || !reachesAll(after, current.classes)) return [];
  // The common case of a change to the model: the same conditions for the same values, of fields that are surely reached.
  if (
    alike &&
    before.values === after.values &&
    surelyReaches(before, alike.former) &&
    surelyReaches(after, alike.current)
  )
    return [];
  return comparePlaces([former, before.rowsIn(former)], [current, after.rowsIn(current)]);
}

/** A view of a topic in one of two models alone, where both have the view and the topic. */
interface NewPlace {
  readonly place: RowPlace;
  /** The places of the view in the other model, the view alone first. */
  readonly others: readonly RowPlace[];
  /** The class of the topic in the other model. */
  readonly topic: readonly number[];
}

/**
 * The views that a topic gains. Nobody gains an object by it, but the topic may leave other rows of the view than the
 * view itself does: it can override the view's filters. What somebody sees there is something more, unless they see all
 * of it in another place of the other model.
 */
function newPlaces(without: CompiledModel, having: CompiledModel): readonly NewPlace[] {
  if (without === having) return [];
  const known = setOf(without.places, "place");
  const added = having.places.filter(({ place, topic }) => topic !== undefined && !known.has(place));
  if (added.length === 0) return [];
  const byView = groupBy(without.places, ({ view }) => view);
  return added.flatMap((place): readonly NewPlace[] => {
    const [topic, others] = [classesOf(without, [`topic:${place.topic}`]), byView.get(place.view)];
    // A topic or view of the other model is an object that somebody gains or loses.
    return topic && others ? [{ place, others, topic }] : [];
  });
}

/**
 * The conditions of a new place that leave rows which the person sees nowhere else, except for those of the
 * view alone.
 */
function moreIn(
  { place, others, topic }: NewPlace,
  elsewhere: PersonData,
  here: PersonData,
): readonly RowChange[] {
  const alone = others.find((one) => one.topic === undefined);
  const isReached = alone && reachesAll(elsewhere, [...alone.classes, ...topic]);
  if (!isReached || !reachesAll(here, place.classes)) return [];
  if (alone.isUncertain || place.isUncertain) return [unclearIn(place.place, "")];
  const compareWith = (other: RowPlace): readonly RowChange[] =>
    comparePlaces([other, elsewhere.rowsIn(other)], [place, here.rowsIn(place)]);
  const isHeld = others.some(
    (other) =>
      (other === alone || surelyReaches(elsewhere, other.classes)) &&
      compareWith(other).every(({ verdict }) => verdict === "stronger"),
  );
  if (isHeld) return [];
  // The rows of the view alone are still there: where the new ones are others, they come on top.
  return compareWith(alone)
    .filter(({ verdict }) => verdict !== "stronger")
    .map((row) => (row.verdict === "moved" ? { ...row, verdict: "weaker" } : row));
}

/** Returns true if none of these classes of objects is hidden from somebody. */
const reachesAll = ({ classReach }: PersonData, classes: readonly number[]): boolean =>
  !classes.some((index) => classReach[index]?.reaches === "no");
