import { conditionVerdict } from "../../access/values/compare-meanings.js";
import type { DataDifference, DataVerdict, RowVerdict } from "../../model/plan/plan.js";
import { groupBy } from "../../util/group-by.js";
import type { CompiledModel } from "../compile/compile-model.js";
import { createRowComparison } from "./compare-rows.js";
import type { ObjectReach, PersonData } from "./person-data.js";

/** The difference in the data that a person sees, with its verdict. */
export interface DataChange extends DataDifference {
  readonly verdict: DataVerdict;
}

/** The view of somebody who is in no workspace: empty. */
export const NOBODY: PersonData = { classReach: [], rows: [], values: "", rowsIn: () => [] };

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
  const compareRows = createRowComparison(from, to);
  const known = new Map<PersonData, Map<PersonData, DataChange>>();
  const compare = (before: PersonData, after: PersonData): DataChange => {
    const changes = objects.map((one) =>
      reachChange(before.classReach[one.before], after.classReach[one.after]),
    );
    const objectsWhere = (change: ReachChange) =>
      objects.flatMap((one, i) => (changes[i] === change ? one.objects : []));
    const gained = objectsWhere("gained");
    const lost = objectsWhere("lost");
    const rows = before === NOBODY || after === NOBODY ? [] : compareRows(before, after);
    const has = (verdict: RowVerdict): boolean => rows.some((row) => row.verdict === verdict);
    const verdict = conditionVerdict({
      more: gained.length > 0 || has("weaker"),
      less: lost.length > 0 || has("stronger"),
      moved: has("moved"),
      undecided: changes.includes("unclear") || has("unclear"),
    });
    return { gained, lost, rows, verdict };
  };
  return (before, after) => {
    if (before === after && from === to) return UNCHANGED;
    const ofOne = known.get(before) ?? new Map<PersonData, DataChange>();
    known.set(before, ofOne);
    const change = ofOne.get(after) ?? compare(before, after);
    ofOne.set(after, change);
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
  const [was, is] = [classOfObjects(from), classOfObjects(to)];
  const gone = [...was.keys()].filter((object) => !is.has(object));
  const pairOf = (object: string) => ({
    before: was.get(object) ?? NO_CLASS,
    after: is.get(object) ?? NO_CLASS,
  });
  const groups = groupBy([...is.keys(), ...gone], (object) => {
    const { before, after } = pairOf(object);
    return before * (to.classes.length + 1) + after;
  });
  return [...groups.values()].map((objects) => ({ objects, ...pairOf(objects[0]) }));
}

function classOfObjects({ classes }: CompiledModel): ReadonlyMap<string, number> {
  const known = new Map<string, number>();
  for (const [index, { objects }] of classes.entries())
    for (const object of objects) known.set(object, index);
  return known;
}

/** The change of a person's access to an object. */
type ReachChange = "gained" | "lost" | "unclear" | undefined;

const GONE: ObjectReach = { reaches: "no", grant: "", attribute: "", value: "" };

function reachChange(before: ObjectReach = GONE, after: ObjectReach = GONE): ReachChange {
  if (before.reaches === "no" && after.reaches === "yes") return "gained";
  if (before.reaches === "yes" && after.reaches === "no") return "lost";
  const isUnclear = before.reaches === "unclear" || after.reaches === "unclear";
  return isUnclear && JSON.stringify(before) !== JSON.stringify(after) ? "unclear" : undefined;
}
