import { ORGANIZATION_ADMIN } from "../../access/roles.js";
import { isOpenRow } from "../../access/values/resolution.js";
import type { Arrival, ArrivingData, ArrivingValue, Plan } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/summary.js";
import { plural } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
import { limitText, objectsText, placesText } from "../words/data-words.js";
import { AWAITED, effectiveText, nameText, roleText, sourceText } from "../words/labels.js";
import type { Section } from "../words/section.js";
import { oneOrCount } from "./access-section.js";
import { isTooLong } from "./folding.js";
import { valueCounts } from "./value-counts.js";

/** The parts of a plan that its section of arrivals shows. */
type Arriving = Pick<Plan, "arrivals" | "findings">;

/**
 * The people who arrive, and their access to come: a row for all who arrive alike, after those who are open until
 * the next apply. The short form counts people by what they will see, and by role.
 */
export function arrivalSection(plan: Arriving): Section {
  const arrivals = unlimitedFirst(plan.arrivals);
  const sees = sayingData();
  const hasData = arrivals.some(({ data, unlimited }) => data !== undefined || unlimited);
  const byWorkspace = [...groupBy(arrivalGroups(arrivals), ({ workspace }) => workspace)];
  return {
    id: "arriving",
    title: `Arriving (${countPeople(arrivals)}): what they will have once ${arrivalEvent(arrivals)} and this file is applied`,
    nouns: ["arrival", "arrivals"],
    isLong: isTooLong(arrivals),
    lead: openOnArrival(plan).map((text) => ({ text, tone: "alarm" })),
    parts: byWorkspace.map(([workspace, own]) => ({
      title: visibleName(workspace),
      items: own.map(({ names, invite, values, sees }) => ({
        cells: [`${oneOrCount(names)}: ${invite}`],
        counts: names.length,
        names: names.length === 1 ? [] : names,
        details: [values, ...sees].map((text) => ({ text })),
      })),
    })),
    shorter: [[{ items: arrivalsByValues(arrivals).map((cells) => ({ cells, counts: 0 })) }]],
    table: () => ({
      caption: "A row for each person and workspace.",
      heads: ["Person", "Workspace", "Invite", "Groups", "Will have", ...(hasData ? ["Will see"] : [])],
      rows: arrivals.map((arrival) => [
        nameText(arrival.member),
        visibleName(arrival.workspace),
        standingText(arrival, arrival.invite === "sign_in" ? AWAITED : arrival.invite),
        arrival.groups.map(nameText).join(", "),
        arrivingValues(arrival.values),
        ...(hasData ? [sees(arrival).texts.join(", ")] : []),
      ]),
    }),
  };
}

/** People who arrive in one workspace with the same invite, role, groups and values. */
interface ArrivalGroup {
  readonly workspace: string;
  /** At least one. */
  readonly names: readonly string[];
  /** `invited by this plan, role explore, in Sales West`. */
  readonly invite: string;
  /** `region west (Sales West)`, for each attribute. */
  readonly values: string;
  /** `will see the view orders with 12 fields`; empty without a data model. */
  readonly sees: readonly string[];
}

const INVITED: Readonly<Record<Arrival["invite"], string>> = {
  planned: "invited by this plan",
  pending: "invited already",
  sign_in: AWAITED,
};

/** `invited by this plan, role explore`. */
const standingText = ({ invite, role }: Pick<Arrival, "invite" | "role">, how: string = INVITED[invite]) =>
  `${how}, ${role === null && invite === "sign_in" ? "role: the identity provider's" : roleText(role)}`;

/** The event after which people arrive, as far as it is one for all of them. */
function arrivalEvent(arrivals: readonly Arrival[]): string {
  const awaited = arrivals.filter(({ invite }) => invite === "sign_in").length;
  if (awaited === 0) return "the invite is accepted";
  return awaited === arrivals.length ? "they have signed in" : "they have arrived";
}

/** Everybody who arrives, those who are alike together. */
function arrivalGroups(arrivals: readonly Arrival[]): readonly ArrivalGroup[] {
  const sees = sayingData();
  const alike = groupAlike(arrivals, (arrival) => {
    const { member: _, data: __, ...same } = arrival;
    return [same, sees(arrival).key];
  });
  return alike.map((same) => {
    const [first] = same;
    const { workspace, invite, role, groups, values } = first;
    return {
      workspace,
      names: same.map(({ member }) => nameText(member)),
      invite: `${standingText({ invite, role })}, in ${groupsText(groups)}`,
      values: arrivingValues(values),
      sees: sees(first).texts,
    };
  });
}

/** Many who arrive see the same: it is written out once, for a comparison and in words. */
function sayingData() {
  const known = new Map<ArrivingData, { readonly key: string; readonly texts: readonly string[] }>();
  return ({ data, unlimited, role }: Pick<Arrival, "data" | "unlimited" | "role">) => {
    if (unlimited) return { key: "", texts: [seesEverything(role)] };
    if (data === undefined) return { key: "", texts: [] };
    const said = known.get(data) ?? { key: JSON.stringify(data), texts: seesTexts(data) };
    known.set(data, said);
    return said;
  };
}

/** What somebody sees whom their role does not limit; one of the roles holds beyond the workspace. */
const seesEverything = (role: string | null): string =>
  `will see everything${role === ORGANIZATION_ADMIN ? " in every workspace" : ""}: ${roleText(role)}`;

/** Those who will see everything come first. */
const unlimitedFirst = (arrivals: readonly Arrival[]): readonly Arrival[] => [
  ...arrivals.filter(({ unlimited }) => unlimited),
  ...arrivals.filter(({ unlimited }) => !unlimited),
];

/** What somebody who arrives will see of the data model, a text each. */
function seesTexts(data: ArrivingData): readonly string[] {
  const { gained, unclear, rows } = data;
  return [
    gained.length === 0 ? "will certainly see nothing" : `will see ${objectsText(gained)}`,
    ...(unclear.length === 0 ? [] : [`may see ${objectsText(unclear)} (unclear)`]),
    ...groupAlike(rows, ({ limit }) => limit).map((same) => {
      const [{ limit }] = same;
      return `rows of ${placesText(same.map(({ place }) => place))}: ${limitText(limit)}`;
    }),
  ];
}

/** Everybody who arrives at their shortest: how many people will have which role and which value of each attribute. */
function arrivalsByValues(arrivals: readonly Arrival[]): readonly (readonly string[])[] {
  const sees = sayingData();
  const facts = arrivals.flatMap((arrival) => {
    const { workspace, member, invite, role, values } = arrival;
    const { texts } = sees(arrival);
    const byDefault = invite === "sign_in" ? "the identity provider's" : "the default";
    const own = values.map((one) => ({
      attribute: nameText(one.attribute),
      text: arrivingValue(one),
      isOpen: isOpenRow(one),
    }));
    const all = [
      { attribute: "role", text: nameText(String(role ?? byDefault)), isOpen: false },
      ...own,
      ...(texts.length === 0 ? [] : [{ attribute: "data", text: texts.join(", "), isOpen: false }]),
    ];
    return all.map((fact) => ({ ...fact, workspace, member }));
  });
  return valueCounts(facts, { rows: 24, values: 5 });
}

const arrivingValue = ({ value, source }: ArrivingValue): string =>
  effectiveText(value === null || source === null ? null : { value, source });

/** The values that somebody will have, attribute by attribute. */
export const arrivingValues = (values: readonly ArrivingValue[]): string =>
  values
    .map((one) => {
      const from = one.source === null ? "" : ` (${sourceText(one.source)})`;
      return `${nameText(one.attribute)} ${arrivingValue(one)}${from}`;
    })
    .join(", ");

/** People who are open between accepting and the next apply, a sentence each; the diagnostics say what to do. */
function openOnArrival({ findings }: Arriving): string[] {
  return findings.filter(({ code }) => code === "arrives-open").map(({ summary }) => summary);
}

/** The number of people who arrive, for the last line; empty if nobody does. */
export function arrivalCount({ summary }: Pick<Plan, "summary">): string {
  const { arriving } = summary.access;
  return arriving === 0 ? "" : `${arriving} ${plural(arriving, "arrives", "arrive")}`;
}

/**
 * One who arrives within a list of differences: `northwind-prod: ada@… arrives in Sales (invited already, …): region
 * west`.
 */
export function arrivalSentence(arrival: Arrival): string {
  const { workspace, member, invite, role, groups, values } = arrival;
  const texts = [...(values.length === 0 ? [] : [arrivingValues(values)]), ...sayingData()(arrival).texts];
  const will = texts.length === 0 ? "" : `: ${texts.join("; ")}`;
  return `${visibleName(workspace)}: ${visibleName(member)} arrives in ${groupsText(groups)} (${standingText({ invite, role })})${will}`;
}

/** Names of groups within a sentence. */
export const groupsText = (groups: readonly string[]): string =>
  groups.length === 0 ? "no group" : groups.map(nameText).join(", ");
