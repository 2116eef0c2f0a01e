import { ORGANIZATION_ADMIN } from "../../access/values/roles.js";
import type { Arrival, ArrivingData, ArrivingValue, DataVerdict } from "../../model/plan/plan.js";
import { byKey, compact, groupAlike, oncePer, sortedTexts } from "../../util/collections.js";
import { visibleName } from "../../util/escape.js";
import { limitText, objectsText, placesText } from "./data-words.js";
import {
  AWAITED,
  effectiveText,
  type FieldChange,
  fieldText,
  nameText,
  roleText,
  sourceText,
} from "./labels.js";

/** The news about somebody who has the wider value of All Users until they get their own. */
export const WIDER_AT_FIRST = "will see more until the next apply";

/** The difference from what somebody was to see before. */
export const WILL_SEE: Readonly<Record<DataVerdict, string>> = {
  widened: "will see more",
  moved: "will see other data",
  unclear: "may see more or less",
  narrowed: "will see less",
  same: "will see the same",
};

const isAwaited = ({ invite }: Arrival): boolean => invite === "sign_in";

/** The words for people whose arrival is known from before. */
export const knownWord = (known: readonly Arrival[]): string =>
  known.every(isAwaited) ? "awaited before" : "invited before";

/** The event after which people arrive, if it is one for all of them. */
export function arrivalEvent(arrivals: readonly Arrival[]): string {
  if (!arrivals.some(isAwaited)) return "the invite is accepted";
  return arrivals.every(isAwaited) ? "they have signed in" : "they have arrived";
}

/** The standing of a person who arrives. */
export const INVITED: Readonly<Record<Arrival["invite"], string>> = {
  planned: "invited by this plan",
  pending: "invited already",
  sign_in: AWAITED,
};

/**
 * The standing of a person, such as `invited by this plan, role explore`, with the former role if it was
 * another one.
 */
export function standingText({ invite, role, before }: Pick<Arrival, "invite" | "role" | "before">): string {
  const text = (one: string | null): string =>
    one === null && invite === "sign_in" ? "role: the identity provider's" : roleText(one);
  const former = before === undefined || before.role === role ? "" : `${text(before.role)} → `;
  return `${INVITED[invite]}, ${former}${text(role)}`;
}

/** The values that somebody will have, those that they were to have before other ones with both. */
export const valuesChange = (arrival: Arrival): string => arrivingFields(arrival).map(fieldText).join(", ");

/** The same attribute by attribute: `region`, `west`, `"west,east" (Board)`. */
export function arrivingFields({ values, before }: Arrival): readonly FieldChange[] {
  const former = byKey(before?.values, "attribute");
  const current = byKey(values, "attribute");
  const names =
    before === undefined ? [...current.keys()] : sortedTexts([...former.keys(), ...current.keys()]);
  return names.map((attribute) => {
    const none = { attribute, value: null, source: null };
    const now = current.get(attribute) ?? none;
    return fieldOf(now, before === undefined ? now : (former.get(attribute) ?? none));
  });
}

/** The texts about what somebody will see, by their role or of the data model. */
export function seesTexts({ data, unlimited, role }: Arrival): readonly string[] {
  if (unlimited) return [seesEverything(role)];
  return data === undefined ? [] : dataTexts(data);
}

/** The sentence for a person whom their role does not limit; one of the roles holds in all workspaces. */
const seesEverything = (role: string | null): string =>
  `will see everything${role === ORGANIZATION_ADMIN ? " in every workspace" : ""}: ${roleText(role)}`;

/** The texts about the part of the data model that an arriving person will see: once for all who see the same. */
const dataTexts = oncePer(({ gained, unclear, rows }: ArrivingData): readonly string[] =>
  compact([
    gained.length > 0 && `will see ${objectsText(gained)}`,
    unclear.length > 0 && `may see ${objectsText(unclear)} (unclear)`,
    gained.length + unclear.length === 0 && "will certainly see nothing",
    ...groupAlike(rows, ({ limit }) => limit).map((same) => {
      const [{ limit }] = same;
      return `rows of ${placesText(same.map(({ place }) => place))}: ${limitText(limit)}`;
    }),
  ]),
);

/** The value of an attribute as people read it. */
const arrivingValue = ({ value, source }: ArrivingValue): string =>
  effectiveText(value === null || source === null ? null : { value, source });

/** The values that somebody will have, attribute by attribute. */
export const arrivingValues = (values: readonly ArrivingValue[]): string =>
  values
    .map((one) => fieldOf(one, one))
    .map(({ name, after }) => `${name} ${after}`)
    .join(", ");

/** A value with its source, and the former one if it was another. */
function fieldOf(current: ArrivingValue, former: ArrivingValue): FieldChange {
  const [from, to] = [arrivingValue(former), arrivingValue(current)];
  const source = current.source === null ? "" : ` (${sourceText(current.source)})`;
  return { name: nameText(current.attribute), ...(from !== to && { before: from }), after: to + source };
}

/**
 * One who arrives within a list of differences: `northwind-prod: ada@… arrives in Sales (invited already, …): region
 * west`.
 */
export function arrivalSentence(arrival: Arrival): string {
  const { workspace, member, invite, role, groups, values, arrives_open, arrives_wider } = arrival;
  const texts = compact([
    arrivingValues(values),
    ...seesTexts(arrival),
    arrives_open && `until the next apply nothing limits ${arrives_open.map(nameText).join(", ")}`,
    arrives_wider && `until the next apply sees more of ${arrives_wider.map(nameText).join(", ")}`,
  ]);
  const will = texts.length === 0 ? "" : `: ${texts.join("; ")}`;
  return `${visibleName(workspace)}: ${visibleName(member)} arrives in ${groupsText(groups)} (${standingText({ invite, role })})${will}`;
}

/** The names of groups within a sentence. */
export const groupsText = (groups: readonly string[]): string =>
  groups.length === 0 ? "no group" : groups.map(nameText).join(", ");
