import { conditionVerdict } from "../../access/values/compare-meanings.js";
import type { Answer } from "../../access/values/value-meaning.js";
import type { ColumnGain, DataDifference, DataVerdict, RowVerdict } from "../../model/plan/plan.js";
import { byKey, groupBy, oncePer, oncePerKey } from "../../util/collections.js";
import { type CompiledModel, classesIn } from "../compile/compile-model.js";
import { UNREADABLE } from "../model-description.js";
import { byColumnOf } from "./columns.js";
import { createRowComparison } from "./compare-rows.js";
import type { ObjectReach, PersonData } from "./person-data.js";

/** The difference in the data that a person sees, with its verdict; objects come before fields that are reached by column. */
export interface DataChange extends DataDifference {
  readonly verdict: DataVerdict;
}

/**
 * The ability of a person to make fields in the product, at two moments: every role except `restricted` gives
 * it.
 */
export interface MakesFields {
  readonly before: boolean;
  readonly after: boolean;
}

const ALWAYS: MakesFields = { before: true, after: true };

/** The view of somebody who is in no workspace: empty. */
export const NOBODY: PersonData = { classReach: [], rows: [], values: "", rowsIn: () => [] };

/**
 * Compares what people see of two data models, which may be the same one; the same two answers of a model give the same
 * object. An object that a model does not have is reached by nobody, unless a part of it was not read. Rows are compared
 * in places that are hidden at neither moment; elsewhere the object itself is gained or lost. A hidden field can be gained
 * and lost by column.
 */
export function createDataComparison(
  from: CompiledModel,
  to: CompiledModel,
): (before: PersonData, after: PersonData, makesFields?: MakesFields) => DataChange {
  const objects = objectsIn(from, to);
  const compareRows = createRowComparison(from, to);
  const compare = (before: Sight, after: Sight): DataChange => {
    const changes = objects.map((one) => reachChange(reachIn(before, one.before), reachIn(after, one.after)));
    const objectsWhere = (change: ReachChange) =>
      objects.flatMap((one, i) => (changes[i] === change ? one.objects : []));
    const columns = compareColumns(before, after);
    const gained = [...objectsWhere("gained"), ...columns.gained];
    const lost = [...objectsWhere("lost"), ...columns.lost];
    const isBoth = before.data !== NOBODY && after.data !== NOBODY;
    const rows = isBoth ? compareRows(before.data, after.data) : [];
    const has = (verdict: RowVerdict): boolean => rows.some((row) => row.verdict === verdict);
    const verdict = conditionVerdict({
      more: gained.length > 0 || has("weaker"),
      less: lost.length > 0 || has("stronger"),
      moved: has("moved"),
      undecided: changes.includes("unclear") || columns.isUnclear || has("unclear"),
    });
    return { gained, lost, rows, verdict };
  };
  const sightOf = (model: CompiledModel) =>
    oncePer((data: PersonData) =>
      oncePerKey((makesFields: boolean): Sight => ({ model, data, makesFields })),
    );
  const [sightBefore, sightAfter] = [sightOf(from), sightOf(to)];
  const known = oncePer((before: Sight) => oncePer((after: Sight) => compare(before, after)));
  return (before, after, makes = ALWAYS) =>
    before === after && from === to && makes.before === makes.after
      ? UNCHANGED
      : known(sightBefore(before)(makes.before))(sightAfter(after)(makes.after));
}

/** What somebody sees of a model, and whether they can make fields in the product. */
interface Sight {
  readonly model: CompiledModel;
  readonly data: PersonData;
  readonly makesFields: boolean;
}

const UNCHANGED: DataChange = { gained: [], lost: [], rows: [], verdict: "same" };

/** The class of an object that a model does not have: nobody reaches it. */
const NO_CLASS = -1;

/**
 * Objects by their classes in both models, in the order of the later one: those of one pair of classes share their
 * fate.
 */
function objectsIn(from: CompiledModel, to: CompiledModel) {
  if (from === to) return to.classes.map(({ objects }, i) => ({ objects, before: i, after: i }));
  const [former, current] = [classesIn(from), classesIn(to)];
  const gone = [...former.keys()].filter((object) => !current.has(object));
  const pairOf = (object: string) => ({
    before: former.get(object) ?? NO_CLASS,
    after: current.get(object) ?? NO_CLASS,
  });
  const groups = groupBy([...current.keys(), ...gone], (object) => {
    const { before, after } = pairOf(object);
    return before * (to.classes.length + 1) + after;
  });
  return [...groups.values()].map((objects) => ({ objects, ...pairOf(objects[0]) }));
}

/** The change of a person's access to an object. */
type ReachChange = "gained" | "lost" | "unclear" | undefined;

const GONE: ObjectReach = { reaches: "no", grant: "", attribute: "", value: "" };
const UNKNOWN: ObjectReach = { ...GONE, reaches: "unclear", grant: UNREADABLE };

/** An object that a model does not have may be in what was not read of it. */
function reachIn({ model, data }: Sight, index: number): ObjectReach {
  const isUnknown = index === NO_CLASS && !model.complete && data !== NOBODY;
  return data.classReach[index] ?? (isUnknown ? UNKNOWN : GONE);
}

function reachChange(before: ObjectReach, after: ObjectReach): ReachChange {
  if (before.reaches === "no" && after.reaches === "yes") return "gained";
  if (before.reaches === "yes" && after.reaches === "no") return "lost";
  const isUnclear = before.reaches === "unclear" || after.reaches === "unclear";
  return isUnclear && JSON.stringify(before) !== JSON.stringify(after) ? "unclear" : undefined;
}

/** The fields that somebody reaches by column, and the reach of each object, with and without. */
function columnsOf(sight: Sight) {
  const { model, data, makesFields } = sight;
  const columns = makesFields ? byColumnOf(model)(data) : [];
  const byObject = byKey(columns, "object");
  const reachOf = (object: string): Answer => {
    const { reaches } = byObject.get(object) ?? reachIn(sight, classesIn(model).get(object) ?? NO_CLASS);
    // A hidden field may be reached by a column that was not read.
    return reaches === "no" && makesFields && !model.complete && data !== NOBODY ? "unclear" : reaches;
  };
  return { columns, reachOf };
}

/** The fields that are reached by column at one of two moments, and hidden at the other, and whether it is not certain. */
function compareColumns(before: Sight, after: Sight) {
  const [former, current] = [columnsOf(before), columnsOf(after)];
  const gained = current.columns.flatMap(({ object, reaches, through }): readonly ColumnGain[] =>
    reaches === "yes" && former.reachOf(object) === "no" ? [{ object, by: "column", through }] : [],
  );
  const lost = former.columns.flatMap(({ object, reaches }) =>
    reaches === "yes" && current.reachOf(object) === "no" ? object : [],
  );
  const isUnclear = [...former.columns, ...current.columns].some(({ object }) => {
    const answers = new Set([former.reachOf(object), current.reachOf(object)]);
    return answers.size > 1 && answers.has("unclear");
  });
  return { gained, lost, isUnclear };
}
