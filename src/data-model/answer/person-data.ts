import { passesGrant } from "../../access/values/grants.js";
import {
  type Answer,
  type ColumnKind,
  meaningOf,
  type ValueMeaning,
} from "../../access/values/value-meaning.js";
import type { RowLimit } from "../../model/plan/plan.js";
import { compareText, oncePerKey, setOf } from "../../util/collections.js";
import { own } from "../../util/record.js";
import type { CompiledModel, ObjectClass } from "../compile/compile-model.js";
import { type FieldCandidate, NOBODY, ONE_ZONE } from "../compile/field-index.js";
import { attributesBehind } from "../compile/grant-checks.js";
import type { PlaceFilter, RowPlace } from "../compile/row-places.js";

/**
 * The values of a person by attribute: one text, none if the attribute is absent, or several if groups of one
 * precedence set different ones, so that the winner is undefined.
 */
export type PersonValues = Readonly<Record<string, readonly string[]>>;

/** The grant that decides whether a person reaches an object, with the value that it sees. */
export interface DecidingGrant {
  readonly grant: string;
  readonly attribute: string;
  readonly value: string;
}

/** The answer whether a person reaches an object and, unless it is `yes`, the grant that decides it. */
export type ObjectReach =
  | { readonly reaches: "yes" }
  | ({ readonly reaches: "no" | "unclear" } & DecidingGrant);

/** A limit of a person's rows in one place by one field. A condition that the engine does not add is not listed. */
export interface RowCondition extends RowLimit {
  /** The place, such as `view:orders` or `topic:Order lines/view:orders`. */
  readonly place: string;
  readonly field: string;
}

/** A condition with what is needed to compare it. */
export interface PlaceCondition extends RowCondition {
  /** The field that its filter finds for the person. */
  readonly column?: FieldCandidate | undefined;
  /** All values of the person in one text, where it is not known which of them it depends on. */
  readonly dependsOn?: string | undefined;
}

/** The data that a person sees: a reach for each class of its objects, and the conditions on rows. */
export interface PersonData {
  readonly classReach: readonly ObjectReach[];
  readonly rows: readonly RowCondition[];
  /** The values, in one text: that of equal values is equal. */
  readonly values: string;
  /** The conditions in one place of the model. */
  readonly rowsIn: (place: RowPlace) => readonly PlaceCondition[];
}

/** Returns true if somebody certainly reaches these classes of objects. */
export const surelyReaches = ({ classReach }: PersonData, classes: readonly number[]): boolean =>
  classes.every((index) => classReach[index]?.reaches === "yes");

/** Creates a function from a person's values to what they see of one model; equal values share one answer. */
export function createDataReader(model: CompiledModel): (values: PersonValues) => PersonData {
  const known = new Map<string, PersonData>();
  return (values) => {
    const key = model.dependsOnAll
      ? keyOf(values)
      : JSON.stringify(model.attributes.map((attribute) => own(values, attribute) ?? null));
    const data = known.get(key) ?? dataOf(model, values);
    known.set(key, data);
    return data;
  };
}

const keyOf = (values: PersonValues): string =>
  JSON.stringify(Object.entries(values).sort(([a], [b]) => compareText(a, b)));

/**
 * Returns the data that a person with these values sees. Rows are worked out when they are asked for, and not kept: a
 * model has many.
 */
export function dataOf(model: CompiledModel, values: PersonValues): PersonData {
  const classReach = model.classes.map((objects) => classReachOf(objects, values));
  const reaches = (index: number): Answer => {
    if (index === NOBODY) return "no";
    return index === ONE_ZONE ? hasOneZone(model, classReach) : (classReach[index]?.reaches ?? "yes");
  };
  const fieldIn = (filter: PlaceFilter) => fieldFor(filter, reaches, model.complete);
  const read = oncePerKey((attribute: string | null) =>
    readTexts(attribute === null ? [] : (own(values, attribute) ?? [])),
  );
  const key = keyOf(values);
  const rowsIn = (place: RowPlace): readonly PlaceCondition[] =>
    place.classes.some((index) => reaches(index) === "no") ? [] : rowsAt(place, read, fieldIn, key);
  return {
    classReach,
    values: key,
    rowsIn,
    get rows() {
      return model.places.flatMap(rowsIn).map(({ column: _, dependsOn: __, ...row }) => row);
    },
  };
}

/** A person's value of an attribute: for messages, and as filters on columns of each kind read it. */
interface ReadValue {
  readonly value: string;
  /** The meaning of the condition; `undefined` if none is added. */
  readonly meaning: (column: ColumnKind) => ValueMeaning | "unclear" | undefined;
}

/** A value of a person, read. */
function readTexts(texts: readonly string[]): ReadValue {
  return {
    value: textOf(texts),
    meaning: oncePerKey((column: ColumnKind) => {
      const [meaning, ...others] = texts.map((text) => meaningOf(text, column));
      // Nothing is added for the empty text. Percent signs add a condition, which all that is not null fits.
      if (meaning === undefined || texts.every((text) => text === "")) return undefined;
      const isTied = others.some((other) => JSON.stringify(other) !== JSON.stringify(meaning));
      return texts.includes("") || isTied ? "unclear" : meaning;
    }),
  };
}

type FieldFor = (filter: PlaceFilter) => FoundField;

function rowsAt(
  { place, filters, templates, isRefused }: RowPlace,
  read: (attribute: string | null) => ReadValue,
  fieldIn: FieldFor,
  values: string,
): readonly PlaceCondition[] {
  const rows: PlaceCondition[] = [];
  if (isRefused) rows.push({ place, field: "", attribute: "", value: "", meaning: "none" });
  for (const filter of filters) {
    const row = conditionOf(place, filter, read(filter.attribute), fieldIn(filter));
    if (row !== undefined) rows.push(row);
  }
  for (const { field, attribute } of templates) {
    const dependsOn = attribute === null ? values : undefined;
    const { value } = read(attribute);
    rows.push({ place, field, attribute: attribute ?? "", value, meaning: "unclear", dependsOn });
  }
  return rows;
}

/**
 * Answers `no` for a person who reaches models of several time zones: the engine then refuses to read points
 * in time.
 */
function hasOneZone({ zones }: CompiledModel, classReach: readonly ObjectReach[]): Answer {
  const zonesWhere = (isReached: (answer: Answer) => boolean) =>
    setOf(
      zones.filter((one) => isReached(classReach[one.class]?.reaches ?? "yes")),
      "zone",
    );
  if (zonesWhere((answer) => answer === "yes").size > 1) return "no";
  return zonesWhere((answer) => answer !== "no").size > 1 ? "unclear" : "yes";
}

/**
 * The reach of a class: all grants have to pass. A grant that certainly fails decides, even if others are
 * unclear.
 */
function classReachOf({ grants }: ObjectClass, values: PersonValues): ObjectReach {
  let unclear: ObjectReach | undefined;
  for (const grant of grants) {
    const { name, attribute = "" } = grant;
    const passes =
      grant.attribute === undefined ? "unclear" : passesGrant(grant, own(values, attribute) ?? []);
    if (passes === "yes") continue;
    // An unclear answer may change with each value that it depends on.
    const value = attributesBehind(grant)
      .map((one) => textOf(own(values, one)))
      .join("; ");
    const reach: ObjectReach = { reaches: passes, grant: name, attribute, value };
    if (passes === "no") return reach;
    unclear ??= reach;
  }
  return unclear ?? { reaches: "yes" };
}

/** The field that a filter finds for a person, if any. */
interface FoundField {
  readonly isFound: Answer;
  readonly column?: FieldCandidate;
}

/**
 * The engine looks for a filter's field among those that the person reaches, and takes it if there is exactly one. It
 * refuses the query otherwise, and where the field's SQL names a field that the person does not reach.
 */
function fieldFor(
  { candidates, countedView }: PlaceFilter,
  reaches: (index: number) => Answer,
  isComplete: boolean,
): FoundField {
  const [first] = candidates;
  // The common case, a field that is written with its view and names no other.
  if (
    first !== undefined &&
    candidates.length === 1 &&
    first.needs.length === 0 &&
    reaches(first.class) === "yes"
  )
    return { isFound: "yes", column: first };
  const reached = candidates.filter((one) => reaches(one.class) === "yes");
  const unclear = candidates.filter((one) => reaches(one.class) === "unclear");
  const [only] = [...reached, ...unclear];
  if (only === undefined) {
    const isCounted = countedView === undefined ? "no" : reaches(countedView);
    const isFound = isCounted === "no" && !isComplete ? "unclear" : isCounted;
    return { isFound };
  }
  if (reached.length > 1) return { isFound: "no" };
  const needs = new Set(only.needs.map(reaches));
  if (unclear.length === 0 && needs.has("no")) return { isFound: "no" };
  return { isFound: unclear.length > 0 || needs.has("unclear") ? "unclear" : "yes", column: only };
}

/** The condition of a filter. A filter that finds no field makes the engine refuse every query. */
function conditionOf(
  place: string,
  { field, attribute }: PlaceFilter,
  { value, meaning: read }: ReadValue,
  { isFound, column }: FoundField,
): PlaceCondition | undefined {
  const meaning =
    isFound === "yes" ? read(column?.isNumber ? "number" : "text") : isFound === "no" ? "none" : "unclear";
  if (meaning === undefined) return undefined;
  // Written out: there are thousands of conditions for each person.
  const by = attribute ?? "";
  if (typeof meaning === "string") return { place, field, attribute: by, value, meaning, column };
  return "entries" in meaning
    ? { place, field, attribute: by, value, meaning: meaning.kind, entries: meaning.entries, column }
    : { place, field, attribute: by, value, meaning: meaning.kind, column };
}

/** A person's value for messages; candidates of a tie side by side. */
const textOf = (texts: readonly string[] | undefined): string => (texts ?? []).join(" | ");
