import { verdictOfPart } from "../values/compare-meanings.js";
import { changeOf, compareRows, type DataChange, standingChange } from "./compare-data.js";
import type { CompiledModel } from "./compile-model.js";
import type { DataReader } from "./people-data.js";
import type { PersonData, PersonValues, Standing } from "./person-data.js";

/** Compares what people see at two points, at each of which the data model may be another one. */
export type ComparePoints = (before: PersonValues | null, after: PersonValues | null) => DataChange;

/** What a person sees who is not there. */
const NOBODY: PersonData = { standings: [], rows: [] };

/**
 * A comparison between two data models; `null` for the values of somebody who is not there and sees nothing. Whatever
 * people have in common is worked out once. An object that a model does not have is reached by nobody.
 */
export function comparePoints(from: DataReader, to: DataReader): ComparePoints {
  const places = placesIn(from.model, to.model);
  const objects = objectsIn(from.model, to.model);
  const known = new Map<PersonData, Map<PersonData, DataChange>>();
  const compare = (was: PersonData, is: PersonData): DataChange => {
    const gained: string[] = [];
    const lost: string[] = [];
    let undecided = false;
    for (const { object, before, after } of objects) {
      const change = standingChange(standingAt(was, before), standingAt(is, after));
      if (change === "gained") gained.push(object);
      if (change === "lost") lost.push(object);
      undecided ||= change === "unclear";
    }
    const isVisible = (place: string): boolean => {
      const at = places.get(place);
      const sees = (data: PersonData, classes: readonly number[] | undefined): boolean =>
        data !== NOBODY && (classes?.every((index) => data.standings[index]?.reaches !== "no") ?? false);
      return sees(was, at?.before) && sees(is, at?.after);
    };
    return changeOf({ gained, lost, rows: compareRows(was, is, isVisible), undecided });
  };
  const unread = from.model.unread || to.model.unread;
  return (before, after) => {
    const was = before === null ? NOBODY : from.read(before);
    const is = after === null ? NOBODY : to.read(after);
    const ofOne = known.get(was) ?? new Map<PersonData, DataChange>();
    known.set(was, ofOne);
    const change = ofOne.get(is) ?? compare(was, is);
    ofOne.set(is, change);
    const changes = unread && before && after && JSON.stringify(before) !== JSON.stringify(after);
    return changes ? { ...change, verdict: verdictOfPart(change.verdict) } : change;
  };
}

const GONE: Standing = { reaches: "no", grant: "", attribute: "", value: "" };

const standingAt = (data: PersonData, index: number | undefined): Standing =>
  (index === undefined ? undefined : data.standings[index]) ?? GONE;

/** The objects of both models with their classes, in the order of the later one. */
function objectsIn(from: CompiledModel, to: CompiledModel) {
  const [was, is] = [classOfObjects(from), classOfObjects(to)];
  const names = [...is.keys(), ...[...was.keys()].filter((object) => !is.has(object))];
  return names.map((object) => ({ object, before: was.get(object), after: is.get(object) }));
}

function classOfObjects({ classes }: CompiledModel): ReadonlyMap<string, number> {
  return new Map(classes.flatMap(({ objects }, index) => objects.map((object) => [object, index] as const)));
}

function placesIn(from: CompiledModel, to: CompiledModel) {
  const classesOf = ({ places }: CompiledModel) =>
    new Map(places.map(({ place, classes }) => [place, classes]));
  const [was, is] = [classesOf(from), classesOf(to)];
  return new Map(
    [...new Set([...was.keys(), ...is.keys()])].map((place) => [
      place,
      { before: was.get(place), after: is.get(place) },
    ]),
  );
}
