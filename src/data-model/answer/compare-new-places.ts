import type { RowChange } from "../../model/plan/plan.js";
import { groupBy } from "../../util/collections.js";
import type { CompiledModel } from "../compile/compile-model.js";
import { classesOf } from "../compile/remade-places.js";
import type { RowPlace } from "../compile/row-places.js";
import { comparePlaces } from "./compare-conditions.js";
import { type PersonData, reachesAll, surelyReaches } from "./person-data.js";

/** A view of a topic in one of two models alone, where both have the view and the topic. */
interface NewPlace {
  readonly place: RowPlace;
  /** The places of the view in the other model, the view alone first. */
  readonly others: readonly RowPlace[];
  /** The class of the topic in the other model. */
  readonly topic: readonly number[];
}

/**
 * Compares the rows of views that a topic gains or loses. Nobody gains or loses an object by it, but the topic may leave
 * other rows of the view than the view itself does: it can override the view's filters. What somebody sees there is
 * something more, or something less, unless they see all of it in another place of the other model.
 */
export function createNewPlaceComparison(
  from: CompiledModel,
  to: CompiledModel,
): (before: PersonData, after: PersonData) => readonly RowChange[] {
  const [added, removed] = [newPlaces(from, to), newPlaces(to, from)];
  return (before, after) => [
    ...added.flatMap((one) => moreIn(one, before, after)),
    ...removed.flatMap((one) =>
      moreIn(one, after, before).map((row): RowChange => {
        const verdict = row.verdict === "weaker" ? "stronger" : row.verdict;
        return { ...row, before: row.after, after: row.before, verdict };
      }),
    ),
  ];
}

function newPlaces(without: CompiledModel, having: CompiledModel): readonly NewPlace[] {
  if (without === having) return [];
  const known = new Set(without.places.map(({ place }) => place));
  const added = having.places.filter(({ place, topic }) => topic !== undefined && !known.has(place));
  if (added.length === 0) return [];
  const classes = classesOf(without);
  const byView = groupBy(without.places, ({ view }) => view);
  return added.flatMap((place): readonly NewPlace[] => {
    const [topic, others] = [classes([`topic:${place.topic}`]), byView.get(place.view)];
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
  if (alone.isUncertain || place.isUncertain)
    return [{ place: place.place, field: "", before: null, after: null, verdict: "unclear" }];
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
