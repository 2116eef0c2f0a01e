import { isOpenRow } from "../../access/values/effective-value.js";
import type { Arrival, ArrivingData, HasJoined, Plan } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/assemble/summary.js";
import { isNew } from "../../plan/people/arrivals.js";
import { compact, groupAlike, groupBy, oncePer, sortedBy } from "../../util/collections.js";
import { plural } from "../../util/english.js";
import { visibleName } from "../../util/escape.js";
import {
  arrivalEvent,
  arrivingFields,
  groupsText,
  knownWord,
  seesTexts,
  standingText,
  valuesChange,
  WIDER_AT_FIRST,
  WILL_SEE,
} from "../words/arrival-words.js";
import { accessValueText, nameText } from "../words/labels.js";
import type { Detail, Part, Section } from "../words/section.js";
import { firstOrCount } from "./access-section.js";

/**
 * The new people who arrive, and their access to come, after those who are open until the next apply: a row for all who
 * arrive alike, who will see most first. In brief people are counted by their groups, but for who will see everything or
 * arrive open.
 */
export function arrivalSection(plan: Plan): Section {
  const { arriving, compared } = plan.summary.access;
  const fresh = sortedBy(plan.arrivals.filter(isNew), seesMost);
  const what = `what they will have once ${arrivalEvent(fresh)} and this file is applied`;
  const all = arriving === 1 ? "1 counts" : `all ${arriving} count`;
  return {
    id: "arriving",
    title: `Arriving (${arriving}): ${arriving === 0 ? "nobody new" : what}`,
    nouns: ["arrival", "arrivals"],
    lead: compact<Detail>([
      // A sentence for each who is open between accepting and the next apply; the diagnostics say what to do.
      ...plan.findings.map(
        ({ code, summary }) => code === "arrives-open" && ({ text: summary, tone: "alarm" } as const),
      ),
      compared === "nothing" && { text: `no base: ${all} as new` },
      ...withoutRole(fresh).map((text) => ({ text })),
    ]),
    parts: partsOf(fresh),
    brief: () => [...partsOf(fresh.filter(isNotable)), byGroups(fresh.filter((one) => !isNotable(one)))],
  };
}

/** The people whose arrival is known from before, as a heading alone unless somebody asks for them. */
export function knownSection({ arrivals, summary: { access } }: Plan): Section {
  const known = arrivals.filter((one) => !isNew(one));
  const most = countPeople(known.filter(({ unlimited }) => unlimited));
  return {
    id: "known",
    title: `${access.known ?? 0} ${knownWord(known)}${most > 0 ? ` (${most} ${EVERYTHING})` : ""}`,
    nouns: ["arrival", "arrivals"],
    style: "folded",
    parts: partsOf(sortedBy(known, seesMost)),
  };
}

/** Returns true for somebody who will see everything, or arrives open. */
const isNotable = ({ unlimited, values, arrives_open = [] }: Arrival): boolean =>
  unlimited === true || arrives_open.length > 0 || values.some(isOpenRow);

/** People by the groups that they will be in, a line for each. */
const byGroups = (arrivals: readonly Arrival[]): Part => ({
  items: groupAlike(arrivals, ({ workspace, groups }) => [workspace, groups]).map((same) => {
    const [{ workspace, groups }] = same;
    const who = firstOrCount(same.map(({ member }) => nameText(member)));
    return { cells: [visibleName(workspace), `${who} in ${groupsText(groups)}`], counts: same.length };
  }),
});

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
  const most = [Number(unlimited === true), open, data?.gained.length ?? 0, entries];
  return most.map((n) => String(999_999_999 - n).padStart(9, "0")).join(" ");
}

/** Rows of those who arrive alike, by workspace; the same people alike in several workspaces are one row of these. */
function partsOf(arrivals: readonly Arrival[]): readonly Part[] {
  const alike = groupAlike(arrivals, ({ workspace: _, member: __, data, ...same }) => [
    same,
    data === undefined || same.unlimited ? "" : dataKey(data),
  ]);
  const rows = alike.flatMap((same) => {
    const byWorkspace = [...groupBy(same, ({ workspace }) => workspace)];
    return groupAlike(byWorkspace, ([, own]) => own.map(({ member }) => member)).map((workspaces) => ({
      title: workspaces.map(([workspace]) => visibleName(workspace)).join(", "),
      people: workspaces[0][1],
      counts: workspaces.length * workspaces[0][1].length,
    }));
  });
  const byTitle = [...groupBy(rows, ({ title }) => title)];
  return byTitle.map(([title, own]) => ({
    title,
    items: own.map(({ people, counts }) => {
      const [one] = people;
      const names = people.map(({ member }) => nameText(member));
      const news = newsOf(one) === undefined ? "" : `${arrivalStatus(one)}, `;
      const standing = [standingText(one), `in ${groupsChange(one)}`];
      const sees = seesTexts(one);
      return {
        cells: [`${firstOrCount(names)}: ${news}${standing.join(", ")}`],
        card: {
          people: names,
          ...(byTitle.length > 1 && { workspace: title }),
          values: arrivingFields(one),
          verdicts: [
            { text: arrivalStatus(one), tone: one.before?.verdict ?? (isNotable(one) ? "opened" : "same") },
          ],
          why: [...standing, ...sees],
        },
        counts,
        names: names.length === 1 ? [] : names,
        details: [valuesChange(one), ...sees].map((text) => ({ text })),
      };
    }),
  }));
}

const dataKey = oncePer((data: ArrivingData) => JSON.stringify(data));

/**
 * The number of people who arrive, for the last line, with those of them to look at: who will see everything, who will be
 * open, and who will see something else than they were to before. Empty if nobody arrives.
 */
export function arrivalCount({ summary, arrivals }: Plan): string {
  const { arriving } = summary.access;
  if (arriving === 0) return "";
  const people = groupBy(arrivals.filter(isNew), ({ member }) => member);
  const news = [...people.values()].map((own) => {
    const all = own.map(noticeOf);
    return NEWS.find((one) => all.includes(one));
  });
  const notable = NEWS.map((one) => {
    const n = news.filter((other) => other === one).length;
    return n > 0 && (arriving === 1 ? one : `${n} ${one}`);
  });
  const details = compact(notable).join(", ");
  return `${arriving} ${plural(arriving, "arrives", "arrive")}${details && ` (${details})`}`;
}

const EVERYTHING = "will see everything";
const OPEN = "without a value that limits them";

/** What is said of somebody who arrives, the first of all their workspaces. */
const NEWS = [
  EVERYTHING,
  OPEN,
  WILL_SEE.widened,
  WIDER_AT_FIRST,
  WILL_SEE.moved,
  WILL_SEE.unclear,
  WILL_SEE.narrowed,
];

function noticeOf(arrival: Arrival): string | undefined {
  if (arrival.unlimited) return EVERYTHING;
  return newsOf(arrival) ?? (arrival.values.some(isOpenRow) ? OPEN : undefined);
}

/** The difference of what somebody will see from what was approved before; none for who is simply new or known. */
function newsOf({ before, arrives_wider }: Arrival): string | undefined {
  return before === undefined ? arrives_wider && WIDER_AT_FIRST : WILL_SEE[before.verdict];
}

/** The members who have nothing yet of what the file gives them, one by one; a base tells that they have joined. */
export function hasJoinedSection({ has_joined, has_nothing_yet, people_list }: Plan): Section {
  const hasBase = has_joined !== undefined;
  const people = has_joined ?? has_nothing_yet ?? [];
  return {
    id: "has-joined",
    title: `${hasBase ? "Has joined" : "Has nothing yet of what the file gives"} (${countPeople(people)})`,
    nouns: ["person", "people"],
    lead: [{ text: hasBase ? JOINED : people_list?.untracked ? NO_EARLIER : UNKNOWN, tone: "faint" }],
    parts: [
      {
        items: people.map((one) => ({
          cells: [`${nameText(one.workspace)}  ${nameText(one.member)} waits for ${thingsText(one)}`],
        })),
      },
    ],
    table: () => ({
      caption: "A row for each person and workspace.",
      heads: ["Person", "Workspace", "Waits for"],
      rows: people.map((one) => [nameText(one.member), visibleName(one.workspace), thingsText(one)]),
    }),
  };
}

const JOINED =
  "An apply gives them what the file and the base give them. Somebody who was taken out of all their groups by hand looks the same.";
const UNKNOWN = "They have just joined, or this edit is the first to give them anything: --base tells which.";
const NO_EARLIER = "They have just joined, or are new in a list of which no earlier version is known.";

const thingsText = ({ groups, values }: HasJoined): string =>
  [
    ...groups.map(nameText),
    ...values.map(({ attribute, value }) => `own ${nameText(attribute)} ${accessValueText(value)}`),
  ].join(", ");

/** The groups of a person, with the former ones if they were others. */
function groupsChange({ groups, before }: Arrival): string {
  const [former, current] = [groupsText(before?.groups ?? groups), groupsText(groups)];
  return former === current ? current : `${former} → ${current}`;
}

/**
 * The news about a person: `new`, `invited before`, or, if other access was approved, the difference: `will
 * see more`.
 */
const arrivalStatus = (one: Arrival): string => newsOf(one) ?? (one.known ? knownWord([one]) : "new");
