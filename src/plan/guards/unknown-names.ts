import type { NameIndex } from "../../access/values/access-state.js";
import { fitsGroup } from "../../access/values/expectations.js";
import { askFor, quote } from "../../config/text/wording.js";
import { type RuleName, termsOf } from "../../kinds/rules/expectations.js";
import { ALL_USERS, rulePath } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { contentsOf } from "../../model/state/contents.js";
import type { Expectation, PresentWorkspace } from "../../model/state/desired-state.js";
import { groupBy } from "../../util/collections.js";
import { nameList } from "../../util/english.js";
import { isWildcard } from "../../util/wildcard.js";

/** The names that exist in the service, and the error about one that does not. */
const NAMES = {
  attribute: { code: "unknown-attribute", live: ({ attributes }: NameIndex) => attributes, patterns: false },
  group: { code: "unknown-group", live: ({ groups }: NameIndex) => [ALL_USERS, ...groups], patterns: true },
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
  const { attribute, groups = [] } = termsOf(expectation);
  if (attribute !== undefined && !hasAttribute(known, attribute)) return true;
  const lacks = groups.some(({ name }) => !isWildcard(name) && !hasGroup(known, name));
  const rule = ruleOf(expectation);
  return lacks && expect.filter((other) => ruleOf(other) === rule).length === 1;
}

/** The attributes of a workspace's expectations that neither the file nor the live workspace has, each an error. */
export function lintRuleAttributes(expect: readonly Expectation[], known: KnownNames): Diagnostic[] {
  const { name } = known.workspace;
  return expect.flatMap((expectation, i) => {
    const { attribute } = termsOf(expectation);
    if (expectation.workspace !== name || attribute === undefined || hasAttribute(known, attribute))
      return [];
    return unknownDiagnostic("attribute", { name: attribute, place: ["attribute"] }, [known], i);
  });
}

/** The rule without its workspace: a pattern of workspaces stands for the same in each of them. */
const ruleOf = ({ workspace: _, ...rule }: Expectation): string => JSON.stringify(rule);

const hasAttribute = (known: KnownNames, name: string): boolean => namesOf("attribute", known).includes(name);

const hasGroup = (known: KnownNames, pattern: string): boolean =>
  namesOf("group", known).some((group) => fitsGroup(pattern, group));

function namesOf(kind: keyof typeof NAMES, { workspace, nameIndex }: KnownNames): readonly string[] {
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
    const [[index, expectation]] = same;
    return (termsOf(expectation).groups ?? [])
      .filter(({ name }) => !asked.some((end) => hasGroup(end, name)))
      .map((group) => unknownDiagnostic("group", group, asked, index));
  });
}

function unknownDiagnostic(
  kind: keyof typeof NAMES,
  { name, place }: RuleName,
  asked: readonly KnownNames[],
  index: number,
): Diagnostic {
  const workspaces = nameList(asked.map(({ workspace }) => quote(workspace.name)));
  const isPattern = NAMES[kind].patterns && isWildcard(name);
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
