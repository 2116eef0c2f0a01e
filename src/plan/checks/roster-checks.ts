import { CHECKS, type CheckKind } from "../../kinds/rules/checks.js";
import { type Address, memberAddress, workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { Arrival } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace, RosterCheck, RosterChecks } from "../../model/state/desired-state.js";
import { invitesOf, type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import { sortedBy } from "../../util/collections.js";

/**
 * The findings about the parts of one workspace's roster that were read; ages count back from `today`
 * (YYYY-MM-DD).
 */
export function checkRoster(
  { name, state }: DesiredWorkspace,
  live: LiveWorkspace | undefined,
  checks: RosterChecks | undefined,
  today: string | undefined,
): readonly Diagnostic[] {
  if (state === "absent" || !contentsOf(live).gives("invite")) return [];
  const members = membersOf(live);
  return [
    ...sortedBy(members, ({ email }) => email).flatMap((member) =>
      ask(checks, memberAddress(name, member.email), (kind, check) => kind.ofMember?.(member, check)),
    ),
    ...ask(checks, workspaceAddress(name), (kind, check) => kind.ofRoster?.(name, members, check)),
    ...sortedBy(invitesOf(live), ({ email }) => email).flatMap((invite) =>
      ask(checks, memberAddress(name, invite.email), (kind, check) => kind.ofInvite?.(invite, check, today)),
    ),
  ];
}

/** Findings about people who arrive: they may be members before the next check. */
export function checkArrivals(
  arrivals: readonly Arrival[],
  checks: RosterChecks | undefined,
): readonly Diagnostic[] {
  return arrivals.flatMap(({ workspace, member, invite }) => {
    const standing = invite === "sign_in" ? ", who is awaited," : ", who is invited,";
    return ask(checks, memberAddress(workspace, member), (kind, check) =>
      kind.ofArrival?.(member, check, standing),
    );
  });
}

/** What the checks that are on find about one address. */
function ask(
  checks: RosterChecks = {},
  address: Address,
  textOf: (kind: CheckKind, check: RosterCheck) => string | undefined,
): readonly Diagnostic[] {
  return Object.entries(CHECKS).flatMap(([name, kind]) => {
    const check = checks[name];
    const text = check && check.severity !== "off" ? textOf(kind, check) : undefined;
    const severity = check?.severity === "error" ? "error" : undefined;
    return text === undefined ? [] : [finding(kind.code, text, "", { severity, address })];
  });
}
