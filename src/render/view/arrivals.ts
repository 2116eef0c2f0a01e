import type { Arrival, ArrivingValue, Plan } from "../../model/plan/plan.js";
import { plural } from "../../util/count.js";
import { visible, visibleName } from "../../util/escape.js";
import { groupAlike } from "../../util/group-by.js";
import { compareText } from "../../util/order.js";
import { effectiveText, nameText, roleText, sourceText } from "../labels.js";
import { peopleWithin } from "./access-groups.js";

/** The parts of a plan that its section of arrivals shows. */
export type Arriving = Pick<Plan, "arrivals" | "diagnostics">;

/** The meaning of the values of people who arrive, within a sentence. */
export const ARRIVAL_MEANING = "what they will have once the invite is accepted and this file is applied";

/** People who arrive in one workspace with the same invite, role, groups and values. */
export interface ArrivalGroup {
  readonly workspace: string;
  /** Canonical e-mail addresses, at least one. */
  readonly members: readonly string[];
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
export function arrivalGroups(arrivals: readonly Arrival[]): readonly ArrivalGroup[] {
  return groupAlike(arrivals, ({ member: _, ...same }) => same).map((same) => {
    const [{ workspace, invite, role, groups, values }] = same;
    return {
      workspace,
      members: same.map(({ member }) => member),
      invite: `${INVITED[invite]}, ${roleText(role)}, in ${groupsText(groups)}`,
      values: arrivingValues(values),
    };
  });
}

/** Everybody who arrives at their shortest: for each value of an attribute how many people will have it. */
export function arrivalsByValues(arrivals: readonly Arrival[]): readonly (readonly string[])[] {
  const values = arrivals.flatMap(({ workspace, member, values }) =>
    values.map((one) => ({ workspace, member, attribute: one.attribute, value: arrivingValue(one) })),
  );
  return groupAlike(values, ({ attribute, value }) => [attribute, value])
    .toSorted((a, b) => compareText(a[0].attribute, b[0].attribute) || b.length - a.length)
    .map((same) => [nameText(same[0].attribute), same[0].value, peopleWithin(same)]);
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
export function openOnArrival({ diagnostics }: Arriving): string[] {
  return diagnostics.filter(({ code }) => code === "arrives-open").map(({ summary }) => visible(summary));
}

/** How the last line counts those who arrive; empty where nobody does. */
export function arrivalCount({ summary }: Pick<Plan, "summary">): string {
  const { arriving } = summary.access;
  return arriving === 0 ? "" : `${arriving} ${plural(arriving, "arrives", "arrive")}`;
}

/** One who arrives within a list of differences: `northwind-prod: ada@… arrives in Sales (invited already, …): region west`. */
export function arrivalSentence({ workspace, member, invite, role, groups, values }: Arrival): string {
  const will = values.length === 0 ? "" : `: ${arrivingValues(values)}`;
  return `${visibleName(workspace)}: ${visibleName(member)} arrives in ${groupsText(groups)} (${INVITED[invite]}, ${roleText(role)})${will}`;
}

const groupsText = (groups: readonly string[]): string =>
  groups.length === 0 ? "no group" : groups.map(nameText).join(", ");
