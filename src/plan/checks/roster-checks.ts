import { type Address, memberAddress, workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import { canonicalDomain } from "../../model/email.js";
import type { Arrival } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { CheckSeverity, RosterChecks } from "../../model/state/desired-state.js";
import { invitesOf, type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import type { LiveMember } from "../../model/state/resource.js";
import { sortedBy } from "../../util/collections.js";
import { count } from "../../util/english.js";

const DAY = 86_400_000;

/**
 * The findings about the parts of one workspace's roster that were read; ages count back from `today`
 * (YYYY-MM-DD).
 */
export function checkRoster(
  workspace: string,
  live: LiveWorkspace,
  checks: RosterChecks | undefined,
  today: string | undefined,
): readonly Diagnostic[] {
  if (checks === undefined || !contentsOf(live).gives("invite")) return [];
  const { organization_admins: admins } = checks;
  const members = membersOf(live);
  const adminCount = members.filter(({ role }) => role === "organization_admin").length;
  const message = `${workspace} has ${count(adminCount, "organization admin")}, more than ${admins?.max}`;
  return [
    ...sortedBy(members, ({ email }) => email).flatMap((member) => checkMember(workspace, member, checks)),
    ...(admins !== undefined && adminCount > admins.max
      ? checked(admins.severity, "check-organization-admins", message, workspaceAddress(workspace))
      : []),
    ...oldInvites(workspace, live, checks, today),
  ];
}

function checkMember(
  workspace: string,
  { email, display_email: shown, mfa_enabled, email_verified, identity_provider }: LiveMember,
  { mfa, email_verified: verified, email_domains, identity_providers: providers }: RosterChecks,
): readonly Diagnostic[] {
  const address = memberAddress(workspace, email);
  const others = providers?.allowed.join(" or ") ?? "";
  const instead = others === "" ? "and no identity provider is allowed" : `not ${others}`;
  const provider = `${shown} signs in through ${identity_provider}, ${instead}`;
  return [
    ...(mfa_enabled ? [] : checked(mfa, "check-mfa", `${shown} has no multi-factor authentication`, address)),
    ...(email_verified
      ? []
      : checked(
          verified,
          "check-email-unverified",
          `the e-mail address of ${shown} is not verified`,
          address,
        )),
    ...foreign(shown, email_domains, address),
    ...(providers?.allowed.includes(identity_provider)
      ? []
      : checked(providers?.severity, "check-identity-provider", provider, address)),
  ];
}

/** Findings about people who arrive: they may be members before the next check. */
export function checkArrivals(
  arrivals: readonly Arrival[],
  checks: RosterChecks | undefined,
): readonly Diagnostic[] {
  return arrivals.flatMap(({ workspace, member, invite }) => {
    const standing = invite === "sign_in" ? ", who is awaited," : ", who is invited,";
    return foreign(member, checks?.email_domains, memberAddress(workspace, member), standing);
  });
}

function foreign(
  email: string,
  domains: RosterChecks["email_domains"],
  address: Address,
  note = "",
): readonly Diagnostic[] {
  const domain = canonicalDomain(email.slice(email.lastIndexOf("@") + 1));
  if (domains === undefined || domains.allowed.some((allowed) => canonicalDomain(allowed) === domain))
    return [];
  const others = domains.allowed.join(", ");
  const instead = others === "" ? "and no domain is allowed" : `not from ${others}`;
  const message = `${email}${note} is from ${domain}, ${instead}`;
  return checked(domains.severity, "check-email-domain", message, address);
}

function oldInvites(
  workspace: string,
  live: LiveWorkspace,
  { invite_age_days: limit }: RosterChecks,
  today: string | undefined,
): readonly Diagnostic[] {
  if (limit === undefined || today === undefined) return [];
  return sortedBy(invitesOf(live), ({ email }) => email).flatMap((invite) => {
    const days = Math.floor((Date.parse(today) - Date.parse(invite.created_date.slice(0, 10))) / DAY);
    if (!(days > limit.max)) return [];
    const message = `${invite.display_email} was invited ${days} days ago and has not accepted`;
    return checked(limit.severity, "check-invite-age", message, memberAddress(workspace, invite.email));
  });
}

function checked(
  level: CheckSeverity | undefined,
  code: DiagnosticCode,
  summary: string,
  address: Address,
): readonly Diagnostic[] {
  if (level === undefined || level === "off") return [];
  return [finding(code, summary, "", { severity: level === "error" ? level : undefined, address })];
}
