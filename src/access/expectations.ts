import type { Expectation } from "../model/desired-state.js";
import { count } from "../util/count.js";
import { nameList } from "../util/name-list.js";
import { entriesOf } from "./grants.js";
import { type AccessState, candidatesOf, outcomeOf, pairOf, type Universe } from "./world.js";

/** How an expectation came out; `undecided` where what it asks about was not read or does not exist yet. */
export type Verdict =
  | { readonly holds: true }
  | { readonly holds: false; readonly because: string }
  | { readonly holds: undefined; readonly because: string };

/** Evaluates an expectation of this workspace on a state. `unread` are members whose own values are not known. */
export function checkExpectation(
  expectation: Expectation,
  universe: Universe,
  state: AccessState,
  unread: ReadonlySet<number>,
): Verdict {
  const attribute = universe.attributes.indexOf(expectation.attribute);
  if (attribute < 0) return { holds: undefined, because: `there is no attribute ${expectation.attribute}` };
  if (expectation.kind === "is") {
    const member = universe.members.indexOf(expectation.member);
    if (member < 0) return { holds: undefined, because: `${expectation.member} is not a member yet` };
    if (unread.has(member))
      return { holds: undefined, because: `own values of ${expectation.member} were not read` };
    const candidates = candidatesOf(outcomeOf(state, pairOf(state, member, attribute)));
    if (candidates.length === 1 && candidates[0] === expectation.is) return { holds: true };
    const got = candidates.length === 0 ? "no value" : textOf(candidates);
    return {
      holds: false,
      because: `${expectation.member} would get ${got}, not ${textOf([expectation.is])}`,
    };
  }
  return checkNever(expectation, universe, state, attribute, unread);
}

/** A value may hold several entries, each of which counts (api.md). */
export function isForbidden(value: string, never: readonly string[]): boolean {
  return never.includes(value) || entriesOf(value).some((entry) => never.includes(entry));
}

function checkNever(
  expectation: Extract<Expectation, { kind: "never" }>,
  universe: Universe,
  state: AccessState,
  attribute: number,
  unread: ReadonlySet<number>,
): Verdict {
  const except = new Set(expectation.except_groups.map((name) => universe.groups.indexOf(name)));
  const offenders: string[] = [];
  const held = new Set<string>();
  let unknown = 0;
  for (const [m, member] of universe.members.entries()) {
    if ((state.groupsOf[m] ?? []).some((group) => except.has(group))) continue;
    if (unread.has(m)) unknown += 1;
    const candidates = candidatesOf(outcomeOf(state, pairOf(state, m, attribute)));
    const forbidden = candidates.filter((value) => isForbidden(value, expectation.never));
    if (forbidden.length > 0) offenders.push(member);
    for (const value of forbidden) held.add(value);
  }
  if (offenders.length > 0) {
    return { holds: false, because: `${nameList(offenders)} would get ${textOf([...held])}` };
  }
  return unknown > 0
    ? { holds: undefined, because: `own values of ${count(unknown, "member")} were not read` }
    : { holds: true };
}

/** Values within a sentence: quoted where they could be taken for more of it. */
function textOf(values: readonly string[]): string {
  return values.map((value) => (/[,\s"]|^$/.test(value) ? JSON.stringify(value) : value)).join(" or ");
}
