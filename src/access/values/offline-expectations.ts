import { membershipAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { EffectiveValue } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import {
  type DesiredState,
  type PresentWorkspace,
  presentIn,
  type ValueExpectation,
} from "../../model/state/desired-state.js";
import type { DesiredResource } from "../../model/state/resource.js";
import { fitsWildcard } from "../../util/wildcard.js";
import { checkExpectation } from "./expectations.js";

/**
 * Expectations that the file breaks whatever exists in the service: a member's own value wins over every group's, so
 * where the file gives one, the outcome is known without asking the service. Judged as a plan does it, for one member
 * at a time; everything else is decided by the plan.
 */
export function lintExpectations(desired: DesiredState): readonly Diagnostic[] {
  return desired.expect.flatMap((expectation): readonly Diagnostic[] => {
    // An expectation about the data model needs the values of groups, too.
    if (expectation.kind === "data" || expectation.kind === "reaches") return [];
    return presentIn(desired.workspaces)
      .filter(({ name }) => fitsWildcard(expectation.workspace, name))
      .flatMap((workspace) =>
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
  const person = { member: email, groups, values: { [attribute]: value } };
  const verdict = checkExpectation(expectation, { people: [person], unread: new Set() });
  if (verdict.holds !== false) return [];
  return [
    {
      severity: "error",
      code: "expectation-failed",
      address,
      summary: `${attribute}: ${verdict.because}, by a value of their own here`,
      detail: "A member's own value wins over every group's. Change the value or the expectation.",
    },
  ];
}

/** Returns true unless the file lists the group's members without this one: members of other groups are unknown. */
function mayBeIn(workspace: PresentWorkspace, email: string, name: string): boolean {
  const { gives, at } = contentsOf(workspace);
  return !gives("group_membership", name) || at(membershipAddress(workspace.name, name, email)) !== undefined;
}
