import {
  type AccessState,
  candidatesOf,
  memberAttributeOf,
  type NameIndex,
  outcomeOf,
} from "../../access/values/access-state.js";
import { verdictOfPart } from "../../access/values/compare-meanings.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { type CompiledModel, compileModel } from "../compile/compile-model.js";
import type { ModelDescription } from "../model-description.js";
import { createDataComparison, type DataChange, NOBODY } from "./compare-data.js";
import { createDataReader, type PersonData, type PersonValues } from "./person-data.js";

/** Answers what people see of one data model; whatever two people have in common is worked out once. */
export interface DataReader {
  readonly model: CompiledModel;
  /** Returns the data that a person with these values sees. */
  read(values: PersonValues): PersonData;
  /** Compares what somebody sees before and after; the same object for the same two answers of `read`. */
  compare(before: PersonData, after: PersonData): DataChange;
}

const prepared = new WeakMap<ModelDescription, DataReader>();

/** Prepares a data model to be asked about people, once. */
export function dataReaderOf(description: ModelDescription): DataReader {
  const reader = prepared.get(description) ?? prepare(description);
  prepared.set(description, reader);
  return reader;
}

function prepare(description: ModelDescription): DataReader {
  const model = compileModel(description);
  return { model, read: createDataReader(model), compare: createDataComparison(model, model) };
}

/** The values that a model's attributes have for people of one state; the product fills in everybody's address. */
export function valuesIn(
  { attributes, members }: NameIndex,
  state: AccessState,
  model: CompiledModel,
): (member: number) => PersonValues {
  const positions = model.attributes.map((name) => [name, attributes.indexOf(name)] as const);
  return (member) => {
    const values = positions.flatMap(([name, a]): (readonly [string, readonly string[]])[] => {
      const candidates = a < 0 ? [] : candidatesOf(outcomeOf(state, memberAttributeOf(state, member, a)));
      if (candidates.length > 0) return [[name, candidates]];
      return name === FILLED_BY_PRODUCT ? [[name, [members[member] ?? ""]]] : [];
    });
    return Object.fromEntries(values);
  };
}

/** Compares what people see at two points, at each of which the data model may be another one. */
export type ComparePoints = (before: PersonValues | null, after: PersonValues | null) => DataChange;

/** A comparison between two data models; `null` for the values of somebody who is not there and sees nothing. */
export function comparePoints(from: DataReader, to: DataReader): ComparePoints {
  const compare = createDataComparison(from.model, to.model);
  const unread = from.model.unread || to.model.unread;
  return (before, after) => {
    const change = compare(
      before === null ? NOBODY : from.read(before),
      after === null ? NOBODY : to.read(after),
    );
    const changes = unread && before && after && JSON.stringify(before) !== JSON.stringify(after);
    return changes ? { ...change, verdict: verdictOfPart(change.verdict) } : change;
  };
}
