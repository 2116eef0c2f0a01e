import { type Address, memberAddress, workspaceAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import type { Arrival } from "../../model/plan/plan.js";
import type { CheckSeverity, RosterChecks } from "../../model/state/desired-state.js";
import type { LiveMember, LiveWorkspace } from "../../model/state/live-state.js";
import { count } from "../../util/count.js";
import { sortedBy } from "../../util/order.js";

const DAY = 86_400_000;

/** Findings about one workspace's roster, as far as it was read; `today` (YYYY-MM-DD) is what ages count from. */
export function checkRoster(
  workspace: string,
  live: LiveWorkspace,
  checks: RosterChecks | undefined,
  today: string | undefined,
): readonly Diagnostic[] {
  if (checks === undefined || live.members === undefined) return [];
  const about = (member: LiveMember): Address => memberAddress(workspace, member.email);
  const { email_domains: domains, identity_providers: providers, organization_admins: admins } = checks;
  const findings: Diagnostic[] = [];
  for (const member of sortedBy(live.members, ({ email }) => email)) {
    if (!member.mfa_enabled) {
      findings.push(
        ...finding(
          checks.mfa,
          "check-mfa",
          `${member.display_email} has no multi-factor authentication`,
          about(member),
        ),
      );
    }
    if (!member.email_verified) {
      const message = `the e-mail address of ${member.display_email} is not verified`;
      findings.push(...finding(checks.email_verified, "check-email-unverified", message, about(member)));
    }
    findings.push(...foreign(member.display_email, domains, about(member)));
    if (providers !== undefined && !providers.allowed.includes(member.identity_provider)) {
      const message = `${member.display_email} signs in through ${member.identity_provider}, not ${providers.allowed.join(" or ")}`;
      findings.push(...finding(providers.severity, "check-identity-provider", message, about(member)));
    }
  }
  const adminCount = live.members.filter(({ role }) => role === "organization_admin").length;
  if (admins !== undefined && adminCount > admins.max) {
    const message = `${workspace} has ${count(adminCount, "organization admin")}, more than ${admins.max}`;
    findings.push(
      ...finding(admins.severity, "check-organization-admins", message, workspaceAddress(workspace)),
    );
  }
  return [...findings, ...oldInvites(workspace, live, checks, today)];
}

/** Findings about those who are invited: whoever accepts is a member before the next check. */
export function checkArrivals(
  arrivals: readonly Arrival[],
  checks: RosterChecks | undefined,
): readonly Diagnostic[] {
  return arrivals.flatMap(({ workspace, member }) =>
    foreign(member, checks?.email_domains, memberAddress(workspace, member), ", who is invited,"),
  );
}

function foreign(
  email: string,
  domains: RosterChecks["email_domains"],
  address: Address,
  standing = "",
): readonly Diagnostic[] {
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (domains === undefined || domains.allowed.some((allowed) => allowed.toLowerCase() === domain)) return [];
  const message = `${email}${standing} is from ${domain}, not from ${domains.allowed.join(", ")}`;
  return finding(domains.severity, "check-email-domain", message, address);
}

function oldInvites(
  workspace: string,
  live: LiveWorkspace,
  { invite_age_days: limit }: RosterChecks,
  today: string | undefined,
): readonly Diagnostic[] {
  if (limit === undefined || today === undefined) return [];
  return sortedBy(live.invites ?? [], ({ email }) => email).flatMap((invite) => {
    const days = Math.floor((Date.parse(today) - Date.parse(invite.created_date.slice(0, 10))) / DAY);
    if (!(days > limit.max)) return [];
    const message = `${invite.display_email} was invited ${days} days ago and has not accepted`;
    return finding(limit.severity, "check-invite-age", message, memberAddress(workspace, invite.email));
  });
}

function finding(
  severity: CheckSeverity | undefined,
  code: DiagnosticCode,
  summary: string,
  address: Address,
): readonly Diagnostic[] {
  if (severity === undefined || severity === "off") return [];
  return [{ severity: severity === "error" ? "error" : "warning", code, summary, detail: "", address }];
}
