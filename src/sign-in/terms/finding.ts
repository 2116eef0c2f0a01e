import type { Address } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { Outcome } from "../../model/plan/plan.js";

type Row = readonly [
  severity: "error" | "warning",
  code: "sign-in-doubtful" | "sign-in-drift" | "sign-in-token" | "sign-in-request" | "address-insecure",
  summary: string,
];

/**
 * All findings of comparisons and verifications, by their stable names.
 * Names in capitals with `EXTERNAL_OAUTH_` are the warehouse's own (SYSTEM$GET_LOGIN_FAILURE_DETAILS): the finding
 * predicts that failure. Other names in capitals are our own, about a token or the way to get it.
 */
export const FINDINGS = {
  "manifest-unrecognized": ["error", "sign-in-drift", "The manifest cannot be read as an application"],
  "application-other": ["warning", "sign-in-drift", "The manifest is of another application"],
  "client-id-unrecorded": ["warning", "sign-in-drift", "The file does not have the client id yet"],
  "display-name": ["warning", "sign-in-drift", "The application has another name"],
  "sign-in-audience": ["warning", "sign-in-drift", "The application is not single-tenant"],
  "id-uri-missing": ["warning", "sign-in-drift", "The Application ID URI is missing"],
  "token-version": ["warning", "sign-in-drift", "The application asks for another token version"],
  "scope-missing": ["warning", "sign-in-drift", "A delegated scope is missing"],
  "scope-value": ["warning", "sign-in-drift", "A delegated scope has another value"],
  "scope-disabled": ["warning", "sign-in-drift", "A delegated scope is disabled"],
  "scope-consent": ["warning", "sign-in-drift", "Other people may consent to a delegated scope"],
  "scope-text": ["warning", "sign-in-drift", "A delegated scope is described in other words"],
  "scope-unlisted": [
    "warning",
    "sign-in-drift",
    "A delegated scope is for a role that the file does not have",
  ],
  "app-role-missing": ["warning", "sign-in-drift", "An app role is missing"],
  "app-role-value": ["warning", "sign-in-drift", "An app role has another value"],
  "app-role-disabled": ["warning", "sign-in-drift", "An app role is disabled"],
  "app-role-members": ["warning", "sign-in-drift", "An app role is not for applications only"],
  "app-role-text": ["warning", "sign-in-drift", "An app role is described in other words"],
  "app-role-unlisted": ["warning", "sign-in-drift", "An app role is for a role that the file does not have"],
  "redirect-uri-missing": ["warning", "sign-in-drift", "The redirect URI is missing"],
  "redirect-uri-spelling": ["warning", "sign-in-drift", "The redirect URI is spelt in another way"],
  "redirect-uri-platform": ["warning", "sign-in-drift", "The redirect URI is on another platform"],
  "redirect-uri-unlisted": ["warning", "sign-in-drift", "Tokens may also go to another redirect URI"],
  "implicit-access-token": ["warning", "sign-in-drift", "Access tokens are off for implicit flows"],
  "implicit-id-token": ["warning", "sign-in-drift", "ID tokens are off for implicit flows"],
  "public-client": ["warning", "sign-in-drift", "Public client flows are allowed"],
  "permission-missing": [
    "warning",
    "sign-in-drift",
    "The application does not ask for a permission to itself",
  ],
  "user-read-missing": ["warning", "sign-in-drift", "The application does not ask to sign users in"],
  "profile-missing": ["warning", "sign-in-drift", "The application does not ask for people's names"],
  "optional-claim-missing": ["warning", "sign-in-drift", "An optional claim of access tokens is missing"],
  "secret-expiry-differs": [
    "warning",
    "sign-in-drift",
    "No client secret ends on the day that the file says",
  ],

  EXTERNAL_OAUTH_JWS_INVALID_FORMAT: ["error", "sign-in-token", "This is not a signed token"],
  EXTERNAL_OAUTH_JWS_INVALID_TYPE: ["error", "sign-in-token", "The token is of another type"],
  EXTERNAL_OAUTH_JWS_CANT_RETRIEVE_PUBLIC_KEY: ["error", "sign-in-token", "The signing key was not found"],
  EXTERNAL_OAUTH_INVALID_SIGNATURE: ["error", "sign-in-token", "The signature is not valid"],
  EXTERNAL_OAUTH_MISSING_ISSUER: ["error", "sign-in-token", "The token names no issuer"],
  EXTERNAL_OAUTH_ACCESS_TOKEN_ISSUER_NOT_FOUND: [
    "error",
    "sign-in-token",
    "The warehouse does not know the issuer",
  ],
  EXTERNAL_OAUTH_MISSING_AUDIENCE: ["error", "sign-in-token", "The token names no audience"],
  EXTERNAL_OAUTH_AUDIENCE_VALIDATION_FAILED: ["error", "sign-in-token", "The token is for another audience"],
  EXTERNAL_OAUTH_ACCESS_TOKEN_EXPIRED: ["error", "sign-in-token", "The token has expired"],
  EXTERNAL_OAUTH_ACCESS_TOKEN_NOT_YET_VALID: ["error", "sign-in-token", "The token is not valid yet"],
  EXTERNAL_OAUTH_USER_CLAIM_MISSING: ["error", "sign-in-token", "The token does not name a warehouse user"],
  TENANT_MISMATCH: ["error", "sign-in-token", "The token is from another tenant"],
  ROLE_MISSING: ["error", "sign-in-token", "The token does not carry the role"],
  WRONG_FLOW: ["error", "sign-in-token", "The token is from the other flow"],

  AUTHORITY_UNKNOWN: ["warning", "sign-in-doubtful", "The authority is not one of Microsoft's clouds"],
  AUTHORITY_INSECURE: ["error", "address-insecure", "The authority's address cannot be used"],
  CLIENT_ID_MISSING: ["error", "sign-in-request", "The file does not have the client id yet"],
  ROLE_UNKNOWN: ["error", "sign-in-request", "The file does not have this role"],
  SECRET_MISSING: ["error", "sign-in-request", "No client secret was given"],
  SECRET_IS_ID: ["error", "sign-in-request", "This is the id of a client secret, not the secret"],
  ADDRESS_UNEXPECTED: ["error", "sign-in-request", "This is not the address that the sign-in ends at"],
  STATE_MISMATCH: ["error", "sign-in-request", "The answer belongs to another sign-in"],
  REQUEST_FAILED: ["error", "sign-in-request", "The identity provider refused or did not answer"],
} as const satisfies Record<string, Row>;

/** A name of the table, or a code of the identity provider as it came. */
export type FindingName = keyof typeof FINDINGS | Diagnostic["code"] | `AADSTS${string}`;

/** A finding of `check` or `verify`: a diagnostic with a name of its own. */
export interface Finding extends Diagnostic {
  readonly name: FindingName;
  readonly expected?: string;
  readonly found?: string;
}

/** The facts of a finding, without its name. */
interface FindingFacts {
  readonly detail: string;
  readonly address?: Address;
  readonly expected?: string;
  readonly found?: string;
}

/** A finding of the table. */
export function createFinding(name: keyof typeof FINDINGS, facts: FindingFacts): Finding {
  const [severity, code, summary] = FINDINGS[name];
  return { severity, code, name, summary, ...facts };
}

/** The outcome of findings: errors refuse, warnings and drift are differences. */
export function outcomeOf(
  findings: readonly Finding[],
): Extract<Outcome, "ok" | "differences" | "error" | "refused"> {
  const errors = findings.filter(({ severity }) => severity === "error");
  if (errors.some(({ code }) => code === "sign-in-request" || code === "address-insecure")) return "error";
  if (errors.length > 0) return "refused";
  return findings.length > 0 ? "differences" : "ok";
}
