import { conditionVerdict } from "../../access/values/compare-meanings.js";
import type { Answer } from "../../access/values/value-meaning.js";
import type { ColumnGain, DataDifference, DataVerdict, RowVerdict } from "../../model/plan/plan.js";
import { groupBy } from "../../util/collections.js";
import type { CompiledModel } from "../compile/compile-model.js";
import { UNREADABLE } from "../model-description.js";
import { byColumnOf, type ColumnReach, classesIn } from "./columns.js";
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
  const known = new Map<PersonData, Map<PersonData, Map<string, DataChange>>>();
  const compare = (before: PersonData, after: PersonData, makes: MakesFields): DataChange => {
    const changes = objects.map((one) =>
      reachChange(reachIn(from, before, one.before), reachIn(to, after, one.after)),
    );
    const objectsWhere = (change: ReachChange) =>
      objects.flatMap((one, i) => (changes[i] === change ? one.objects : []));
    const columns = compareColumns(
      makes.before ? byColumnOf(from, before) : [],
      makes.after ? byColumnOf(to, after) : [],
      directReach(from, before, makes.before),
      directReach(to, after, makes.after),
    );
    const gained = [...objectsWhere("gained"), ...columns.gained];
    const lost = [...objectsWhere("lost"), ...columns.lost];
    const rows = before === NOBODY || after === NOBODY ? [] : compareRows(before, after);
    const has = (verdict: RowVerdict): boolean => rows.some((row) => row.verdict === verdict);
    const verdict = conditionVerdict({
      more: gained.length > 0 || has("weaker"),
      less: lost.length > 0 || has("stronger"),
      moved: has("moved"),
      undecided: changes.includes("unclear") || columns.isUnclear || has("unclear"),
    });
    return { gained, lost, rows, verdict };
  };
  return (before, after, makes = ALWAYS) => {
    if (before === after && from === to && makes.before === makes.after) return UNCHANGED;
    const ofOne = known.get(before) ?? new Map<PersonData, Map<string, DataChange>>();
    known.set(before, ofOne);
    const ofBoth = ofOne.get(after) ?? new Map<string, DataChange>();
    ofOne.set(after, ofBoth);
    const key = `${makes.before} ${makes.after}`;
    const change = ofBoth.get(key) ?? compare(before, after, makes);
    ofBoth.set(key, change);
    return change;
  };
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
function reachIn({ complete }: CompiledModel, data: PersonData, index: number): ObjectReach {
  const isUnknown = index === NO_CLASS && !complete && data !== NOBODY;
  return data.classReach[index] ?? (isUnknown ? UNKNOWN : GONE);
}

function reachChange(before: ObjectReach, after: ObjectReach): ReachChange {
  if (before.reaches === "no" && after.reaches === "yes") return "gained";
  if (before.reaches === "yes" && after.reaches === "no") return "lost";
  const isUnclear = before.reaches === "unclear" || after.reaches === "unclear";
  return isUnclear && JSON.stringify(before) !== JSON.stringify(after) ? "unclear" : undefined;
}

/** The reach of objects without columns. A hidden field may be reached by a column that was not read. */
const directReach =
  (model: CompiledModel, data: PersonData, makesFields: boolean) =>
  (object: string): Answer => {
    const { reaches } = reachIn(model, data, classesIn(model).get(object) ?? NO_CLASS);
    return reaches === "no" && makesFields && !model.complete && data !== NOBODY ? "unclear" : reaches;
  };

interface ColumnChanges {
  readonly gained: readonly ColumnGain[];
  readonly lost: readonly string[];
  /** True if it is not certain what is gained or lost. */
  readonly isUnclear: boolean;
}

const NO_COLUMNS: ColumnChanges = { gained: [], lost: [], isUnclear: false };

/** The fields that are reached by column at one of two moments, and hidden at the other. */
function compareColumns(
  former: readonly ColumnReach[],
  current: readonly ColumnReach[],
  directlyBefore: (object: string) => Answer,
  directlyAfter: (object: string) => Answer,
): ColumnChanges {
  if (former === current || former.length + current.length === 0) return NO_COLUMNS;
  const [old, now] = [former, current].map((all) => new Map(all.map((one) => [one.object, one.reaches])));
  const reachBefore = (object: string): Answer => old?.get(object) ?? directlyBefore(object);
  const reachAfter = (object: string): Answer => now?.get(object) ?? directlyAfter(object);
  const gained = current.filter(({ object, reaches }) => reachBefore(object) === "no" && reaches === "yes");
  const lost = former.filter(({ object, reaches }) => reachAfter(object) === "no" && reaches === "yes");
  const isUnclear = [...former, ...current].some(({ object }) => {
    const [one, other] = [reachBefore(object), reachAfter(object)];
    return one !== other && (one === "unclear" || other === "unclear");
  });
  return {
    gained: gained.map(({ object, through }) => ({ object, by: "column", through })),
    lost: lost.map(({ object }) => object),
    isUnclear,
  };
}
