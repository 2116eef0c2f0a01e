import { groupValueOf, indicesOf, memberAttributeOf } from "../../access/values/access-state.js";
import { isGain, verdictOfValues } from "../../access/values/compare-meanings.js";
import type { Denials } from "../../access/values/denials.js";
import { isOpen } from "../../access/values/value-meaning.js";
import { peopleOf } from "../../access/view.js";
import { ALL_USERS, attributeAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { AccessChange, Arrival } from "../../model/plan/plan.js";
import type { Moments, View } from "../../model/plan/view.js";
import { count, nameList } from "../../util/english.js";
import { type ArrivingAccess, columnsOf, type Newcomer } from "../people/arrivals.js";

/**
 * Reports people who will be open between their arrival and the next apply, for an attribute that groups or a
 * value of their own will set: until then they are in the built-in group only.
 */
export function lintArrivals(
  { nameIndex, state, newcomers, first }: ArrivingAccess,
  attributes: { has(name: string): boolean },
): readonly Diagnostic[] {
  if (newcomers.length === 0) return [];
  const everybody = nameIndex.groups.indexOf(ALL_USERS);
  const attributeAt = indicesOf(nameIndex.attributes);
  return columnsOf(nameIndex, attributes).flatMap((attribute) => {
    const a = attributeAt.get(attribute) ?? 0;
    const builtInValue = groupValueOf(state, everybody, a);
    if (!isOpen(builtInValue)) return [];
    const open = newcomers.filter((_, i) => {
      const groups = state.groupsOf[first + i] ?? [];
      const hasValue = groups.some((g) => g !== everybody && groupValueOf(state, g, a) !== undefined);
      return hasValue || state.ownValue.has(memberAttributeOf(state, first + i, a));
    });
    return open.length === 0 ? [] : [arrivesOpen(nameIndex.workspace, attribute, builtInValue, open)];
  });
}

function arrivesOpen(
  workspace: string,
  attribute: string,
  builtInValue: string | undefined,
  open: readonly Newcomer[],
): Diagnostic {
  const people = nameList(open.map(({ email }) => email));
  const what =
    builtInValue === undefined
      ? "sets no value"
      : `sets ${JSON.stringify(builtInValue)}, which limits nobody`;
  const arrival = open.every(({ invite }) => invite === "sign_in")
    ? "the first sign-in"
    : "accepting the invite";
  return finding(
    "arrives-open",
    `${count(open.length, "person arrives", "people arrive")} in ${workspace} without a value that limits ${attribute}`,
    `Between ${arrival} and the next apply ${people} will be in ${ALL_USERS} only, which ${what}: until then, no value of ${attribute} limits them. On ${ALL_USERS}, set a value of ${attribute} that grants nothing; values of other groups and own values win over it.`,
    { address: attributeAddress(workspace, attribute) },
  );
}

/**
 * Reports people with an invite, or awaited ones, who would see more between their arrival and the next apply than without
 * the plan; what they have after that is compared where arrivals are.
 */
export function lintInterim(
  { workspace, start, accepted }: Moments,
  arrivals: readonly Arrival[],
): readonly Diagnostic[] {
  const attributes = new Set(arrivals.flatMap(({ arrives_wider = [] }) => arrives_wider));
  return [...attributes].sort().map((attribute) => {
    const people = arrivals.filter(({ arrives_wider }) => arrives_wider?.includes(attribute));
    const values = [start.valueForAll(attribute), accepted.valueForAll(attribute)];
    return arrivesWider(
      workspace,
      attribute,
      values,
      people.map(({ member }) => member),
    );
  });
}

/** The attributes whose value for everybody limits nobody, and those where a plan lets it allow more. */
interface AtFirst {
  readonly open: ReadonlySet<string>;
  readonly wider: ReadonlySet<string>;
}

/** The values that everybody has from their arrival on, as far as they matter until the next apply. */
export function valuesAtFirst(start: View, end: View, denials: Denials): AtFirst {
  const open = new Set(end.attributes.filter((attribute) => isOpen(end.valueForAll(attribute))));
  const wider = end.attributes.filter((attribute) => {
    const [before, after] = [start.valueForAll(attribute), end.valueForAll(attribute)];
    return !open.has(attribute) && isGain(verdictOfValues(before, after, denials(attribute)));
  });
  return { open, wider: new Set(wider) };
}

/**
 * The attributes for which somebody has the value of everybody between their arrival and the next apply, and then another
 * one: where nothing limits them until then, and where the plan lets them see more than without it. An approval covers both.
 */
export function arrivesWith(
  { invite, unlimited, values }: Arrival,
  { open, wider }: AtFirst,
): Pick<Arrival, "arrives_open" | "arrives_wider"> {
  const later = values.flatMap(({ attribute, source }) =>
    source === null || isAllUsers(source) ? [] : [attribute],
  );
  const arrives_open = later.filter((attribute) => open.has(attribute));
  const isConcerned = invite !== "planned" && unlimited === undefined;
  const arrives_wider = isConcerned ? later.filter((attribute) => wider.has(attribute)) : [];
  return {
    ...(arrives_open.length > 0 && { arrives_open }),
    ...(arrives_wider.length > 0 && { arrives_wider }),
  };
}

/** A value of somebody who has not arrived yet. */
export type FutureValue = Pick<AccessChange, "member" | "attribute">;

/**
 * The values that limit people who have not arrived, and that a plan removes or opens: those of the built-in group, which
 * they have from the moment of their arrival, and those that they were to have with what was planned for them before. An
 * invite that stands can be accepted whatever the plan takes away.
 */
export function openedBeforeArrival(
  { start, accepted }: Moments,
  arrivals: readonly Arrival[],
): readonly FutureValue[] {
  const opensForAll = start.attributes.filter(
    (attribute) => !isOpen(start.valueForAll(attribute)) && isOpen(accepted.valueForAll(attribute)),
  );
  const waiting =
    opensForAll.length === 0
      ? []
      : [...peopleOf(accepted)].filter(({ presence }) => presence === "pending" || presence === "sign_in");
  const opened = [
    ...waiting.flatMap(({ member }) => opensForAll.map((attribute) => ({ member, attribute }))),
    ...arrivals.flatMap(({ member, values, before }) => {
      const now = new Map(values.map(({ attribute, value }) => [attribute, value ?? undefined]));
      const opens = before?.values.filter(
        ({ attribute, value }) => !isOpen(value ?? undefined) && isOpen(now.get(attribute)),
      );
      return (opens ?? []).map(({ attribute }) => ({ member, attribute }));
    }),
  ];
  return [...new Map(opened.map((one) => [JSON.stringify([one.member, one.attribute]), one])).values()];
}

const isAllUsers = (source: NonNullable<Arrival["values"][number]["source"]>): boolean =>
  source.kind === "group" && source.group === ALL_USERS;

function arrivesWider(
  workspace: string,
  attribute: string,
  [before, after]: readonly (string | undefined)[],
  people: readonly string[],
): Diagnostic {
  const former = before === undefined ? "no value" : JSON.stringify(before);
  return finding(
    "arrives-wider",
    `${count(people.length, "person who arrives", "people who arrive")} in ${workspace} will see more or other data of ${attribute} until the next apply`,
    `Between their arrival and the next apply ${nameList(people)} will be in ${ALL_USERS} only, and this plan changes its value from ${former} to ${JSON.stringify(after)}. Leave a value there that grants nothing; values of other groups and own values win over it.`,
    { address: attributeAddress(workspace, attribute) },
  );
}
