import type { AccessChange, Arrival, ExposureWindow, Guard, PersonChange } from "../../model/plan/plan.js";
import type { Limits } from "../../model/state/desired-state.js";
import { count } from "../../util/count.js";
import type { Allowance } from "./allowance.js";

/** What limits of access look at. */
export interface AccessFacts {
  readonly access: readonly AccessChange[];
  readonly verdicts: readonly PersonChange[];
  readonly arrivals: readonly Arrival[];
  readonly windows: readonly ExposureWindow[];
  /** Unread own values that would be deleted; `opens`: the member would be left without any value. */
  readonly unread: readonly { readonly opens: boolean }[];
}

/**
 * Counts people who see more, each once, also if they lose something else: `surely` with those who arrive, and `unclear`
 * where it is not certain, since the worst case counts.
 */
export function seesMore(people: readonly PersonChange[], arrivals: readonly Arrival[]) {
  const arriving = new Set(arrivals.map(({ member }) => member));
  const surely = new Set(arriving);
  const maybe = new Set<string>();
  for (const person of people) {
    if (gains(person)) surely.add(person.member);
    else if (person.verdict === "unclear") maybe.add(person.member);
  }
  const unclear = [...maybe].filter((member) => !surely.has(member)).length;
  return { surely: surely.size, unclear, arriving: arriving.size };
}

const gains = ({ verdict, data }: PersonChange): boolean =>
  verdict === "widened" ||
  (data !== undefined && (data.gained.length > 0 || data.rows.some((row) => row.verdict === "weaker")));

/** What the plan opens, widens and lets people see in between, beyond what the file allows. */
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
  const more = seesMore(plan.verdicts, plan.arrivals);
  return [
    ...ask("access.opened", opened, seen + unseen, openedMessage(seen, unseen)),
    ...(widened === undefined
      ? []
      : ask("access.widened", widened, more.surely + more.unclear, widenedMessage(more))),
    ...ask(
      "access.windows",
      opened,
      plan.windows.length,
      `no order of the writes was found that is safe at every step: ${count(plan.windows.length, "value")} would temporarily be neither the old nor the new one`,
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

function widenedMessage({ surely, unclear, arriving }: ReturnType<typeof seesMore>): string {
  const parts = [
    ...(arriving === 0 ? [] : [`${arriving} of them arriving`]),
    ...(unclear === 0 ? [] : [`${unclear} more may, which is unclear`]),
  ];
  const notes = parts.length === 0 ? "" : ` (${parts.join("; ")})`;
  return `${count(surely, "person", "people")} would see more${notes}`;
}
