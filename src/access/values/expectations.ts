import type { ValueExpectation } from "../../model/state/desired-state.js";
import { count, plural } from "../../util/count.js";
import { nameList } from "../../util/name-list.js";
import { fitsWildcard } from "../../util/wildcard.js";
import {
  type AccessOutcome,
  type AccessState,
  candidatesOf,
  memberAttributeOf,
  type NameIndex,
  outcomeOf,
} from "./access-state.js";
import { entriesOf } from "./grants.js";
import { type Inclusion, inclusionOf, isOpen, meaningOf } from "./value-meaning.js";

/** How an expectation came out. */
export type Verdict =
  | { readonly holds: true }
  | { readonly holds: false; readonly because: string }
  /** What it asks about does not exist yet, or (`unread`: of how many members) was not read. */
  | { readonly holds: undefined; readonly because: string; readonly unread?: number };

/** Evaluates an expectation of this workspace on a state. `unread` are members whose own values are not known. */
export function checkExpectation(
  expectation: ValueExpectation,
  nameIndex: NameIndex,
  state: AccessState,
  unread: ReadonlySet<number>,
): Verdict {
  const attribute = nameIndex.attributes.indexOf(expectation.attribute);
  if (attribute < 0) return { holds: undefined, because: `there is no attribute ${expectation.attribute}` };
  if (expectation.kind === "never") return checkNever(expectation, nameIndex, state, attribute, unread);
  const member = nameIndex.members.indexOf(expectation.member);
  if (member < 0) return { holds: undefined, because: `${expectation.member} is not a member yet` };
  if (unread.has(member)) return undecided(1);
  const candidates = candidatesOf(outcomeOf(state, memberAttributeOf(state, member, attribute)));
  if (candidates.length === 1 && candidates[0] === expectation.is) return { holds: true };
  const got = candidates.length === 0 ? "no value" : textOf(candidates);
  return {
    holds: false,
    because: `${expectation.member} would get ${got}, not ${textOf([expectation.is])}`,
  };
}

function undecided(unread: number): Verdict {
  return { holds: undefined, because: `own values of ${count(unread, "member")} were not read`, unread };
}

/**
 * Whether somebody with a value sees what one of these entries sees: by a row filter's reading, or because the value
 * holds the entry and a grant may look for entries.
 */
export function inclusionOfAny(value: string | undefined, never: readonly string[]): Inclusion {
  if (value !== undefined && [value, ...entriesOf(value)].some((entry) => never.includes(entry)))
    return "yes";
  const meaning = meaningOf(value);
  const inclusions = never.map((entry) => inclusionOf(meaning, entry));
  return inclusions.find((one) => one === "yes") ?? inclusions.find((one) => one === "unclear") ?? "no";
}

/** Why somebody offends against a `never`, worst first. */
type Offence = "held" | "open" | "unclear";

function checkNever(
  { never, except_groups }: Extract<ValueExpectation, { kind: "never" }>,
  nameIndex: NameIndex,
  state: AccessState,
  attribute: number,
  unread: ReadonlySet<number>,
): Verdict {
  const except = new Set(
    nameIndex.groups.flatMap((name, i) => (except_groups.some((one) => fitsWildcard(one, name)) ? [i] : [])),
  );
  const offenders: Record<Offence, string[]> = { held: [], open: [], unclear: [] };
  const values: Record<Offence, Set<string | undefined>> = {
    held: new Set(),
    open: new Set(),
    unclear: new Set(),
  };
  let unknown = 0;
  for (const [m, member] of nameIndex.members.entries()) {
    if ((state.groupsOf[m] ?? []).some((group) => except.has(group))) continue;
    // An own value would win over whatever the groups give.
    if (unread.has(m)) {
      unknown += 1;
      continue;
    }
    for (const value of possibleValues(outcomeOf(state, memberAttributeOf(state, m, attribute)))) {
      const inclusion = inclusionOfAny(value, never);
      if (inclusion === "no") continue;
      const offence = inclusion === "unclear" ? "unclear" : isOpen(value) ? "open" : "held";
      if (offenders[offence].at(-1) !== member) offenders[offence].push(member);
      values[offence].add(value);
    }
  }
  const because = (["held", "open", "unclear"] as const).flatMap((offence) =>
    offenders[offence].length === 0
      ? []
      : [sentence(offence, offenders[offence], [...values[offence]], textOf(never))],
  );
  if (because.length > 0) return { holds: false, because: because.join("; ") };
  return unknown > 0 ? undecided(unknown) : { holds: true };
}

/** The values that an outcome may turn out to be, `undefined` for none at all. */
function possibleValues(outcome: AccessOutcome): readonly (string | undefined)[] {
  const candidates = candidatesOf(outcome);
  return candidates.length === 0 ? [undefined] : candidates;
}

function sentence(
  offence: Offence,
  members: readonly string[],
  values: readonly (string | undefined)[],
  never: string,
): string {
  const who = nameList(members);
  const texts = values.filter((value) => value !== undefined);
  const got = [
    ...(texts.length < values.length ? ["no value"] : []),
    ...(texts.length > 0 ? [textOf(texts)] : []),
  ];
  const would = `${who} would get ${got.join(" or ")}`;
  switch (offence) {
    case "held":
      return would;
    case "open":
      return `${would}, and so ${plural(members.length, "sees", "see")} what ${never} sees as well. Give everybody a value that closes, such as \`no-access\` on All Users, or name those who may see it under \`except_groups\``;
    case "unclear":
      return `${would}, a pattern of which it is not certain that it leaves out ${never}. Write entries instead`;
  }
}

/** Values within a sentence: quoted where they could be taken for more of it. */
function textOf(values: readonly string[]): string {
  return values.map((value) => (/[,\s"]|^$/.test(value) ? JSON.stringify(value) : value)).join(" or ");
}
