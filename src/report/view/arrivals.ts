import { isOpenRow } from "../../access/values/resolution.js";
import { ORGANIZATION_ADMIN } from "../../access/values/roles.js";
import type { Arrival, ArrivingData, ArrivingValue, DataVerdict, Plan } from "../../model/plan/plan.js";
import { plural } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import { type Group, groupAlike, groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { sortedBy } from "../../util/order.js";
import { limitText, objectsText, placesText } from "../words/data-words.js";
import { AWAITED, effectiveText, nameText, roleText, sourceText } from "../words/labels.js";
import type { Part, Section } from "../words/section.js";
import { firstOrCount } from "./access-section.js";
import { valueCounts } from "./value-counts.js";

/** The parts of a plan that its section of arrivals shows. */
type Arriving = Pick<Plan, "arrivals" | "findings" | "summary">;

/** The most people that a row names; with more, it has their number and the first of them. */
const MOST_NAMED = 20;
const FIRST_NAMES = 3;

/**
 * The people who arrive, and their access to come, after those who are open until the next apply: a row for all new
 * ones who arrive alike, who will see most first. Known ones are one line, or rows of their own in full.
 */
export function arrivalSection(plan: Arriving, full = false): Section {
  const { arrivals, summary } = plan;
  const { arriving, known = 0 } = summary.access;
  const sees = dataTexts();
  const hasData = arrivals.some(({ data, unlimited }) => data !== undefined || unlimited);
  const sorted = sortedBy(arrivals, seesMost);
  const [fresh, others] = [sorted.filter(isNew), sorted.filter((one) => !isNew(one))];
  const what = `what they will have once ${arrivalEvent(fresh)} and this file is applied`;
  return {
    id: "arriving",
    title: `Arriving (${arriving})${arriving === 0 ? "" : `: ${what}`}`,
    nouns: ["arrival", "arrivals"],
    lead: [
      ...openOnArrival(plan).map((text) => ({ text, tone: "alarm" as const })),
      ...comparisonNotes(plan).map((text) => ({ text })),
    ],
    parts: [
      ...partsOf(fresh, full),
      ...(known === 0 ? [] : [{ items: [{ cells: [`${known} ${knownWord(others)}`], counts: 0 }] }]),
      ...(full ? partsOf(others, full) : []),
    ],
    shorter: [[{ items: arrivalsByValues(fresh).map((cells) => ({ cells, counts: 0 })) }]],
    table: () => ({
      caption: "A row for each person and workspace.",
      heads: [
        "Person",
        "Workspace",
        "Arrival",
        "Invite",
        "Groups",
        "Will have",
        ...(hasData ? ["Will see"] : []),
      ],
      rows: [...fresh, ...others].map((one) => [
        nameText(one.member),
        visibleName(one.workspace),
        arrivalStatus(one),
        standingText(one),
        groupsChange(one),
        valuesChange(one),
        ...(hasData ? [sees(one).texts.join(", ")] : []),
      ]),
      kinds: [...fresh, ...others].map((one) => (isNew(one) ? "new" : "known")),
    }),
  };
}

const isNew = ({ known }: Arrival): boolean => known !== true;

/** The reason why all of them count as new; nothing where they were compared. */
const comparisonNotes = ({ summary: { access } }: Arriving): readonly string[] =>
  access.compared !== "nothing"
    ? []
    : [
        `no base and no receipt: ${access.arriving === 1 ? "1 counts" : `all ${access.arriving} count`} as new`,
      ];

/** A key by which those come first who will see most: everything, open attributes, objects of the data model, entries of values. */
function seesMost({ values, data, denied, unlimited }: Arrival): string {
  const open = values.filter(isOpenRow).length;
  const entries = denied ? 0 : values.reduce((sum, { value }) => sum + (value ?? "").split(",").length, 0);
  return [unlimited ? 1 : 0, open, data?.gained.length ?? 0, entries]
    .map((n) => String(MOST - n).padStart(9, "0"))
    .join(" ");
}

const MOST = 999_999_999;

/** Rows of those who arrive alike, by workspace; the same people alike in several workspaces are one row of these. */
function partsOf(arrivals: readonly Arrival[], full: boolean): readonly Part[] {
  const sees = dataTexts();
  const rows = alike(arrivals).flatMap((same) => {
    const byWorkspace = [...groupBy(same, ({ workspace }) => workspace)];
    return groupAlike(byWorkspace, ([, own]) => own.map(({ member }) => member)).map((workspaces) => ({
      title: workspaces.map(([workspace]) => visibleName(workspace)).join(", "),
      people: workspaces[0][1],
      counts: workspaces.length * workspaces[0][1].length,
    }));
  });
  return [...groupBy(rows, ({ title }) => title)].map(([title, own]) => ({
    title,
    items: own.map(({ people, counts }) => {
      const [one] = people;
      const names = people.map(({ member }) => nameText(member));
      const news = one.before === undefined ? "" : `${arrivalStatus(one)}, `;
      return {
        cells: [`${firstOrCount(names)}: ${news}${standingText(one)}, in ${groupsChange(one)}`],
        counts,
        names: names.length === 1 ? [] : full || names.length <= MOST_NAMED ? names : [firstOf(names)],
        details: [valuesChange(one), ...sees(one).texts].map((text) => ({ text })),
      };
    }),
  }));
}

function alike(arrivals: readonly Arrival[]): readonly Group<Arrival>[] {
  const sees = dataTexts();
  return groupAlike(arrivals, (arrival) => {
    const { workspace: _, member: __, data: ___, ...same } = arrival;
    return [same, sees(arrival).key];
  });
}

const firstOf = (names: readonly string[]): string => nameList(names, FIRST_NAMES);

/**
 * The news about a person: `new`, `invited before`, or, if other access was approved, the difference: `will
 * see more`.
 */
function arrivalStatus(one: Arrival): string {
  const { known, before } = one;
  if (before !== undefined) return WILL_SEE[before.verdict];
  return known === true ? knownWord([one]) : "new";
}

const WILL_SEE: Readonly<Record<DataVerdict, string>> = {
  widened: "will see more",
  moved: "will see other data",
  unclear: "may see more or less (unclear)",
  narrowed: "will see less",
  same: "will see the same",
};

const isAwaited = ({ invite }: Arrival): boolean => invite === "sign_in";

const knownWord = (known: readonly Arrival[]): string =>
  known.every(isAwaited) ? "awaited before" : "invited before";

/** The event after which people arrive, if it is one for all of them. */
function arrivalEvent(arrivals: readonly Arrival[]): string {
  if (!arrivals.some(isAwaited)) return "the invite is accepted";
  return arrivals.every(isAwaited) ? "they have signed in" : "they have arrived";
}

const INVITED: Readonly<Record<Arrival["invite"], string>> = {
  planned: "invited by this plan",
  pending: "invited already",
  sign_in: AWAITED,
};

/**
 * The standing of a person, such as `invited by this plan, role explore`, with the former role if it was
 * another one.
 */
function standingText({ invite, role, before }: Pick<Arrival, "invite" | "role" | "before">): string {
  const text = (one: string | null): string =>
    one === null && invite === "sign_in" ? "role: the identity provider's" : roleText(one);
  const former = before === undefined || before.role === role ? "" : `${text(before.role)} → `;
  return `${INVITED[invite]}, ${former}${text(role)}`;
}

function groupsChange({ groups, before }: Arrival): string {
  const [former, current] = [groupsText(before?.groups ?? groups), groupsText(groups)];
  return former === current ? current : `${former} → ${current}`;
}

/** The values that somebody will have, those that they were to have before other ones with both. */
function valuesChange({ values, before }: Arrival): string {
  if (before === undefined) return arrivingValues(values);
  const former = new Map(before.values.map((one) => [one.attribute, one]));
  const current = new Map(values.map((one) => [one.attribute, one]));
  const none = (attribute: string): ArrivingValue => ({ attribute, value: null, source: null });
  return [...new Set([...former.keys(), ...current.keys()])]
    .sort()
    .map((attribute) =>
      rowText(current.get(attribute) ?? none(attribute), former.get(attribute) ?? none(attribute)),
    )
    .join(", ");
}

/** Many who arrive see the same: it is written out once, for a comparison and in words. */
function dataTexts() {
  const known = new Map<ArrivingData, { readonly key: string; readonly texts: readonly string[] }>();
  return ({ data, unlimited, role }: Pick<Arrival, "data" | "unlimited" | "role">) => {
    if (unlimited) return { key: "", texts: [seesEverything(role)] };
    if (data === undefined) return { key: "", texts: [] };
    const shown = known.get(data) ?? { key: JSON.stringify(data), texts: seesTexts(data) };
    known.set(data, shown);
    return shown;
  };
}

/** The sentence for a person whom their role does not limit; one of the roles holds in all workspaces. */
const seesEverything = (role: string | null): string =>
  `will see everything${role === ORGANIZATION_ADMIN ? " in every workspace" : ""}: ${roleText(role)}`;

/** The texts about the part of the data model that an arriving person will see. */
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

/** The shortest form of arrivals: how many people will have which role and which value of each attribute. */
function arrivalsByValues(arrivals: readonly Arrival[]): readonly (readonly string[])[] {
  const sees = dataTexts();
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
  values.map((one) => rowText(one)).join(", ");

/**
 * The text of a value: `region west (Sales)`, or with the former value: `region west → "west,east" (Board)`.
 */
function rowText(current: ArrivingValue, former = current): string {
  const [from, to] = [arrivingValue(former), arrivingValue(current)];
  const source = current.source === null ? "" : ` (${sourceText(current.source)})`;
  return `${nameText(current.attribute)} ${from === to ? to : `${from} → ${to}`}${source}`;
}

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
  const texts = [...(values.length === 0 ? [] : [arrivingValues(values)]), ...dataTexts()(arrival).texts];
  const will = texts.length === 0 ? "" : `: ${texts.join("; ")}`;
  return `${visibleName(workspace)}: ${visibleName(member)} arrives in ${groupsText(groups)} (${standingText({ invite, role })})${will}`;
}

/** The names of groups within a sentence. */
export const groupsText = (groups: readonly string[]): string =>
  groups.length === 0 ? "no group" : groups.map(nameText).join(", ");
