import type { DiagnosticCode } from "../../model/diagnostic-code.js";
import { canonicalDomain } from "../../model/email.js";
import type { RosterCheck } from "../../model/state/desired-state.js";
import type { LiveInvite, LiveMember } from "../../model/state/resource.js";
import { count } from "../../util/english.js";

/** The complete description of a check of the roster: its code, and what it finds, in words, of whom it is about. */
export interface CheckKind {
  readonly code: DiagnosticCode;
  ofMember?(member: LiveMember, check: RosterCheck): string | undefined;
  ofRoster?(workspace: string, members: readonly LiveMember[], check: RosterCheck): string | undefined;
  /** Ages count back from `today` (YYYY-MM-DD), where it is known. */
  ofInvite?(invite: LiveInvite, check: RosterCheck, today: string | undefined): string | undefined;
  /** Of somebody who arrives and may be a member before the next check; `standing` follows the address. */
  ofArrival?(email: string, check: RosterCheck, standing: string): string | undefined;
}

const DAY = 86_400_000;

/** Every check by its key in the file, in the order of the file. */
export const CHECKS = {
  mfa: {
    code: "check-mfa",
    ofMember: ({ display_email, mfa_enabled }) =>
      mfa_enabled ? undefined : `${display_email} has no multi-factor authentication`,
  },
  email_verified: {
    code: "check-email-unverified",
    ofMember: ({ display_email, email_verified }) =>
      email_verified ? undefined : `the e-mail address of ${display_email} is not verified`,
  },
  email_domains: {
    code: "check-email-domain",
    ofMember: ({ display_email }, check) => foreignDomain(display_email, check),
    ofArrival: foreignDomain,
  },
  identity_providers: {
    code: "check-identity-provider",
    ofMember({ display_email, identity_provider }, { allowed = [] }) {
      if (allowed.includes(identity_provider)) return undefined;
      const others = allowed.join(" or ");
      const instead = others === "" ? "and no identity provider is allowed" : `not ${others}`;
      return `${display_email} signs in through ${identity_provider}, ${instead}`;
    },
  },
  invite_age_days: {
    code: "check-invite-age",
    ofInvite({ display_email, created_date }, { max = 0 }, today) {
      if (today === undefined) return undefined;
      const days = Math.floor((Date.parse(today) - Date.parse(created_date.slice(0, 10))) / DAY);
      return days > max ? `${display_email} was invited ${days} days ago and has not accepted` : undefined;
    },
  },
  organization_admins: {
    code: "check-organization-admins",
    ofRoster(workspace, members, { max = 0 }) {
      const admins = members.filter(({ role }) => role === "organization_admin").length;
      return admins > max
        ? `${workspace} has ${count(admins, "organization admin")}, more than ${max}`
        : undefined;
    },
  },
} as const satisfies Readonly<Record<string, CheckKind>>;

/** The codes of checks, each a guard where the file gives its check the severity `error`. */
export const CHECK_CODES = Object.values(CHECKS).map(({ code }) => code);

type CheckCode = (typeof CHECK_CODES)[number];

/** Returns true for the code of a check. */
export const isCheckCode = (code: DiagnosticCode): code is CheckCode =>
  CHECK_CODES.some((other) => other === code);

function foreignDomain(email: string, { allowed = [] }: RosterCheck, standing = ""): string | undefined {
  const domain = canonicalDomain(email.slice(email.lastIndexOf("@") + 1));
  if (allowed.some((other) => canonicalDomain(other) === domain)) return undefined;
  const others = allowed.join(", ");
  const instead = others === "" ? "and no domain is allowed" : `not from ${others}`;
  return `${email}${standing} is from ${domain}, ${instead}`;
}
