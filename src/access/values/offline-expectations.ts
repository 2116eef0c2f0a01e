import { memberValueAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DesiredState, Expectation, PresentWorkspace } from "../../model/state/desired-state.js";
import { inclusionOfAny } from "./expectations.js";

/**
 * Expectations that the file breaks whatever lives: a member's own value wins over every group's, so where the file
 * gives one, the outcome is known without asking the service. Everything else is decided by the plan.
 */
export function lintExpectations(desired: DesiredState): readonly Diagnostic[] {
  return desired.expect.flatMap((expectation): readonly Diagnostic[] => {
    const workspace = desired.workspaces.find(({ name }) => name === expectation.workspace);
    if (workspace?.state !== "present") return [];
    return expectation.kind === "is"
      ? contradiction(workspace, expectation)
      : forbidden(workspace, expectation);
  });
}

function contradiction(
  workspace: PresentWorkspace,
  { member, attribute, is }: Extract<Expectation, { kind: "is" }>,
): readonly Diagnostic[] {
  const own = ownValue(workspace, member, attribute);
  if (own === undefined || own === is) return [];
  return [broken(workspace.name, member, attribute, `is expected to have ${is}`, "has another value")];
}

function forbidden(
  workspace: PresentWorkspace,
  { attribute, never, except_groups }: Extract<Expectation, { kind: "never" }>,
): readonly Diagnostic[] {
  return (workspace.members ?? []).flatMap(({ email }) => {
    const own = ownValue(workspace, email, attribute);
    if (own === undefined || mayBeIn(workspace, email, except_groups)) return [];
    const inclusion = inclusionOfAny(own, never);
    if (inclusion === "no") return [];
    const expected = `is expected never to have ${never.join(" or ")}`;
    return [broken(workspace.name, email, attribute, expected, REASONS[inclusion])];
  });
}

function ownValue(workspace: PresentWorkspace, email: string, attribute: string): string | undefined {
  const member = workspace.members?.find((person) => person.email === email);
  return member?.values?.find((value) => value.attribute === attribute)?.value;
}

/** Only a group whose members the file lists is known not to have somebody. */
function mayBeIn(workspace: PresentWorkspace, email: string, names: readonly string[]): boolean {
  return names.some((name) => {
    const group = workspace.groups?.find((candidate) => candidate.name === name);
    if (group?.state !== "present" || group.members === undefined) return true;
    return group.members.some((person) => person.email === email);
  });
}

const REASONS = {
  yes: "has a value that includes it",
  unclear: "has a pattern that may include it",
} as const;

function broken(
  workspace: string,
  member: string,
  attribute: string,
  expected: string,
  has: string,
): Diagnostic {
  return {
    severity: "error",
    code: "expectation-failed",
    address: memberValueAddress(workspace, member, attribute),
    summary: `${member} ${expected} for ${attribute}, and ${has} of their own here`,
    detail: "A member's own value wins over every group's. Change the value or the expectation.",
  };
}
