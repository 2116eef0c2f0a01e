import type { RowLimit } from "../../model/plan/plan.js";
import { passesGrant } from "../values/grants.js";
import { type Answer, meaningOf, type ValueMeaning } from "../values/value-meaning.js";
import type { CompiledModel, ObjectClass, PlaceFilter } from "./compile-model.js";

/**
 * What a person has for each attribute: one text, none where the attribute is absent, or several where groups of one
 * precedence set different ones and it is not defined which of them wins.
 */
export type PersonValues = Readonly<Record<string, readonly string[]>>;

/** The grant that decides whether a person reaches an object, with the value that it sees. */
export interface DecidingGrant {
  readonly grant: string;
  readonly attribute: string;
  readonly value: string;
}

/** Says whether a person reaches an object and, unless they surely do, the grant that decides it. */
export type Standing = { readonly reaches: "yes" } | ({ readonly reaches: "no" | "unclear" } & DecidingGrant);

/** How a person's rows are limited in one place by one field. A condition that is not added is not listed. */
export interface RowCondition extends RowLimit {
  /** `view:orders` or `topic:Order lines/view:orders`. */
  readonly place: string;
  readonly field: string;
}

/** What a person sees of a data model: a standing for each class of its objects, and the conditions on rows. */
export interface PersonData {
  readonly standings: readonly Standing[];
  readonly rows: readonly RowCondition[];
}

/** Says what people see of one model; people with the same values for its attributes share one answer. */
export function createDataReader(model: CompiledModel): (values: PersonValues) => PersonData {
  const known = new Map<string, PersonData>();
  return (values) => {
    const key = JSON.stringify(model.attributes.map((attribute) => values[attribute] ?? null));
    const data = known.get(key) ?? dataOf(model, values);
    known.set(key, data);
    return data;
  };
}

/** What a person with these values sees. */
export function dataOf(model: CompiledModel, values: PersonValues): PersonData {
  const standings = model.classes.map((objects) => standingOf(objects, values));
  const reaches = (index: number): Answer => standings[index]?.reaches ?? "yes";
  const fieldReach = ({ fieldClass }: PlaceFilter): Answer =>
    fieldClass === undefined ? (model.complete ? "no" : "unclear") : reaches(fieldClass);
  const rows = model.places.flatMap(({ place, classes, filters, templates }) =>
    classes.some((index) => reaches(index) === "no")
      ? []
      : [
          ...filters.flatMap((filter) => conditionOf(place, filter, values, fieldReach(filter))),
          ...templates.map(({ field, attribute }) => {
            const value = textOf(values[attribute]);
            return { place, field, attribute, value, meaning: "unclear" as const };
          }),
        ],
  );
  return { standings, rows };
}

/** All grants have to pass. One that surely does not decides, whatever is unclear about the others. */
function standingOf({ grants }: ObjectClass, values: PersonValues): Standing {
  let unclear: Standing | undefined;
  for (const grant of grants) {
    const { name, attribute = "" } = grant;
    const passes = grant.attribute === undefined ? "unclear" : passesGrant(grant, values[attribute] ?? []);
    if (passes === "yes") continue;
    const standing: Standing = { reaches: passes, grant: name, attribute, value: textOf(values[attribute]) };
    if (passes === "no") return standing;
    unclear ??= standing;
  }
  return unclear ?? { reaches: "yes" };
}

/** A filter whose field the person does not reach (`reach`), or that no view has, makes the engine refuse the query, whatever the value. */
function conditionOf(
  place: string,
  { field, attribute, isNumber }: PlaceFilter,
  values: PersonValues,
  reach: Answer,
): readonly RowCondition[] {
  const texts = values[attribute] ?? [];
  const row = { place, field, attribute, value: textOf(texts) };
  if (reach !== "yes") return [{ ...row, meaning: reach === "no" ? "none" : "unclear" }];
  const [meaning, ...others] = texts.map((text) => meaningOfFilter(text, isNumber));
  // Nothing is added for the empty text. Percent signs add a condition, which all that is not null fits.
  if (meaning === undefined || texts.every((text) => text === "")) return [];
  if (others.some((other) => JSON.stringify(other) !== JSON.stringify(meaning)))
    return [{ ...row, meaning: "unclear" }];
  return [{ ...row, meaning: meaning.kind, ...("entries" in meaning ? { entries: meaning.entries } : {}) }];
}

function meaningOfFilter(text: string, isNumber: boolean): ValueMeaning {
  const meaning = meaningOf(text);
  const isList = "entries" in meaning && text.includes(",");
  return isNumber && isList && meaning.entries.some((entry) => entry === "" || Number.isNaN(Number(entry)))
    ? { kind: "none" }
    : meaning;
}

/** A person's value for messages; candidates of a tie side by side. */
const textOf = (texts: readonly string[] | undefined): string => (texts ?? []).join(" | ");
