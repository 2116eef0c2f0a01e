import { ALL_USERS, groupAddress, groupValueAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { count } from "../../util/count.js";
import { groupBy } from "../../util/group-by.js";
import {
  type AccessOutcome,
  type AccessState,
  givenBy,
  isDecidedAbove,
  type MemberAttribute,
  mayBeOpen,
  memberAttributeOf,
  memberOf,
  type NameIndex,
  outcomeOf,
  sameOutcome,
} from "./access-state.js";

/** A state of one workspace with what the file declares of it. */
export interface LintedWorld {
  readonly nameIndex: NameIndex;
  /** The state that the plan starts from. */
  readonly before: AccessState;
  readonly state: AccessState;
  /** Names of groups that the file declares. */
  readonly declared: ReadonlySet<string>;
  /** Group values that the file declares: by group, the attributes. */
  readonly values: ReadonlyMap<string, ReadonlySet<string>>;
}

/**
 * Groups of one precedence that both set an attribute. With different values and people in both, who sees what is
 * undefined: an error where the file declares one of them, or where the tie is not there before. Without such people
 * it only waits to happen: a warning where the file declares one of them.
 */
export function lintTies({ nameIndex, before, state, declared }: LintedWorld): readonly Diagnostic[] {
  const byPrecedence = groupBy(state.precedence.keys(), (g) => state.precedence[g] ?? 0);
  const diagnostics: Diagnostic[] = [];
  for (const [precedence, groups] of byPrecedence) {
    for (const [i, left] of groups.entries()) {
      for (const right of groups.slice(i + 1)) {
        const names = [nameIndex.groups[left] ?? "", nameIndex.groups[right] ?? ""].sort();
        const differing = differingAttributes(state, left, right);
        if (differing.length === 0) continue;
        const undecided = undecidedPairs(state, left, right, precedence, differing);
        const isDeclared = names.some((name) => declared.has(name));
        // What the file does not speak of may stay as it is, but it must not come about.
        const counted = isDeclared
          ? undecided
          : undecided.filter((pair) => !sameOutcome(outcomeOf(before, pair), outcomeOf(state, pair)));
        if (counted.length === 0 && !isDeclared) continue;
        const shared = new Set(counted.map((pair) => memberOf(state, pair))).size;
        const attributes = differing.map((a) => nameIndex.attributes[a] ?? "");
        diagnostics.push({
          severity: shared > 0 ? "error" : "warning",
          code: "tie",
          address: groupAddress(
            nameIndex.workspace,
            names.find((name) => declared.has(name)) ?? names[0] ?? "",
          ),
          summary: `${names.join(" and ")} both have precedence ${precedence} and set ${attributes.join(", ")} differently`,
          detail:
            shared > 0
              ? `${count(shared, "member is", "members are")} in both, and it is undefined which value they get. ${isDeclared ? "Give the groups different precedences." : "The file declares neither group: declare one of them with another precedence, or keep the source that decides now."}`
              : "No member is affected yet; anyone in both groups without a higher source would get an undefined value. Give the groups different precedences.",
        });
      }
    }
  }
  return diagnostics;
}

function differingAttributes(state: AccessState, left: number, right: number): number[] {
  const attributes: number[] = [];
  for (let a = 0; a < state.attributeCount; a += 1) {
    const one = givenBy(state, left, a);
    const other = givenBy(state, right, a);
    if (one !== undefined && other !== undefined && one !== other) attributes.push(a);
  }
  return attributes;
}

/** Those of members of both who get the tie: nothing above it decides. */
function undecidedPairs(
  state: AccessState,
  left: number,
  right: number,
  precedence: number,
  attributes: readonly number[],
): readonly MemberAttribute[] {
  const undecided: MemberAttribute[] = [];
  for (const member of state.membersOf[left] ?? []) {
    if (!state.membersOf[right]?.has(member)) continue;
    for (const attribute of attributes) {
      const pair = memberAttributeOf(state, member, attribute);
      if (!isDecidedAbove(state, pair, precedence)) undecided.push(pair);
    }
  }
  return undecided;
}

/**
 * Declared group values that win for none of the group's members, although it has some. What everybody falls back on
 * is meant to lose wherever somebody has something better.
 */
export function lintShadowed({ nameIndex, state, values }: LintedWorld): readonly Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  for (const [g, group] of nameIndex.groups.entries()) {
    const members = state.membersOf[g] ?? new Set();
    const declared = values.get(group);
    if (members.size === 0 || group === ALL_USERS || declared === undefined) continue;
    for (let a = 0; a < state.attributeCount; a += 1) {
      const value = givenBy(state, g, a);
      const attribute = nameIndex.attributes[a] ?? "";
      if (value === undefined || !declared.has(attribute) || !isShadowed(state, g, a)) continue;
      diagnostics.push({
        severity: "warning",
        code: "value-shadowed",
        address: groupValueAddress(nameIndex.workspace, group, attribute),
        summary: `${attribute} = ${value} of ${group} wins for none of its members`,
        detail:
          "Each of them has a value of their own, or one from a group of higher precedence. Raise the precedence, or remove the value.",
      });
    }
  }
  return diagnostics;
}

function isShadowed(state: AccessState, group: number, attribute: number): boolean {
  const precedence = state.precedence[group] ?? 0;
  for (const member of state.membersOf[group] ?? []) {
    if (!isDecidedAbove(state, memberAttributeOf(state, member, attribute), precedence)) return false;
  }
  return true;
}

/** The members from whom a row filter on an attribute hides nothing, by canonical e-mail address; see {@link mayBeOpen}. */
export function openMembers(nameIndex: NameIndex, state: AccessState, attribute: string): readonly string[] {
  return membersWhere(nameIndex, state, attribute, mayBeOpen);
}

/** The members that have no value at all for an attribute and so pass every grant on it. */
export function membersWithoutValue(
  nameIndex: NameIndex,
  state: AccessState,
  attribute: string,
): readonly string[] {
  return membersWhere(nameIndex, state, attribute, (outcome) => outcome === undefined);
}

function membersWhere(
  nameIndex: NameIndex,
  state: AccessState,
  attribute: string,
  is: (outcome: AccessOutcome) => boolean,
): readonly string[] {
  const a = nameIndex.attributes.indexOf(attribute);
  if (a < 0) return [];
  return nameIndex.members.filter((_, m) => is(outcomeOf(state, memberAttributeOf(state, m, a))));
}
