import type { NameIndex } from "../../access/values/access-state.js";
import { quote, suggest } from "../../config/validate/wording.js";
import { ALL_USERS, rulePath } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DesiredState, Expectation, PresentWorkspace } from "../../model/state/desired-state.js";
import { groupBy } from "../../util/group-by.js";
import { nameList } from "../../util/name-list.js";
import { fitsWildcard, isWildcard } from "../../util/wildcard.js";

/** A name in an expectation, and where in the expectation it is. */
interface RuleName {
  readonly kind: "attribute" | "group";
  readonly name: string;
  readonly place: readonly (string | number)[];
}

/** The names of one workspace, in the file or in the service. */
interface KnownNames {
  readonly workspace: PresentWorkspace;
  readonly nameIndex: NameIndex;
}

/**
 * Returns true if an expectation names an attribute or a group that neither the file nor the live workspace has: it
 * would hold, or break, whatever anybody sees. A pattern names none.
 */
export function namesUnknown(expectation: Expectation, known: KnownNames): boolean {
  return unknownNames(expectation, known).length > 0;
}

/** The names of a workspace's expectations that neither the file nor the live workspace has, each an error. */
export function lintRuleNames({ expect }: Pick<DesiredState, "expect">, known: KnownNames): Diagnostic[] {
  return expect.flatMap((expectation, i) =>
    expectation.workspace === known.workspace.name
      ? unknownNames(expectation, known).map((unknown) => unknownDiagnostic(unknown, known, i))
      : [],
  );
}

function unknownNames(expectation: Expectation, known: KnownNames): readonly RuleName[] {
  return namesIn(expectation).filter(
    ({ kind, name }) => !namesOf(kind, known).includes(name) && !(kind === "group" && isWildcard(name)),
  );
}

function namesIn(expectation: Expectation): readonly RuleName[] {
  const groups = groupsNamedIn(expectation);
  return "attribute" in expectation
    ? [{ kind: "attribute", name: expectation.attribute, place: ["attribute"] }, ...groups]
    : groups;
}

function groupsNamedIn(expectation: Expectation): readonly RuleName[] {
  const listed = (key: string, names: readonly string[]): readonly RuleName[] =>
    names.map((name, i) => ({ kind: "group", name, place: [key, i] }));
  if (expectation.kind === "data") return listed("only_groups", expectation.only_groups);
  return expectation.kind === "never" ? listed("except_groups", expectation.except_groups) : [];
}

function namesOf(kind: RuleName["kind"], { workspace, nameIndex }: KnownNames): readonly string[] {
  const [live, declared = []] =
    kind === "attribute"
      ? [nameIndex.attributes, workspace.attributes]
      : [[ALL_USERS, ...nameIndex.groups], workspace.groups];
  return [...live, ...declared.map(({ name }) => name)];
}

/**
 * Patterns of groups that fit no group of any workspace that the rule is asked of, each an error. An expectation whose
 * workspaces are not all at hand is passed over: the group may be in one of the others.
 */
export function lintGroupPatterns(
  { expect }: Pick<DesiredState, "expect">,
  ends: readonly KnownNames[],
): Diagnostic[] {
  const groups = new Map(ends.map((known) => [known.workspace.name, namesOf("group", known)]));
  // A pattern of workspaces stands for the same expectation in each of them.
  const rules = groupBy(expect.entries(), ([, { workspace: _, ...rule }]) => JSON.stringify(rule));
  return [...rules.values()].flatMap((same) => {
    const workspaces = same.map(([, { workspace }]) => workspace);
    const among = workspaces.map((workspace) => groups.get(workspace));
    if (among.includes(undefined)) return [];
    const fitsNone = ({ name }: RuleName): boolean =>
      isWildcard(name) && !among.flat().some((group) => fitsWildcard(name, group ?? ""));
    return same.slice(0, 1).flatMap(([index, expectation]) =>
      groupsNamedIn(expectation)
        .filter(fitsNone)
        .map(({ name, place }) => patternDiagnostic(name, workspaces, rulePath("expect", index, ...place))),
    );
  });
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

function unknownDiagnostic({ kind, name, place }: RuleName, known: KnownNames, index: number): Diagnostic {
  const meant = suggest(name, namesOf(kind, known));
  const asked = meant === undefined ? "" : `Did you mean ${quote(meant)}? `;
  return {
    severity: "error",
    code: kind === "attribute" ? "unknown-attribute" : "unknown-group",
    summary: `There is no ${kind} ${quote(name)} in ${quote(known.workspace.name)}, neither in the file nor in the live organization`,
    detail: `${asked}A rule about it would check nothing. Correct the name, or take the rule out.`,
    address: rulePath("expect", index, ...place),
  };
}
