import { membershipAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { EffectiveValue } from "../../model/plan/plan.js";
import type { Viewer } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import {
  type DesiredState,
  type PresentWorkspace,
  presentIn,
  type RoleExpectation,
  type ValueExpectation,
} from "../../model/state/desired-state.js";
import type { DesiredResource } from "../../model/state/resource.js";
import { checkExpectation, checkRoles } from "./expectations.js";
import { limitedBy, ORGANIZATION_ADMIN } from "./roles.js";

/**
 * The errors about expectations that the file breaks regardless of the service: a member's own value wins
 * over every group's, so if the file gives one, the outcome is known without asking the service. They are
 * judged as in a plan, for one member at a time; the plan decides everything else.
 */
export function lintExpectations(desired: DesiredState): readonly Diagnostic[] {
  return desired.expect.flatMap((expectation): readonly Diagnostic[] => {
    // An expectation about the data model needs the values of groups, too.
    if (expectation.kind === "data") return [];
    const asked = presentIn(desired.workspaces).filter(({ name }) => expectation.workspace === name);
    if (expectation.kind === "roles")
      return asked.flatMap((workspace) => givenAgainst(expectation, workspace, desired));
    return asked.flatMap((workspace) =>
      contentsOf(workspace)
        .of("member_value")
        .filter(({ name }) => name === expectation.attribute)
        .flatMap((own) =>
          expectation.kind === "never" || expectation.member === own.owner
            ? brokenBy(workspace, expectation, own)
            : [],
        ),
    );
  });
}

/**
 * The people to whom the file itself gives a role that a rule gives to others only. An organization admin has the role in
 * every workspace.
 */
function givenAgainst(
  expectation: RoleExpectation,
  workspace: PresentWorkspace,
  { workspaces }: DesiredState,
): readonly Diagnostic[] {
  return presentIn(workspaces)
    .flatMap((one) =>
      contentsOf(one)
        .of("invite")
        .filter(({ managed }) => one === workspace || managed.role === ORGANIZATION_ADMIN),
    )
    .flatMap(({ address, name: member, managed }) => {
      const role = managed.role == null ? null : String(managed.role);
      const person = { member, role, limitedBy: limitedBy(role), groups: [], values: {} };
      const verdict = checkRoles(expectation, { people: [person], unread: new Set() });
      if (verdict.holds !== false) return [];
      const summary = `${workspace.name}: ${verdict.because}, and \`only_members\` of an expectation does not name them`;
      const detail = "Change the role, or name the person under `only_members`.";
      return [finding("expectation-failed", summary, detail, { address })];
    });
}

/** Judges one member by their own value; they may be in groups that excuse it. */
function brokenBy(
  workspace: PresentWorkspace,
  expectation: ValueExpectation,
  { address, owner: email = "", managed }: DesiredResource,
): readonly Diagnostic[] {
  const { attribute } = expectation;
  const excusing = expectation.kind === "never" ? expectation.except_groups : [];
  const groups = excusing.filter((name) => mayBeIn(workspace, email, name));
  const value: EffectiveValue = { value: String(managed.value), source: { kind: "own" } };
  const person: Viewer = {
    member: email,
    role: null,
    limitedBy: "values",
    groups,
    values: { [attribute]: value },
  };
  const verdict = checkExpectation(expectation, { people: [person], unread: new Set() });
  if (verdict.holds !== false) return [];
  return [
    finding(
      "expectation-failed",
      `${attribute}: ${verdict.because}, by a value of their own here`,
      "A member's own value wins over every group's. Change the value or the expectation.",
      { address },
    ),
  ];
}

/** Returns true unless the file lists the group's members without this one: members of other groups are unknown. */
function mayBeIn(workspace: PresentWorkspace, email: string, name: string): boolean {
  const { gives, at } = contentsOf(workspace);
  return !gives("group_membership", name) || at(membershipAddress(workspace.name, name, email)) !== undefined;
}
