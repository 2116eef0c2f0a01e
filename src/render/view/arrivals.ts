import { isOpenRow } from "../../access/values/resolution.js";
import type { Arrival, ArrivingValue, Plan } from "../../model/plan/plan.js";
import { countPeople } from "../../plan/summary.js";
import { plural } from "../../util/count.js";
import { visibleName } from "../../util/escape.js";
import { groupAlike, groupBy } from "../../util/group-by.js";
import { effectiveText, nameText, roleText, sourceText } from "../words/labels.js";
import type { Section } from "../words/section.js";
import { oneOrCount } from "./access-section.js";
import { isTooLong } from "./folding.js";
import { valueCounts } from "./value-counts.js";

/** The parts of a plan that its section of arrivals shows. */
type Arriving = Pick<Plan, "arrivals" | "findings">;

/**
 * The people with an invite, and their access to come: a row for all who arrive alike, after those who are open until
 * the next apply. The short form counts people by what they will see, and by role.
 */
export function arrivalSection(plan: Arriving): Section {
  const { arrivals } = plan;
  const byWorkspace = [...groupBy(arrivalGroups(arrivals), ({ workspace }) => workspace)];
  return {
    id: "arriving",
    title: `Arriving (${countPeople(arrivals)}): what they will have once the invite is accepted and this file is applied`,
    nouns: ["arrival", "arrivals"],
    isLong: isTooLong(arrivals),
    lead: openOnArrival(plan).map((text) => ({ text, tone: "alarm" })),
    parts: byWorkspace.map(([workspace, own]) => ({
      title: visibleName(workspace),
      items: own.map(({ names, invite, values }) => ({
        cells: [`${oneOrCount(names)}: ${invite}`],
        counts: names.length,
        names: names.length === 1 ? [] : names,
        details: [{ text: values }],
      })),
    })),
    brief: [{ items: arrivalsByValues(arrivals).map((cells) => ({ cells, counts: 0 })) }],
    table: () => ({
      caption: "A row for each person and workspace.",
      heads: ["Person", "Workspace", "Invite", "Groups", "Will have"],
      rows: arrivals.map(({ member, workspace, invite, role, groups, values }) => [
        nameText(member),
        visibleName(workspace),
        `${invite}, ${roleText(role)}`,
        groups.map(nameText).join(", "),
        arrivingValues(values),
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
}

const INVITED: Readonly<Record<Arrival["invite"], string>> = {
  planned: "invited by this plan",
  pending: "invited already",
};

/** Everybody who arrives, those who are alike together. */
function arrivalGroups(arrivals: readonly Arrival[]): readonly ArrivalGroup[] {
  return groupAlike(arrivals, ({ member: _, ...same }) => same).map((same) => {
    const [{ workspace, invite, role, groups, values }] = same;
    return {
      workspace,
      names: same.map(({ member }) => nameText(member)),
      invite: `${INVITED[invite]}, ${roleText(role)}, in ${groupsText(groups)}`,
      values: arrivingValues(values),
    };
  });
}

/** Everybody who arrives at their shortest: how many people will have which role and which value of each attribute. */
function arrivalsByValues(arrivals: readonly Arrival[]): readonly (readonly string[])[] {
  const facts = arrivals.flatMap(({ workspace, member, role, values }) => {
    const own = values.map((one) => ({
      attribute: nameText(one.attribute),
      text: arrivingValue(one),
      isOpen: isOpenRow(one),
    }));
    const all = [{ attribute: "role", text: nameText(String(role ?? "the default")), isOpen: false }, ...own];
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
export function arrivalSentence({ workspace, member, invite, role, groups, values }: Arrival): string {
  const will = values.length === 0 ? "" : `: ${arrivingValues(values)}`;
  return `${visibleName(workspace)}: ${visibleName(member)} arrives in ${groupsText(groups)} (${INVITED[invite]}, ${roleText(role)})${will}`;
}

/** Names of groups within a sentence. */
export const groupsText = (groups: readonly string[]): string =>
  groups.length === 0 ? "no group" : groups.map(nameText).join(", ");
