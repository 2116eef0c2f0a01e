import { isOpenRow } from "../../access/values/resolution.js";
import type { Arrival, ArrivingData, Plan } from "../../model/plan/plan.js";
import { isNew } from "../../plan/people/arrivals.js";
import { type Group, groupAlike, groupBy, oncePer, sortedBy } from "../../util/collections.js";
import { nameList, plural } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import {
  arrivalEvent,
  arrivalStatus,
  arrivingValue,
  groupsChange,
  knownWord,
  seesTexts,
  standingText,
  valuesChange,
  WIDER_AT_FIRST,
  WILL_SEE,
} from "../words/arrival-words.js";
import { nameText } from "../words/labels.js";
import type { Item, Part, Section } from "../words/section.js";
import type { PageTable } from "../words/table.js";
import { firstOrCount } from "./access-section.js";
import { valueCounts } from "./value-counts.js";

/** The most people that a row names; with more, it has their number and the first of them. */
const MOST_NAMED = 20;
const FIRST_NAMES = 3;

/**
 * The people who arrive, and their access to come, after those who are open until the next apply: a row for all new
 * ones who arrive alike, who will see most first. Known ones are usually one line, and otherwise rows of their own.
 */
export function arrivalSection(plan: Plan): Section {
  const { arrivals, summary } = plan;
  const { arriving, known = 0 } = summary.access;
  const sorted = sortedBy(arrivals, seesMost);
  const [news, others] = [sorted.filter(isNew), sorted.filter((one) => !isNew(one))];
  const rows = partsOf(news);
  const usualRows = rows.map((part) => ({ ...part, items: part.items.map(withFewNames) }));
  const isLong = known > 0 || rows.some(({ items }) => items.some(hasManyNames));
  const knownPart = (counts: number): readonly Part[] =>
    known === 0 ? [] : [{ items: [{ cells: [`${known} ${knownWord(others)}`], counts }] }];
  const byValues = arrivalsByValues(news).map((cells) => ({ cells, counts: 0 }));
  const what = `what they will have once ${arrivalEvent(news)} and this file is applied`;
  return {
    id: "arriving",
    title: `Arriving (${arriving}): ${arriving === 0 ? "nobody new" : what}`,
    nouns: ["arrival", "arrivals"],
    lead: [
      ...openOnArrival(plan).map((text) => ({ text, tone: "alarm" as const })),
      ...[...comparisonNotes(plan), ...withoutRole(news)].map((text) => ({ text })),
    ],
    parts: [...rows, ...knownPart(0), ...partsOf(others)],
    usual: isLong ? [...usualRows, ...knownPart(others.length)] : undefined,
    shorter: [[{ items: byValues }, ...knownPart(others.length)]],
    table: () => arrivalTable(news),
    folded:
      others.length === 0
        ? undefined
        : { title: `${known} ${knownWord(others)}`, table: () => arrivalTable(others) },
  };
}

/** Arrivals with a row for each person and workspace. */
function arrivalTable(arrivals: readonly Arrival[]): PageTable {
  const hasData = arrivals.some(({ data, unlimited }) => data !== undefined || unlimited);
  return {
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
    rows: arrivals.map((one) => [
      nameText(one.member),
      visibleName(one.workspace),
      arrivalStatus(one),
      standingText(one),
      groupsChange(one),
      valuesChange(one),
      ...(hasData ? [seesTexts(one).join(", ")] : []),
    ]),
    kinds: arrivals.map((one) => (isNew(one) ? "new" : "known")),
  };
}

/** The reason why all of them count as new; nothing where they were compared. */
const comparisonNotes = ({ summary: { access } }: Plan): readonly string[] =>
  access.compared !== "nothing"
    ? []
    : [`no base: ${access.arriving === 1 ? "1 counts" : `all ${access.arriving} count`} as new`];

/** The hint about invites that give a role which nobody can read: it counts as one that values limit. */
function withoutRole(arrivals: readonly Arrival[]): readonly string[] {
  const people = new Set(
    arrivals.flatMap(({ member, role, invite }) => (role === null && invite !== "sign_in" ? [member] : [])),
  ).size;
  if (people === 0) return [];
  const subject = people === 1 ? "1 invite names no role" : `${people} invites name no role`;
  return [
    `${subject}, and no endpoint shows the workspace's default role. What follows is true if values limit that role: write \`role\` to be certain`,
  ];
}

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
function partsOf(arrivals: readonly Arrival[]): readonly Part[] {
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
      const isNews = one.before !== undefined || one.arrives_wider !== undefined;
      const news = isNews ? `${arrivalStatus(one)}, ` : "";
      return {
        cells: [`${firstOrCount(names)}: ${news}${standingText(one)}, in ${groupsChange(one)}`],
        counts,
        names: names.length === 1 ? [] : names,
        details: [valuesChange(one), ...seesTexts(one)].map((text) => ({ text })),
      };
    }),
  }));
}

function alike(arrivals: readonly Arrival[]): readonly Group<Arrival>[] {
  return groupAlike(arrivals, (arrival) => {
    const { workspace: _, member: __, data, ...same } = arrival;
    return [same, data === undefined || arrival.unlimited ? "" : dataKey(data)];
  });
}

const dataKey = oncePer((data: ArrivingData) => JSON.stringify(data));

const hasManyNames = ({ names = [] }: Item): boolean => names.length > MOST_NAMED;

/** A row, with the first of its names where they are many. */
const withFewNames = (item: Item): Item =>
  hasManyNames(item) ? { ...item, names: [nameList(item.names ?? [], FIRST_NAMES)] } : item;

/** The shortest form of arrivals: how many people will have which role and which value of each attribute. */
function arrivalsByValues(arrivals: readonly Arrival[]): readonly (readonly string[])[] {
  const facts = arrivals.flatMap((arrival) => {
    const { workspace, member, invite, role, values } = arrival;
    const texts = seesTexts(arrival);
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

/** People who are open between accepting and the next apply, a sentence each; the diagnostics say what to do. */
function openOnArrival({ findings }: Plan): string[] {
  return findings.filter(({ code }) => code === "arrives-open").map(({ summary }) => summary);
}

/**
 * The number of people who arrive, for the last line, with those of them to look at: who will see everything, and who
 * will see something else than they were to before. Empty if nobody arrives.
 */
export function arrivalCount({ summary, arrivals }: Plan): string {
  const { arriving } = summary.access;
  if (arriving === 0) return "";
  const people = groupBy(arrivals.filter(isNew), ({ member }) => member);
  const news = [...people.values()].map((own) =>
    NEWS.find((one) => own.some((arrival) => newsOf(arrival) === one)),
  );
  const notable = NEWS.flatMap((one) => {
    const n = news.filter((other) => other === one).length;
    return n === 0 ? [] : [arriving === 1 ? one : `${n} ${one}`];
  });
  const details = notable.length === 0 ? "" : ` (${notable.join(", ")})`;
  return `${arriving} ${plural(arriving, "arrives", "arrive")}${details}`;
}

const EVERYTHING = "will see everything";

/** What is said of somebody who arrives, the first of all their workspaces. */
const NEWS = [
  EVERYTHING,
  WILL_SEE.widened,
  WIDER_AT_FIRST,
  WILL_SEE.moved,
  WILL_SEE.unclear,
  WILL_SEE.narrowed,
];

function newsOf(arrival: Arrival): string | undefined {
  if (arrival.unlimited) return EVERYTHING;
  return arrival.before === undefined && arrival.arrives_wider === undefined
    ? undefined
    : arrivalStatus(arrival);
}
