import { isGain, worstVerdicts } from "../../access/values/compare-meanings.js";

import type { AccessChange, Arrival, PersonChange } from "../../model/plan/plan.js";
import { setOf } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";

import { isNew, seesNothing } from "../people/arrivals.js";

import { allowanceOf, type Objection } from "./allowance.js";
import { limitMessage, limitsOf, type RuledFacts, type RuleGuard } from "./plan-facts.js";

/** The people who gain access, each once, with the numbers of some of them. */
interface Gainers {
  /** Canonical e-mail addresses. */
  readonly members: readonly string[];
  /** The number of people for whom it is unclear. */
  readonly unclear: number;
  readonly arriving: number;
}

/**
 * The people who gain something, for certain or perhaps, each once: those who see more or other
 * data, those of whom it is unclear, and those whose arrival is new and has a value that allows something,
 * unless they were to see as much before.
 */
export function gainersOf(people: readonly PersonChange[], arrivals: readonly Arrival[]): Gainers {
  const gains = (arrival: Arrival): boolean =>
    arrival.arrives_wider !== undefined ||
    (arrival.before === undefined ? !seesNothing(arrival) : isGain(arrival.before.verdict));
  const arriving = new Set(arrivals.filter(isNew).flatMap((one) => (gains(one) ? [one.member] : [])));
  const verdicts = worstVerdicts(people);
  const gaining = [...verdicts].filter(([, verdict]) => isGain(verdict)).map(([member]) => member);
  const unclear = gaining.filter((member) => verdicts.get(member) === "unclear" && !arriving.has(member));
  return {
    members: [...new Set([...gaining, ...arriving])],
    unclear: unclear.length,
    arriving: arriving.size,
  };
}

/** Values that the plan removes or opens: of members, those that nobody has read among them, and of people who arrive. */
export const openedAccess: RuleGuard = (facts) => {
  const seen = [...facts.access_changes, ...(facts.adopted ?? [])].filter(
    ({ kind }) => kind === "opened",
  ).length;
  const losses = facts.parts.flatMap(({ unreadLosses }) => unreadLosses);
  const unseen = losses.filter(({ opens }) => opens).length;
  const future = facts.parts.flatMap((part) => part.openedBeforeArrival);
  return overLimit("opened", seen + unseen + future.length, openedMessage(seen, unseen, future), facts);
};

/** People whom the plan lets see more, where the file limits that. */
export const widenedAccess: RuleGuard = (facts) => {
  const gainers = gainersOf(facts.people, facts.arrivals);
  return overLimit("widened", gainers.members.length, widenedMessage(gainers), facts);
};

/** Values that members have in between only. */
export const windowsOfAccess: RuleGuard = (facts) => {
  const actual = facts.exposure.windows.length;
  const message = `no order of the writes is safe at every step: for a moment, ${count(actual, "value")} would be neither the value before nor the value after. Apply the change in two parts, or give the groups other precedences`;
  return overLimit("windows", actual, message, facts);
};

/** Refuses a number that is beyond its limit; a smaller allowance than the limit holds as well. */
function overLimit(
  what: "opened" | "widened" | "windows",
  actual: number,
  message: string,
  facts: RuledFacts,
): readonly Objection[] {
  // The limit of opened values is that of exposure windows, too.
  const key = what === "windows" ? "opened" : what;
  const guard = `access.${what}` as const;
  const limit = limitsOf(facts).access[key];
  if (actual <= Math.min(limit, allowanceOf(facts.options.allow).numberOf(guard) ?? limit)) return [];
  const isLoosened = facts.desired.limits.access[key] > limit;
  return [{ guard, message: limitMessage(message, isLoosened), limit, actual, addresses: [] }];
}

const OPEN_MEMBERS = `a member without a value can see everything, and "" or % hides no rows`;

function openedMessage(seen: number, unseen: number, future: readonly AccessChange[]): string {
  const people = [...setOf(future, "member")];
  const values = [
    ...(seen === 0 && people.length > 0
      ? []
      : [`${count(seen, "value that a member has", "values that members have")} now`]),
    ...(people.length === 0
      ? []
      : [`${count(future.length, "value", "values")} that ${nameList(people)} would arrive with`]),
  ].join(" and ");
  return unseen === 0
    ? `${values} would be removed or opened: ${OPEN_MEMBERS}`
    : `${values} would be removed or opened, and up to ${unseen} that were not read: raise --access-reads to know. In the end, ${OPEN_MEMBERS}`;
}

function widenedMessage({ members, unclear, arriving }: Gainers): string {
  const parts = [
    ...(arriving === 0 ? [] : [`${arriving} of them arriving`]),
    ...(unclear === 0 ? [] : [`of ${unclear} it is unclear`]),
  ];
  const notes = parts.length === 0 ? "" : ` (${parts.join("; ")})`;
  return `${count(members.length, "person", "people")} would see more, or other data${notes}`;
}
