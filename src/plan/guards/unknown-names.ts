import type { NameIndex } from "../../access/values/access-state.js";
import { fitsGroup } from "../../access/values/expectations.js";
import { askFor, quote } from "../../config/text/wording.js";
import { ALL_USERS, rulePath } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { contentsOf } from "../../model/state/contents.js";
import type { Expectation, PresentWorkspace } from "../../model/state/desired-state.js";
import { groupBy } from "../../util/collections.js";
import { nameList } from "../../util/english.js";
import { isWildcard } from "../../util/wildcard.js";

/** A name in an expectation, and where in the expectation it is. */
interface RuleName {
  readonly kind: "attribute" | "group";
  readonly name: string;
  readonly isPattern: boolean;
  readonly place: readonly (string | number)[];
}

/** The names that exist in the service, and the error about one that does not. */
const NAMES = {
  attribute: { code: "unknown-attribute", live: ({ attributes }: NameIndex) => attributes },
  group: { code: "unknown-group", live: ({ groups }: NameIndex) => [ALL_USERS, ...groups] },
} as const;

/** The names of one workspace, in the file or in the service. */
interface KnownNames {
  readonly workspace: PresentWorkspace;
  readonly nameIndex: NameIndex;
}

/**
 * Returns true if an expectation has a name that neither the file nor the live workspace has: its verdict
 * would not depend on access. A pattern of groups is no name, and a group may be in another workspace that
 * has the same expectation.
 */
export function namesUnknown(
  expectation: Expectation,
  known: KnownNames,
  expect: readonly Expectation[],
): boolean {
  if (isOfUnknownAttribute(expectation, known)) return true;
  const lacks = groupsNamedIn(expectation).some(
    ({ name, isPattern }) => !isPattern && !hasGroup(known, name),
  );
  const rule = ruleOf(expectation);
  return lacks && expect.filter((other) => ruleOf(other) === rule).length === 1;
}

/** The attributes of a workspace's expectations that neither the file nor the live workspace has, each an error. */
export function lintRuleAttributes(expect: readonly Expectation[], known: KnownNames): Diagnostic[] {
  const { name } = known.workspace;
  return expect.flatMap((expectation, i) =>
    expectation.workspace === name && isOfUnknownAttribute(expectation, known)
      ? unknownDiagnostic(
          { kind: "attribute", name: expectation.attribute, isPattern: false, place: ["attribute"] },
          [known],
          i,
        )
      : [],
  );
}

function isOfUnknownAttribute(
  expectation: Expectation,
  known: KnownNames,
): expectation is Extract<Expectation, { readonly attribute: string }> {
  return "attribute" in expectation && !namesOf("attribute", known).includes(expectation.attribute);
}

/** The rule without its workspace: a pattern of workspaces stands for the same in each of them. */
const ruleOf = ({ workspace: _, ...rule }: Expectation): string => JSON.stringify(rule);

const hasGroup = (known: KnownNames, pattern: string): boolean =>
  namesOf("group", known).some((group) => fitsGroup(pattern, group));

function groupsNamedIn(expectation: Expectation): readonly RuleName[] {
  const listed = (key: string, names: readonly string[]): readonly RuleName[] =>
    names.map((name, i) => ({ kind: "group", name, isPattern: isWildcard(name), place: [key, i] }));
  if (expectation.kind === "data") return listed("only_groups", expectation.only_groups);
  return expectation.kind === "never" ? listed("except_groups", expectation.except_groups) : [];
}

function namesOf(kind: RuleName["kind"], { workspace, nameIndex }: KnownNames): readonly string[] {
  const declared = contentsOf(workspace).entries(kind);
  return [...NAMES[kind].live(nameIndex), ...declared.map(({ name }) => name)];
}

/**
 * The errors about groups, by name or pattern, that none of the rule's workspaces has. An expectation is
 * skipped if some of its workspaces are not available: the group may be in one of them.
 */
export function lintRuleGroups(expect: readonly Expectation[], ends: readonly KnownNames[]): Diagnostic[] {
  const known = new Map(ends.map((end) => [end.workspace.name, end]));
  const rules = groupBy(expect.entries(), ([, expectation]) => ruleOf(expectation));
  return [...rules.values()].flatMap((same) => {
    const asked = same.flatMap(([, { workspace }]) => known.get(workspace) ?? []);
    if (asked.length < same.length) return [];
    return same.slice(0, 1).flatMap(([index, expectation]) =>
      groupsNamedIn(expectation)
        .filter(({ name }) => !asked.some((end) => hasGroup(end, name)))
        .map((group) => unknownDiagnostic(group, asked, index)),
    );
  });
}

function unknownDiagnostic(
  { kind, name, isPattern, place }: RuleName,
  asked: readonly KnownNames[],
  index: number,
): Diagnostic {
  const workspaces = nameList(asked.map(({ workspace }) => quote(workspace.name)));
  const nowhere = "neither in the file nor in the live organization";
  const among = isPattern ? [] : asked.flatMap((known) => namesOf(kind, known));
  return finding(
    NAMES[kind].code,
    isPattern
      ? `No group in ${workspaces} fits ${quote(name)}, ${nowhere}`
      : `There is no ${kind} ${quote(name)} in ${workspaces}, ${nowhere}`,
    isPattern
      ? "The pattern excepts nobody. Correct it, or take it out."
      : `${askFor(name, among)}A rule about it would check nothing. Correct the name, or take the rule out.`,
    { address: rulePath("expect", index, ...place) },
  );
}
