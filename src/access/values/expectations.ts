import { ALL_USERS } from "../../model/address.js";
import type { SeenByRole } from "../../model/plan/plan.js";
import type { Viewer } from "../../model/plan/view.js";
import type { RoleExpectation, ValueExpectation } from "../../model/state/desired-state.js";
import { setOf } from "../../util/collections.js";
import { count, nameList, plural } from "../../util/english.js";
import { own } from "../../util/record.js";
import { fitsWildcard } from "../../util/wildcard.js";
import { candidatesIn } from "./effective-value.js";
import { entriesOf } from "./grants.js";
import { isUnlimited, rolesOf } from "./roles.js";
import { type Answer, anyOf, isOpen, leavesEntry, meaningOf } from "./value-meaning.js";

/** The result of checking one expectation; `undefined` if it could not be checked. */
export type Verdict =
  /** `byRole`: the `never` that holds by value alone, with the members whose role shows them everything. */
  | { readonly holds: true; readonly byRole?: Omit<SeenByRole, "workspace"> }
  | { readonly holds: false; readonly because: string }
  /** The subject of the expectation does not exist yet, or not all was read that decides (`lacks`). */
  | { readonly holds: undefined; readonly because: string; readonly lacks?: Lacking };

/** The facts that were not read: own values, which more requests read, or a part of the data model, which they do not. */
export type Lacking = "values" | "model";

/** The people of one workspace whose access was read. */
export interface KnownPeople {
  readonly people: readonly Viewer[];
  /** The members whose own values are not known. */
  readonly unread: ReadonlySet<string>;
  /** The names of the groups: a pattern that is one of them means that group alone. */
  readonly groups?: readonly string[];
}

/** Evaluates an expectation of this workspace on the people in it. */
export function checkExpectation(expectation: ValueExpectation, known: KnownPeople): Verdict {
  const candidatesFor = ({ values }: Viewer) => candidatesIn(own(values, expectation.attribute));
  if (expectation.kind === "never") {
    const { never, except_groups } = expectation;
    let members: readonly string[] = [];
    const verdict = judgeOutsiders(except_groups, known, (people) => {
      members = people.filter(isUnlimited).map((person) => person.member);
      return offencesOf(never, people, candidatesFor);
    });
    return verdict.holds && members.length > 0
      ? { holds: true, byRole: { attribute: expectation.attribute, never, members } }
      : verdict;
  }
  const { member, is } = expectation;
  const person = known.people.find((one) => one.member === member);
  if (person === undefined) return { holds: undefined, because: `${member} is not a member yet` };
  if (known.unread.has(member)) return verdictFor([], 1);
  const candidates = candidatesFor(person);
  if (candidates.length === 1 && candidates[0] === is) return verdictFor([], 0);
  const got = candidates.length === 0 ? "no value" : expectationText(candidates);
  return verdictFor([`${member} would get ${got}, not ${expectationText([is])}`], 0);
}

/** The verdict on an expectation about the people who have, or arrive with, some roles. */
export function checkRoles({ roles, only_members }: RoleExpectation, { people }: KnownPeople): Verdict {
  const others = people.filter(
    (person) =>
      rolesOf(person).some((role) => isRoleOf(role, roles)) && !only_members.includes(person.member),
  );
  const faults = others.map((one) => `${one.member} would have the role ${rolesOf(one).join(" and ")}`);
  return faults.length === 0 ? { holds: true } : { holds: false, because: faults.join("; ") };
}

/** Returns true if a role fits one of the names or patterns. */
export const isRoleOf = (role: string, roles: readonly string[]): boolean =>
  roles.some((one) => fitsWildcard(one, role));

/**
 * The verdict on an expectation about everybody outside the groups, which are names or patterns. An own value
 * that was not read would win over every value of groups: `faultsOf` is asked about the other people.
 */
export function judgeOutsiders(
  groups: readonly string[],
  { people, unread, groups: names = [] }: KnownPeople,
  faultsOf: (people: readonly Viewer[]) => readonly string[],
): Verdict {
  const fits = (group: string, name: string): boolean =>
    names.includes(group) ? group === name : fitsGroup(group, name);
  // Everybody is in the built-in group, which no person names.
  const isExcused = (ownGroups: readonly string[]) =>
    groups.some((group) => [ALL_USERS, ...ownGroups].some((name) => fits(group, name)));
  const outside = people.filter((person) => !isExcused(person.groups));
  const known = outside.filter(({ member }) => !unread.has(member));
  return verdictFor(faultsOf(known), outside.length - known.length);
}

/**
 * Returns true if a name or pattern in an expectation stands for a group. A pattern never stands for All
 * Users, which everybody is in: `A*` is intended for others, and the expectation would check nobody.
 */
export function fitsGroup(pattern: string, group: string): boolean {
  return group === ALL_USERS ? pattern === group : fitsWildcard(pattern, group);
}

function verdictFor(faults: readonly string[], unread: number): Verdict {
  if (faults.length > 0) return { holds: false, because: faults.join("; ") };
  if (unread === 0) return { holds: true };
  return {
    holds: undefined,
    because: `own values of ${count(unread, "member")} were not read`,
    lacks: "values",
  };
}

/**
 * Answers `yes` if somebody with a value sees what one of these entries sees: a row filter reads the value so, or the
 * value has the entry and a grant may look for entries.
 */
function seesAnyOf(never: readonly string[], value: string | undefined): Answer {
  if (value !== undefined && [value, ...entriesOf(value)].some((entry) => never.includes(entry)))
    return "yes";
  const meaning = meaningOf(value);
  return anyOf(never.map((entry) => leavesEntry(meaning, entry)));
}

/** The ways to break a `never`, worst first. */
const OFFENCES = ["held", "open", "unclear"] as const;
type Offence = (typeof OFFENCES)[number];

function offenceOf(sees: "yes" | "unclear", value: string | undefined): Offence {
  if (sees === "unclear") return "unclear";
  return isOpen(value) ? "open" : "held";
}

function offencesOf(
  never: readonly string[],
  people: readonly Viewer[],
  candidatesFor: (person: Viewer) => readonly string[],
): readonly string[] {
  const found = people.flatMap((person) => {
    const email = person.member;
    const candidates = candidatesFor(person);
    return (candidates.length === 0 ? [undefined] : candidates).flatMap((value) => {
      const sees = seesAnyOf(never, value);
      if (sees === "no") return [];
      return [{ offence: offenceOf(sees, value), email, value }];
    });
  });
  return OFFENCES.flatMap((offence) => {
    const these = found.filter((one) => one.offence === offence);
    const emails = [...setOf(these, "email")];
    const values = [...setOf(these, "value")];
    return these.length === 0 ? [] : [sentence(offence, emails, values, expectationText(never))];
  });
}

function sentence(
  offence: Offence,
  members: readonly string[],
  values: readonly (string | undefined)[],
  never: string,
): string {
  const texts = values.filter((value) => value !== undefined);
  const got = [
    ...(texts.length < values.length ? ["no value"] : []),
    ...(texts.length > 0 ? [expectationText(texts)] : []),
  ];
  const would = `${nameList(members)} would get ${got.join(" or ")}`;
  switch (offence) {
    case "held":
      return would;
    case "open":
      return `${would}, and so ${plural(members.length, "sees", "see")} what ${never} sees as well. Give everybody a value that closes, such as \`no-access\` on All Users, or name those who may see it under \`except_groups\``;
    case "unclear":
      return `${would}, of which it is not certain that it leaves out ${never}. Write entries in the same form instead`;
  }
}

/** The values as text within a sentence: quoted where they could be read as its words, or as no value. */
export function expectationText(values: readonly string[]): string {
  return values
    .map((value) => (/[,\s"]|^(none|null)?$/.test(value) ? JSON.stringify(value) : value))
    .join(" or ");
}
