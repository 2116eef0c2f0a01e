import type { DataJudge, DataJudgement } from "../../access/difference.js";
import { verdictOfPart } from "../../access/values/compare-meanings.js";
import { candidatesIn } from "../../access/values/effective-value.js";
import { isUnlimited, rolesOf } from "../../access/values/roles.js";
import type { Answer } from "../../access/values/value-meaning.js";
import type { Viewer } from "../../model/plan/view.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { byKey, oncePer, oncePerKey } from "../../util/collections.js";
import { own } from "../../util/record.js";
import { type CompiledModel, compileModel } from "../compile/compile-model.js";
import { valueGrants } from "../compile/grant-checks.js";
import type { ModelDescription } from "../model-description.js";
import { byColumnOf, type ColumnReach } from "./columns.js";
import { createDataComparison, type DataChange, type MakesFields, NOBODY } from "./compare-data.js";
import { createDataReader, type PersonData, type PersonValues } from "./person-data.js";
import { type PersonView, viewOf } from "./person-view.js";

/** A reader of what people see of one data model; facts that people share are computed once. */
export interface DataReader {
  readonly model: CompiledModel;
  /** Returns the data that a person with these values sees. */
  read(values: PersonValues): PersonData;
  /** Compares what somebody sees before and after; the same object for the same two answers of `read`. */
  compare(before: PersonData, after: PersonData, makesFields?: MakesFields): DataChange;
  /** Lists what somebody sees, with hidden fields that they reach by column; one object for the same two. */
  list(data: PersonData): (columns: readonly ColumnReach[]) => PersonView;
}

/** Prepares a data model to be asked about people, once. */
export const dataReaderOf = oncePer((description: ModelDescription): DataReader => {
  const model = compileModel(description);
  return {
    model,
    read: createDataReader(model),
    compare: createDataComparison(model, model),
    list: oncePer((data) => oncePer((columns) => viewOf(model, data, columns))),
  };
});

/** The values of a person, with what the product fills in: their address. A value that they have counts instead. */
export const filledValuesOf = ({ member, address = member, values }: Viewer): Viewer["values"] =>
  own(values, FILLED_BY_PRODUCT) === undefined
    ? { ...values, [FILLED_BY_PRODUCT]: { source: { kind: "own" }, value: address } }
    : values;

/** The values of a person, in the form that a data model is asked with. */
export function valuesOfPerson(person: Viewer): PersonValues {
  return Object.fromEntries(
    Object.entries(filledValuesOf(person)).map(([attribute, value]) => [attribute, candidatesIn(value)]),
  );
}

/** Returns true if somebody can make fields in the product; an invite without a role gets one that can. */
function makesFields(person: Viewer | null): boolean {
  const roles = person === null ? [] : rolesOf(person);
  return roles.length === 0 || roles.some((role) => role !== "restricted");
}

/** The hidden fields that somebody reaches by column. */
function columnsOf({ model, read }: DataReader, person: Viewer): readonly ColumnReach[] {
  return makesFields(person) ? byColumnOf(model)(read(valuesOfPerson(person))) : NO_COLUMNS;
}

const NO_COLUMNS: readonly ColumnReach[] = [];

/** The data that somebody sees by their values, as documents list it: one object for all who see the same. */
export const seenBy = (reader: DataReader, person: Viewer): PersonView =>
  reader.list(reader.read(valuesOfPerson(person)))(columnsOf(reader, person));

/**
 * The verdict on whether a person reaches an object, with the means: a role or a column may give what values
 * do not.
 */
export interface Reach {
  readonly reaches: Answer;
  readonly by: "role" | "values" | "column";
  /** The fields that have the columns. */
  readonly through?: readonly string[];
}

/** Returns a function from an object, with its class in the model, to the reach of somebody. */
export function reachOfPerson(
  reader: DataReader,
  person: Viewer,
): (object: string, objectClass: number) => Reach {
  if (isUnlimited(person)) return () => ({ reaches: "yes", by: "role" });
  const { classReach } = reader.read(valuesOfPerson(person));
  const columns = byKey(columnsOf(reader, person), "object");
  return (object, objectClass) => {
    const { reaches = "yes" } = classReach[objectClass] ?? {};
    const column = reaches === "no" ? columns.get(object) : undefined;
    if (column === undefined) return { reaches, by: "values" };
    return { reaches: column.reaches, by: "column", through: column.through };
  };
}

/** The judge of people at two moments, each with its own data model. */
export function dataJudge(from: ModelDescription, to: ModelDescription = from): DataJudge {
  const [before, after] = [dataReaderOf(from), dataReaderOf(to)];
  const judging = (earlier: DataReader, compare: DataReader["compare"]): DataJudge["judge"] => {
    const isComplete = earlier.model.complete && after.model.complete;
    const isSameRest = isComplete || isSameSource(earlier.model.description, after.model.description);
    const judgementOf = oncePer(({ verdict, ...data }: DataChange) =>
      oncePerKey(
        (isPart: boolean): DataJudgement => ({ verdict: isPart ? verdictOfPart(verdict) : verdict, data }),
      ),
    );
    return (former, current) => {
      const [formerValues, currentValues] = [former, current].map((one) => one && valuesOfPerson(one));
      const change = compare(
        formerValues ? earlier.read(formerValues) : NOBODY,
        currentValues ? after.read(currentValues) : NOBODY,
        { before: makesFields(former), after: makesFields(current) },
      );
      // A part of the model that nobody understood may open with any value, and with anything else that the model says.
      const isPart =
        !isComplete &&
        former !== null &&
        current !== null &&
        !(isSameRest && JSON.stringify(formerValues) === JSON.stringify(currentValues));
      return judgementOf(change)(isPart);
    };
  };
  const judgeValues = judging(after, after.compare);
  const isOne = before === after;
  return {
    grants: valueGrants(to),
    judge: isOne ? judgeValues : judging(before, createDataComparison(before.model, after.model)),
    judgeValues,
  };
}

/** Returns true if two data models certainly say the same, whatever of them was not read. */
const isSameSource = (one: ModelDescription, other: ModelDescription): boolean =>
  one === other || (one.source !== undefined && one.source === other.source);
