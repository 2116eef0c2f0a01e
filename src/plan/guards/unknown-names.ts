import type { NameIndex } from "../../access/values/access-state.js";
import { quote, suggest } from "../../config/validate/wording.js";
import { ALL_USERS, rulePath } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DesiredState, Expectation, PresentWorkspace } from "../../model/state/desired-state.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { fitsWildcard, isWildcard } from "../../util/wildcard.js";

/** A name that is neither in the file nor in the live organization, and where in an expectation it stands. */
interface UnknownName {
  readonly kind: "attribute" | "group";
  readonly name: string;
  readonly among: readonly string[];
  readonly place: readonly (string | number)[];
}

/**
 * Returns true if an expectation names an attribute or a group that neither the file nor the live workspace has: it
 * would hold, or break, whatever anybody sees. A pattern names none.
 */
export function namesUnknown(
  expectation: Expectation,
  workspace: PresentWorkspace,
  nameIndex: NameIndex,
): boolean {
  return unknownNames(expectation, workspace, nameIndex).length > 0;
}

/** The names of a workspace's expectations that neither the file nor the live workspace has, each an error. */
export function lintRuleNames(
  { expect }: Pick<DesiredState, "expect">,
  workspace: PresentWorkspace,
  nameIndex: NameIndex,
): Diagnostic[] {
  return expect.flatMap((expectation, i) =>
    expectation.workspace === workspace.name
      ? unknownNames(expectation, workspace, nameIndex).map((unknown) =>
          unknownDiagnostic(unknown, workspace, i),
        )
      : [],
  );
}

function unknownNames(
  expectation: Expectation,
  workspace: PresentWorkspace,
  nameIndex: NameIndex,
): UnknownName[] {
  const attributes = [...nameIndex.attributes, ...(workspace.attributes ?? []).map(({ name }) => name)];
  const groups = groupsIn(workspace, nameIndex);
  const inGroups = (key: string, names: readonly string[]): UnknownName[] =>
    names.map((name, i) => ({ kind: "group", name, among: groups, place: [key, i] }));
  return namedBy(expectation, attributes, inGroups).filter(
    ({ kind, name, among }) => !among.includes(name) && !(kind === "group" && isWildcard(name)),
  );
}

/** The groups of a workspace, in the file or live. */
const groupsIn = (workspace: PresentWorkspace, nameIndex: NameIndex): readonly string[] => [
  ALL_USERS,
  ...nameIndex.groups,
  ...(workspace.groups ?? []).map(({ name }) => name),
];

/**
 * Patterns of groups that fit no group of any workspace that the rule is asked of, each an error. An expectation whose
 * workspaces are not all at hand is passed over: the group may be in one of the others.
 */
export function lintGroupPatterns(
  { expect }: Pick<DesiredState, "expect">,
  ends: readonly { readonly workspace: PresentWorkspace; readonly nameIndex: NameIndex }[],
): Diagnostic[] {
  const groups = new Map(
    ends.map(({ workspace, nameIndex }) => [workspace.name, groupsIn(workspace, nameIndex)]),
  );
  const asked = expect.map((expectation, index) => ({ expectation, index }));
  // A pattern of workspaces stands for the same expectation in each of them.
  const rules = groupBy(asked, ({ expectation: { workspace: _, ...rule } }) => JSON.stringify(rule));
  return [...rules.values()].flatMap((same) => {
    const among = same.map(({ expectation }) => groups.get(expectation.workspace));
    if (among.includes(undefined)) return [];
    return same.slice(0, 1).flatMap(({ expectation, index }) =>
      groupListsOf(expectation).flatMap(([key, names]) =>
        names.flatMap((name, i) =>
          !isWildcard(name) || among.flat().some((group) => fitsWildcard(name, group ?? ""))
            ? []
            : patternDiagnostic(
                name,
                same.map((one) => one.expectation.workspace),
                rulePath("expect", index, key, i),
              ),
        ),
      ),
    );
  });
}

function groupListsOf(
  expectation: Expectation,
): readonly (readonly [key: string, names: readonly string[]])[] {
  if (expectation.kind === "data") return [["only_groups", expectation.only_groups]];
  return expectation.kind === "never" ? [["except_groups", expectation.except_groups]] : [];
}

function patternDiagnostic(name: string, workspaces: readonly string[], address: string): Diagnostic {
  return {
    severity: "error",
    code: "unknown-group",
    summary: `No group in ${nameList(workspaces.map(quote))} fits ${quote(name)}, neither in the file nor in the live organization`,
    detail: "The pattern excepts nobody. Correct it, or take it out.",
    address,
  };
}

function namedBy(
  expectation: Expectation,
  attributes: readonly string[],
  inGroups: (key: string, names: readonly string[]) => UnknownName[],
): UnknownName[] {
  switch (expectation.kind) {
    case "data":
      return inGroups("only_groups", expectation.only_groups);
    case "reaches":
      return [];
    case "is":
    case "never": {
      const { attribute: name } = expectation;
      const excepted = expectation.kind === "never" ? expectation.except_groups : [];
      return [
        { kind: "attribute", name, among: attributes, place: ["attribute"] },
        ...inGroups("except_groups", excepted),
      ];
    }
  }
}

function unknownDiagnostic(
  { kind, name, among, place }: UnknownName,
  workspace: PresentWorkspace,
  index: number,
): Diagnostic {
  const meant = suggest(name, among);
  const asked = meant === undefined ? "" : `Did you mean ${quote(meant)}? `;
  return {
    severity: "error",
    code: kind === "attribute" ? "unknown-attribute" : "unknown-group",
    summary: `There is no ${kind} ${quote(name)} in ${quote(workspace.name)}, neither in the file nor in the live organization`,
    detail: `${asked}A rule about it would check nothing. Correct the name, or take the rule out.`,
    address: rulePath("expect", index, ...place),
  };
}
