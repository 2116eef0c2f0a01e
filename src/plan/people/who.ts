import { mayBeOpen } from "../../access/values/access-state.js";
import { candidatesIn, isOpenRow } from "../../access/values/effective-value.js";
import { entriesOf, type Grant, passesGrant } from "../../access/values/grants.js";
import { isUnlimited } from "../../access/values/roles.js";
import { leavesEntry, meaningOf } from "../../access/values/value-meaning.js";
import { peopleOf } from "../../access/view.js";
import {
  type DataReader,
  filledValuesOf,
  type Reach,
  reachOfPerson,
} from "../../data-model/answer/people-data.js";
import { classesIn } from "../../data-model/compile/compile-model.js";
import { ALL_USERS } from "../../model/address.js";
import type { ArrivingValue, EffectiveValue } from "../../model/plan/plan.js";
import type { Person, Roles, View } from "../../model/plan/view.js";
import { FILLED_BY_PRODUCT } from "../../model/state/reserved-attributes.js";
import { byKey, oncePerKey, sortedTexts } from "../../util/collections.js";
import { defined, own } from "../../util/record.js";

/** A question of `who`: about everybody, or about those who have something or reach it. An empty entry means no value at all. */
export type WhoQuestion =
  | { readonly kind: "everybody" }
  | {
      readonly kind: "attribute";
      readonly attribute: string;
      /** True if people without a value are meant as well. */
      readonly orNone?: true;
    }
  | { readonly kind: "value"; readonly attribute: string; readonly entry: string }
  | { readonly kind: "group"; readonly group: string }
  | { readonly kind: "object"; readonly object: string };

/** A person for whom the answer is yes or may be yes. */
export interface WhoAnswer extends Roles {
  readonly workspace: string;
  readonly member: string;
  readonly listed?: boolean;
  readonly limited_by: Person["limitedBy"];
  /** The means by which a person reaches the object or is open; for a value, the first that fits: role, value, open. */
  readonly by?: Reach["by"] | "value" | "open";
  /** The fields by whose columns they reach the object. */
  readonly through?: readonly string[];
  /** The verdict; `unclear` if it is not certain that they reach the object, or see what the value stands for. */
  readonly reaches: "yes" | "unclear";
  /**
   * For an object: true if a missing value alone gives access. Otherwise: true if a value below is missing,
   * or hides no rows.
   */
  readonly open: boolean;
  readonly arriving?: true;
  /** The way of arrival, for people who are not invited but arrive by single sign-on. */
  readonly arrive_by?: "sign_in";
  /** The values that decide, with the grants that they pass. */
  readonly values: readonly WhoValue[];
}

/** A value that decides; `null` is none at all. */
export interface WhoValue extends ArrivingValue {
  /** Grants that it passes for certain. */
  readonly grants: readonly string[];
}

/** The data model, for questions about objects; without one, nobody passes a grant. */
interface WhoModel {
  readonly reader: DataReader;
  readonly grants: readonly Grant[];
}

/** The people whom a question is about, in the given order, with the values that decide. */
export function whoOf(
  question: WhoQuestion,
  views: readonly View[],
  model: WhoModel | undefined,
): readonly WhoAnswer[] {
  const means = { weighs: weighing(model?.grants ?? []), reader: model?.reader };
  return views.flatMap((view) =>
    [...peopleOf(view)].flatMap((person) => answerOf(question, person, view.attributes, means)),
  );
}

/** The people who are in every answer, by the way of the first that has one, with the values that decide any of them. */
export function answersOfAll([
  first = [],
  ...others
]: readonly (readonly WhoAnswer[])[]): readonly WhoAnswer[] {
  const keyOf = ({ workspace, member }: WhoAnswer): string => JSON.stringify([workspace, member]);
  return others.reduce((some, list) => {
    const byPerson = new Map(list.map((answer) => [keyOf(answer), answer]));
    return some.flatMap((one): readonly WhoAnswer[] => {
      const other = byPerson.get(keyOf(one));
      if (other === undefined) return [];
      const values = byKey([...other.values, ...one.values], "attribute");
      const reaches = [one, other].some((answer) => answer.reaches === "unclear") ? "unclear" : "yes";
      const by = one.by ?? other.by;
      return [
        { ...one, ...(by && { by }), reaches, open: one.open || other.open, values: [...values.values()] },
      ];
    });
  }, first);
}

function answerOf(
  question: WhoQuestion,
  person: Person,
  attributes: readonly string[],
  { weighs, reader }: { readonly weighs: Weigh; readonly reader: DataReader | undefined },
): readonly WhoAnswer[] {
  const { groups } = person;
  switch (question.kind) {
    case "everybody":
      return [withValues(person, attributes, weighs)];
    case "group": {
      // Everybody is in the built-in one.
      const isIn = [ALL_USERS, ...groups].includes(question.group);
      return isIn ? [withValues(person, attributes, weighs)] : [];
    }
    case "attribute": {
      const { attribute, orNone } = question;
      const filled = withFilled(person, attribute);
      const isAsked =
        own(filled.values, attribute) !== undefined || (orNone && attributes.includes(attribute));
      return isAsked ? [withValues(filled, [attribute], weighs)] : [];
    }
    case "value": {
      const { attribute, entry } = question;
      const filled = withFilled(person, attribute);
      const way = wayTo(entry, filled, own(filled.values, attribute));
      return way === undefined ? [] : [{ ...withValues(filled, [attribute], weighs), ...way }];
    }
    case "object":
      return reader === undefined ? [] : reachedBy(person, question.object, reader);
  }
}

/**
 * The answers of people who are open, and of those who see everything by their role; where the question is not about an
 * object, with their open values only.
 */
export function openAnswers(question: WhoQuestion, answers: readonly WhoAnswer[]): readonly WhoAnswer[] {
  const found = answers.filter((answer) => answer.open || wayOf(answer) === "role");
  if (question.kind === "object") return found;
  return found.map((answer) => {
    const { values, ...others } = answer;
    return { ...others, by: wayOf(answer), values: values.filter(isOpenRow) };
  });
}

/** The means by which somebody is in an answer; where the question is about none, their role or their values. */
export const wayOf = ({ by, limited_by }: WhoAnswer): NonNullable<WhoAnswer["by"]> =>
  by ?? (limited_by === "nothing" ? "role" : "values");

/**
 * How somebody sees what an entry of a value stands for, also without having it: by no value, by one that hides nothing or
 * excludes others, or by their role. `undefined` if they surely do not. The empty entry asks for no value alone.
 */
function wayTo(
  entry: string,
  person: Person,
  value: EffectiveValue | undefined,
): Pick<WhoAnswer, "by" | "reaches"> | undefined {
  if (entry === "" && value !== undefined) return undefined;
  if (isUnlimited(person)) return { by: "role", reaches: "yes" };
  const candidates = candidatesIn(value);
  const leaves = candidates.map((text) => leavesEntry(meaningOf(text), entry));
  const isOpen = mayBeOpen(candidates);
  const has = value !== undefined && entriesWithin(value).includes(entry);
  if (!has && !isOpen && leaves.every((answer) => answer === "no")) return undefined;
  return {
    by: isOpen && !has ? "open" : "value",
    reaches: has || leaves.every((answer) => answer === "yes") ? "yes" : "unclear",
  };
}

/** Somebody with their address as a value, where the question is about the attribute that the product fills with it. */
const withFilled = (person: Person, attribute: string): Person =>
  attribute === FILLED_BY_PRODUCT ? { ...person, values: filledValuesOf(person) } : person;

/** The entries of a value, and the complete value; for a tie, those of every candidate. */
export function entriesWithin(value: EffectiveValue): readonly string[] {
  return candidatesIn(value).flatMap((text) => [text, ...entriesOf(text)]);
}

function withValues(person: Person, attributes: readonly string[], weighs: Weigh): WhoAnswer {
  const values = [...attributes].sort().map((attribute) => weighs(attribute, own(person.values, attribute)));
  return answerFor(person, { reaches: "yes", open: values.some(isOpenRow), values });
}

function reachedBy(person: Person, object: string, reader: DataReader): readonly WhoAnswer[] {
  const index = classesIn(reader.model).get(object);
  if (index === undefined) return [];
  const { reaches, ...how } = reachOfPerson(reader, person)(object, index);
  if (reaches === "no") return [];
  const grants = reader.model.classes[index]?.grants ?? [];
  const attributes = [...new Set(grants.flatMap(({ attribute }) => attribute ?? []))];
  const known = grants.flatMap(({ attribute, ...grant }) =>
    attribute === undefined ? [] : [{ ...grant, attribute }],
  );
  const filled = filledValuesOf(person);
  const values = attributes.map((attribute) => weigh(attribute, own(filled, attribute), known));
  // With the empty text instead, which is a value like any other to a grant, they would be held back.
  const open =
    how.by === "values" &&
    values.some(({ attribute, value }) => value === null && holdsBackEmpty(known, attribute));
  return [answerFor(person, { reaches, ...how, open, values })];
}

const holdsBackEmpty = (grants: readonly Grant[], attribute: string): boolean =>
  grants.some((grant) => grant.attribute === attribute && passesGrant(grant, [""]) === "no");

function answerFor(
  { workspace, member, role, everywhere, limitedBy: limited_by, presence, listed }: Person,
  verdict: Pick<WhoAnswer, "reaches" | "by" | "through" | "open" | "values">,
): WhoAnswer {
  const arriving = presence === "member" ? undefined : (true as const);
  const arrive_by = presence === "sign_in" ? presence : undefined;
  const whoIs = { workspace, member, role, everywhere, limited_by, arriving, arrive_by, listed };
  return { ...defined(whoIs), ...verdict };
}

/** Weighs a value of an attribute; `undefined` is none. */
type Weigh = (attribute: string, value: EffectiveValue | undefined) => WhoValue;

/** Weighs the value that a group gives once, however many people get it: a large organization has half a million values. */
function weighing(grants: readonly Grant[]): Weigh {
  const ofAttribute = oncePerKey((_: string) => new Map<EffectiveValue | undefined, WhoValue>());
  return (attribute, value) => {
    const known = ofAttribute(attribute);
    const weighed = known.get(value) ?? weigh(attribute, value, grants);
    if (value?.source.kind !== "own") known.set(value, weighed);
    return weighed;
  };
}

function weigh(attribute: string, value: EffectiveValue | undefined, grants: readonly Grant[]): WhoValue {
  const passed = grants.filter(
    (grant) => grant.attribute === attribute && passesGrant(grant, candidatesIn(value)) === "yes",
  );
  return {
    attribute,
    value: value?.value ?? null,
    source: value?.source ?? null,
    grants: sortedTexts(passed.map(({ name }) => name)),
  };
}
