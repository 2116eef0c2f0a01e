import { ALL_USERS, attributeAddress, groupAddress, groupValueAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { AccessChange } from "../../model/plan/plan.js";
import { byKey, groupBy, sortedBy } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";
import {
  type AccessOutcome,
  type AccessState,
  groupValueOf,
  type IndexedState,
  isDecidedAbove,
  type MemberAttribute,
  memberAttributeOf,
  memberOf,
  outcomeOf,
  sameOutcome,
} from "./access-state.js";
import { verdictOfValues } from "./compare-meanings.js";
import type { Denials } from "./denials.js";
import { expectationText } from "./expectations.js";

/** A state of one workspace with the groups that the file declares. */
interface LintedAccess extends IndexedState {
  /** The state that the plan starts from. */
  readonly before: AccessState;
  /** Names of groups that the file declares. */
  readonly declared: ReadonlySet<string>;
  /** The groups among them whose members the file lists. */
  readonly listed: ReadonlySet<string>;
}

/**
 * Groups of one precedence that set an attribute differently. With people in several of them, who sees what
 * is undefined: an error where the plan leaves the tie and the file declares one of the groups, or
 * where the tie is not there before. Without such people it is only possible, and not even that between
 * groups whose members the file lists: one warning for the workspace, of those that the file declares.
 */
export function lintTies(linted: LintedAccess): readonly Diagnostic[] {
  const { nameIndex, before, state, declared } = linted;
  const byPrecedence = groupBy(state.precedence.keys(), (g) => state.precedence[g] ?? 0);
  const possible: string[] = [];
  const errors = [...byPrecedence].flatMap(([precedence, groups]) =>
    tiesAmong(state, groups).flatMap((tie): Diagnostic[] => {
      const names = tie.groups.map((g) => nameIndex.groups[g] ?? "").sort();
      const firstDeclared = names.find((name) => declared.has(name));
      const undecided = undecidedPairs(state, tie, precedence);
      // A tie that the file does not speak of may stay, but it must not come about.
      const counted =
        firstDeclared === undefined
          ? undecided.filter((pair) => !sameOutcome(outcomeOf(before, pair), outcomeOf(state, pair)))
          : undecided;
      if (counted.length === 0) {
        if (mayComeAbout(linted, tie)) possible.push(...names);
        return [];
      }
      const members = [...new Set(counted.map((pair) => nameIndex.members[memberOf(state, pair)] ?? ""))];
      const attributes = tie.attributes.map((a) => nameIndex.attributes[a] ?? "");
      return [
        finding(
          "tie",
          `${names.length === 2 ? `${names.join(" and ")} both` : `${nameList(names)} all`} have precedence ${precedence} and set ${attributes.join(", ")} differently`,
          tieDetail(members, names.length === 2 ? "both" : "several", firstDeclared !== undefined),
          { address: groupAddress(nameIndex.workspace, firstDeclared ?? names[0] ?? "") },
        ),
      ];
    }),
  );
  return [...errors, ...possibleTies(linted, [...new Set(possible)])];
}

function tieDetail(members: readonly string[], inThem: "both" | "several", isDeclared: boolean): string {
  const wayOut = isDeclared
    ? "Take them out of one, or give the groups different precedences."
    : "The file declares none of these groups: declare one of them with another precedence, or keep the source that decides now.";
  const verb = members.length === 1 ? "is" : "are";
  return `${nameList(members)} ${verb} in ${inThem}, and it is undefined which value they get. ${wayOut}`;
}

/** Returns true if somebody can come to be in two groups of a tie that the file declares without listing who is in them. */
function mayComeAbout({ nameIndex, state, declared, listed }: LintedAccess, tie: Tie): boolean {
  return tie.attributes.some((attribute) => {
    const groups = tie.groups.map((g) => ({
      name: nameIndex.groups[g] ?? "",
      value: groupValueOf(state, g, attribute),
    }));
    return groups.some(
      ({ name, value }) =>
        !listed.has(name) &&
        groups.some((other) => other.value !== value && (declared.has(name) || declared.has(other.name))),
    );
  });
}

function possibleTies({ nameIndex, declared }: LintedAccess, names: readonly string[]): Diagnostic[] {
  const first = names.find((name) => declared.has(name));
  if (first === undefined) return [];
  return [
    finding(
      "tie",
      `${count(names.length, "group shares its", "groups share their")} precedence with a group that gives another value: ${nameList(names)}`,
      "No known member is in two of these groups, but the file does not list all their members. A person in two of them would get an undefined value. Give the groups different precedences, or list their `members`.",
      { severity: "warning", address: groupAddress(nameIndex.workspace, first) },
    ),
  ];
}

/** Groups that set the same attributes, and not all of them alike. */
interface Tie {
  readonly groups: readonly number[];
  readonly attributes: readonly number[];
}

function tiesAmong(state: AccessState, groups: readonly number[]): readonly Tie[] {
  if (groups.length < 2) return [];
  const ties = new Map<string, { readonly groups: readonly number[]; readonly attributes: number[] }>();
  for (let a = 0; a < state.attributeCount; a += 1) {
    const setting = groups.filter((g) => groupValueOf(state, g, a) !== undefined);
    if (new Set(setting.map((g) => groupValueOf(state, g, a))).size < 2) continue;
    const key = setting.join();
    const tie = ties.get(key) ?? { groups: setting, attributes: [] };
    tie.attributes.push(a);
    ties.set(key, tie);
  }
  return [...ties.values()];
}

/** The pairs of members of several of the groups who get the tie: nothing above it decides. */
function undecidedPairs(
  state: AccessState,
  { groups, attributes }: Tie,
  precedence: number,
): readonly MemberAttribute[] {
  const undecided = new Set<MemberAttribute>();
  for (const attribute of attributes) {
    const valueOfMember = new Map<number, string | undefined>();
    for (const group of groups) {
      const value = groupValueOf(state, group, attribute);
      for (const member of state.membersOf[group] ?? []) {
        const pair = memberAttributeOf(state, member, attribute);
        if (!valueOfMember.has(member)) valueOfMember.set(member, value);
        else if (valueOfMember.get(member) !== value && !isDecidedAbove(state, pair, precedence))
          undecided.add(pair);
      }
    }
  }
  return [...undecided];
}

/**
 * Declared group values that win for none of the group's members, although it has some; `values` are their
 * attributes, by group. The built-in group's values are excluded: they are defaults that other sources are
 * intended to override.
 */
export function lintShadowed(
  { nameIndex, state }: IndexedState,
  values: ReadonlyMap<string, ReadonlySet<string>>,
): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const [g, group] of nameIndex.groups.entries()) {
    const declared = values.get(group);
    if (state.membersOf[g]?.size === 0 || group === ALL_USERS || declared === undefined) continue;
    for (const [a, attribute] of nameIndex.attributes.entries()) {
      const value = groupValueOf(state, g, a);
      if (value === undefined || !declared.has(attribute) || !isShadowed(state, g, a)) continue;
      diagnostics.push(
        finding(
          "value-shadowed",
          `No member of ${group} gets its value ${attribute} = ${expectationText([value])}`,
          "Each member has an own value, or a value from a group of higher precedence. Raise the precedence, or remove the value.",
          { address: groupValueAddress(nameIndex.workspace, group, attribute) },
        ),
      );
    }
  }
  return diagnostics;
}

function isShadowed(state: AccessState, group: number, attribute: number): boolean {
  const precedence = state.precedence[group] ?? 0;
  return [...(state.membersOf[group] ?? [])].every((member) =>
    isDecidedAbove(state, memberAttributeOf(state, member, attribute), precedence),
  );
}

/**
 * A warning for each attribute with a change that counts as more only because its value was that of All
 * Users.
 */
export function lintUndeclaredDenials(access: readonly AccessChange[], denials: Denials): Diagnostic[] {
  const guessed = access.filter(({ attribute, before, after, verdict }) => {
    const { isDeclared } = denials(attribute);
    if (isDeclared || verdict !== "widened" || before === null) return false;
    return verdictOfValues(before.value, after?.value) === "moved";
  });
  const byAttribute = byKey(guessed, "attribute");
  return sortedBy(byAttribute, ([attribute]) => attribute).map(([attribute, { workspace, before }]) =>
    finding(
      "deny-undeclared",
      `The file does not say if ${JSON.stringify(before?.value)} allows nothing, so everybody who leaves it counts as seeing more`,
      `All Users gives this value. If it allows nothing, write \`deny: ${before?.value}\` at the attribute ${attribute}. If it allows something, write \`deny: []\`.`,
      { address: attributeAddress(workspace, attribute) },
    ),
  );
}

/**
 * The members, by canonical e-mail address, whose outcome for an attribute meets a condition; none for an
 * unknown attribute.
 */
export function membersWhere(
  { nameIndex, state }: IndexedState,
  attribute: string,
  matches: (outcome: AccessOutcome) => boolean,
): readonly string[] {
  const a = nameIndex.attributes.indexOf(attribute);
  if (a < 0) return [];
  return nameIndex.members.filter((_, m) => matches(outcomeOf(state, memberAttributeOf(state, m, a))));
}
