import type { DataReader } from "../../access/data/people-data.js";
import { candidatesIn } from "../../access/values/effective-value.js";
import { entriesOf, type Grant, passesGrant } from "../../access/values/grants.js";
import type { EffectiveValue, ValueSource } from "../../model/plan/plan.js";
import { type PersonAt, valuesOf } from "./people-at.js";

/** What `who` asks about: an attribute with an entry of its value (empty: no value at all), or an object of the data model. */
export type WhoQuestion =
  | { readonly kind: "value"; readonly attribute: string; readonly entry: string }
  | { readonly kind: "object"; readonly object: string };

/** Somebody of whom the answer is yes or may be yes. */
export interface WhoAnswer extends Pick<PersonAt, "workspace" | "member" | "role"> {
  /** `unclear`: it is not certain that they reach the object. */
  readonly reaches: "yes" | "unclear";
  /** A missing value alone lets them in. */
  readonly open: boolean;
  readonly arriving?: true;
  /** The values that decide, with the grants that they pass. */
  readonly values: readonly WhoValue[];
}

/** A value that decides; `null` is none at all. */
export interface WhoValue {
  readonly attribute: string;
  readonly value: string | null;
  readonly source: ValueSource | null;
  /** Grants that it passes for certain. */
  readonly grants: readonly string[];
}

/** The people whose effective value has the entry, or who reach the object, in the given order. */
export function whoOf(
  question: WhoQuestion,
  people: readonly PersonAt[],
  reader: DataReader | undefined,
  grants: readonly Grant[],
): readonly WhoAnswer[] {
  if (question.kind === "value") {
    const { attribute, entry } = question;
    return people.flatMap((person) => {
      const value = person.values[attribute];
      if (!hasEntry(value, entry)) return [];
      const open = value === undefined;
      return [{ ...whoIs(person), reaches: "yes" as const, open, values: [weigh(attribute, value, grants)] }];
    });
  }
  if (reader === undefined) return [];
  return people.flatMap((person) => reachedBy(person, question.object, reader));
}

/** Returns true if a value, or some candidate of a tie, is this entry or has it; the empty entry asks for no value. */
export function hasEntry(value: EffectiveValue | undefined, entry: string): boolean {
  if (entry === "" || value === undefined) return entry === "" && value === undefined;
  return candidatesIn(value).some((text) => text === entry || entriesOf(text).includes(entry));
}

function reachedBy(person: PersonAt, object: string, reader: DataReader): readonly WhoAnswer[] {
  const index = reader.model.classes.findIndex(({ objects }) => objects.includes(object));
  const standing = reader.read(valuesOf(person)).standings[index];
  if (standing === undefined || standing.reaches === "no") return [];
  const grants = reader.model.classes[index]?.grants ?? [];
  const attributes = [...new Set(grants.flatMap(({ attribute }) => attribute ?? []))];
  const known = grants.flatMap(({ attribute, ...grant }) =>
    attribute === undefined ? [] : [{ ...grant, attribute }],
  );
  const values = attributes.map((attribute) => weigh(attribute, person.values[attribute], known));
  // With the empty text instead, which is a value like any other to a grant, they would be held back.
  const open = values.some(({ attribute, value }) => value === null && holdsBackEmpty(known, attribute));
  return [{ ...whoIs(person), reaches: standing.reaches, open, values }];
}

const holdsBackEmpty = (grants: readonly Grant[], attribute: string): boolean =>
  grants.some((grant) => grant.attribute === attribute && passesGrant(grant, [""]) === "no");

function whoIs({ workspace, member, role, isArriving }: PersonAt) {
  return { workspace, member, role, ...(isArriving ? { arriving: true as const } : {}) };
}

function weigh(attribute: string, value: EffectiveValue | undefined, grants: readonly Grant[]): WhoValue {
  const passed = grants.filter(
    (grant) => grant.attribute === attribute && passesGrant(grant, candidatesIn(value)) === "yes",
  );
  return {
    attribute,
    value: value?.value ?? null,
    source: value?.source ?? null,
    grants: [...new Set(passed.map(({ name }) => name))].sort(),
  };
}
