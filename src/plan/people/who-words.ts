import { peopleOf } from "../../access/view.js";
import type { View } from "../../model/plan/view.js";
import { setOf } from "../../util/collections.js";
import { entriesWithin, type WhoQuestion } from "./who.js";

/** A question about one person, or about the people who have or reach something. */
export type Asked = WhoQuestion | { readonly kind: "person"; readonly member: string };

/** The objects and people that a question can be about. */
export interface Askable {
  readonly attributes: readonly string[];
  readonly groups: readonly string[];
  /** Canonical addresses, also of people who arrive. */
  readonly members: readonly string[];
  readonly objects: readonly string[];
  readonly views: readonly View[];
}

const OBJECT = /^(?:model|view|field|topic|dashboard):/;

/** The question that a word asks by its form alone; `undefined` for a bare word, which may mean several things. */
export function askedBy(what: string): Asked | undefined {
  if (OBJECT.test(what)) return { kind: "object", object: what };
  if (what.startsWith("group:")) return { kind: "group", group: what.slice("group:".length) };
  const at = what.indexOf("=");
  if (at > 0) return { kind: "value", attribute: what.slice(0, at), entry: what.slice(at + 1) };
  return what.includes("@") ? { kind: "person", member: what } : undefined;
}

/** A question as somebody would type it; `undefined` for everybody. */
export function wordsOf(question: Asked): string | undefined {
  switch (question.kind) {
    case "everybody":
      return undefined;
    case "person":
      return question.member;
    case "attribute":
      return question.attribute;
    case "value":
      return `${question.attribute}=${question.entry}`;
    case "group":
      return `group:${question.group}`;
    case "object":
      return question.object;
  }
}

/** The questions that a bare word can mean; letter case counts if it decides. */
export function meaningsOf(word: string, askable: Askable): readonly Asked[] {
  const exact = thingsNamed(askable, (name) => name === word);
  const folded = word.toLowerCase();
  return exact.length > 0 ? exact : thingsNamed(askable, (name) => name.toLowerCase() === folded);
}

/** Every bare word that means something. */
export function namesIn(askable: Askable): readonly string[] {
  return [...setOf(namedThings(askable), "name")];
}

/** The questions about everything whose name this holds for. */
export function thingsNamed(askable: Askable, fits: (name: string) => boolean): readonly Asked[] {
  const found = namedThings(askable).filter(({ name }) => fits(name));
  return [...new Map(found.map(({ asks }) => [JSON.stringify(asks), asks])).values()];
}

interface NamedThing {
  readonly name: string;
  readonly asks: Asked;
}

function namedThings({ attributes, groups, members, objects, views }: Askable): readonly NamedThing[] {
  const values = views.flatMap((view) =>
    [...peopleOf(view)].flatMap(({ values }) =>
      Object.entries(values).flatMap(([attribute, value]) =>
        entriesWithin(value).map((entry) => ({ attribute, entry })),
      ),
    ),
  );
  return [
    ...attributes.map((name): NamedThing => ({ name, asks: { kind: "attribute", attribute: name } })),
    ...groups.map((name): NamedThing => ({ name, asks: { kind: "group", group: name } })),
    ...values.map(({ attribute, entry }): NamedThing => {
      return { name: entry, asks: { kind: "value", attribute, entry } };
    }),
    ...members.map((member): NamedThing => {
      return { name: member.slice(0, member.lastIndexOf("@")), asks: { kind: "person", member } };
    }),
    ...objects.flatMap((object) =>
      shortNamesOf(object).map((name): NamedThing => ({ name, asks: { kind: "object", object } })),
    ),
  ].filter(({ name }) => name !== "");
}

/**
 * The short names of an object: `orders.margin` and `margin` for `field:orders.margin`, the name for any
 * other object.
 */
function shortNamesOf(object: string): readonly string[] {
  const name = object.slice(object.indexOf(":") + 1);
  return object.startsWith("field:") ? [name, name.slice(name.lastIndexOf(".") + 1)] : [name];
}
