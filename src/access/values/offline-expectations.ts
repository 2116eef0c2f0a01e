import { memberValueAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import {
  type DesiredState,
  type PresentWorkspace,
  presentIn,
  type ValueExpectation,
} from "../../model/state/desired-state.js";
import { fitsWildcard } from "../../util/wildcard.js";
import { emptyState, memberAttributeOf, type NameIndex } from "./access-state.js";
import { checkExpectation } from "./expectations.js";

/**
 * Expectations that the file breaks whatever exists in the service: a member's own value wins over every group's, so where the file
 * gives one, the outcome is known without asking the service. Judged as a plan does it, for one member at a time;
 * everything else is decided by the plan.
 */
export function lintExpectations(desired: DesiredState): readonly Diagnostic[] {
  return desired.expect.flatMap((expectation): readonly Diagnostic[] => {
    // What the data model makes of a value takes the values of groups as well.
    if (expectation.kind === "data" || expectation.kind === "reaches") return [];
    return presentIn(desired.workspaces)
      .filter(({ name }) => fitsWildcard(expectation.workspace, name))
      .flatMap((workspace) =>
        (workspace.members ?? []).flatMap(({ email, values = [] }) => {
          const own = values.find(({ attribute }) => attribute === expectation.attribute)?.value;
          const isMeant = expectation.kind === "never" || expectation.member === email;
          return own === undefined || !isMeant ? [] : brokenBy(workspace, expectation, email, own);
        }),
      );
  });
}

/** Judges one member by their own value; they may be in groups that excuse it. */
function brokenBy(
  workspace: PresentWorkspace,
  expectation: ValueExpectation,
  email: string,
  own: string,
): readonly Diagnostic[] {
  const { attribute } = expectation;
  const excusing = expectation.kind === "never" ? expectation.except_groups : [];
  const groups = excusing.filter((name) => mayBeIn(workspace, email, name));
  const nameIndex: NameIndex = {
    workspace: workspace.name,
    groups,
    members: [email],
    attributes: [attribute],
  };
  const state = emptyState(nameIndex);
  state.ownValue.set(memberAttributeOf(state, 0, 0), own);
  state.groupsOf[0]?.push(...groups.keys());
  const verdict = checkExpectation(expectation, { nameIndex, state, unread: new Set() });
  if (verdict.holds !== false) return [];
  return [
    {
      severity: "error",
      code: "expectation-failed",
      address: memberValueAddress(workspace.name, email, attribute),
      summary: `${attribute}: ${verdict.because}, by a value of their own here`,
      detail: "A member's own value wins over every group's. Change the value or the expectation.",
    },
  ];
}

/** Only a group whose members the file lists is known not to have somebody. */
function mayBeIn(workspace: PresentWorkspace, email: string, name: string): boolean {
  const group = workspace.groups?.find((candidate) => candidate.name === name);
  if (group?.state !== "present" || group.members === undefined) return true;
  return group.members.some((person) => person.email === email);
}
