import { isGain, worstVerdict } from "../../access/values/compare-meanings.js";
import type { AccessChange, Arrival, ExposureWindow, Guard, PersonChange } from "../../model/plan/plan.js";
import type { Limits } from "../../model/state/desired-state.js";
import { count } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import type { Allowance } from "./allowance.js";

/** The parts of a plan that the limits of access check. */
export interface AccessFacts {
  readonly access: readonly AccessChange[];
  readonly verdicts: readonly PersonChange[];
  readonly arrivals: readonly Arrival[];
  readonly windows: readonly ExposureWindow[];
  /** Unread own values that would be deleted; `opens`: the member would be left without any value. */
  readonly unread: readonly { readonly opens: boolean }[];
}

/**
 * Counts people who gain something, for certain or perhaps, each once: those who see more or other data, those of whom it
 * is unclear, and those who arrive with a value that allows something.
 */
export function gainersOf(people: readonly PersonChange[], arrivals: readonly Arrival[]) {
  const arriving = new Set(arrivals.flatMap(({ member, denied }) => (denied ? [] : [member])));
  const members = groupBy(people, ({ member }) => member);
  const verdicts = new Map(
    [...members].map(([member, own]) => [member, worstVerdict(own.map(({ verdict }) => verdict))]),
  );
  const gaining = [...verdicts].filter(([, verdict]) => isGain(verdict)).map(([member]) => member);
  const unclear = gaining.filter((member) => verdicts.get(member) === "unclear" && !arriving.has(member));
  return {
    people: new Set([...arriving, ...gaining]).size,
    unclear: unclear.length,
    arriving: arriving.size,
  };
}

/** Guards for people whom the plan opens or lets see more, finally or in between, beyond the limits of the file. */
export function accessLimits(plan: AccessFacts, limits: Limits, allowance: Allowance): readonly Guard[] {
  const { opened, widened } = limits.access;
  const ask = (name: string, limit: number, actual: number, message: string): Guard[] => {
    const allowed = allowance.numberOf(name) ?? limit;
    if (actual <= Math.min(limit, allowed)) return [];
    const override = `--allow ${name}=${actual}`;
    const refused = actual > allowed;
    return [{ code: "limit-access", name, refused, message, limit, actual, override, addresses: [] }];
  };
  const seen = plan.access.filter(({ kind }) => kind === "opened").length;
  const unseen = plan.unread.filter(({ opens }) => opens).length;
  const gainers = gainersOf(plan.verdicts, plan.arrivals);
  return [
    ...ask("access.opened", opened, seen + unseen, openedMessage(seen, unseen)),
    ...(widened === undefined ? [] : ask("access.widened", widened, gainers.people, widenedMessage(gainers))),
    ...ask(
      "access.windows",
      opened,
      plan.windows.length,
      `no order of the writes is safe at every step: for a moment, ${count(plan.windows.length, "value")} would be neither the value before nor the value after. Apply the change in two parts, or give the groups other precedences`,
    ),
  ];
}

const OPEN_MEMBERS = `a member without a value can see everything, and "" or % hides no rows`;

function openedMessage(seen: number, unseen: number): string {
  const values = count(seen, "value that a member has", "values that members have");
  return unseen === 0
    ? `${values} now would be removed or opened: ${OPEN_MEMBERS}`
    : `${values} now would be removed or opened, and up to ${unseen} that were not read: raise --access-reads to know. In the end, ${OPEN_MEMBERS}`;
}

function widenedMessage({ people, unclear, arriving }: ReturnType<typeof gainersOf>): string {
  const parts = [
    ...(arriving === 0 ? [] : [`${arriving} of them arriving`]),
    ...(unclear === 0 ? [] : [`of ${unclear} it is unclear`]),
  ];
  const notes = parts.length === 0 ? "" : ` (${parts.join("; ")})`;
  return `${count(people, "person", "people")} would see more, or other data${notes}`;
}
