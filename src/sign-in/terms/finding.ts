import type { Address } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { Outcome } from "../../model/plan/plan.js";

type Row = readonly [
  code: "sign-in-setting" | "sign-in-drift" | "sign-in-token" | "sign-in-request" | "address-insecure",
  summary: string,
  /** Only where it is not that of the code. */
  severity?: Diagnostic["severity"],
];

/**
 * All findings of comparisons and verifications, by their stable names.
 * Names in capitals with `EXTERNAL_OAUTH_` are the warehouse's own (SYSTEM$GET_LOGIN_FAILURE_DETAILS): the finding
 * predicts that failure. Other names in capitals are our own, about a token or the way to get it.
 */
export const FINDINGS = {
  "manifest-unrecognized": ["sign-in-drift", "The manifest cannot be read as an application", "error"],
  "application-other": ["sign-in-drift", "The manifest is of another application"],
  "client-id-unrecorded": ["sign-in-drift", "The file does not have the client id yet"],
  "display-name": ["sign-in-drift", "The application has another name"],
  "sign-in-audience": ["sign-in-drift", "The application is not single-tenant"],
  "id-uri-missing": ["sign-in-drift", "The Application ID URI is missing"],
  "token-version": ["sign-in-drift", "The application asks for another token version"],
  "scope-missing": ["sign-in-drift", "A delegated scope is missing"],
  "scope-value": ["sign-in-drift", "A delegated scope has another value"],
  "scope-disabled": ["sign-in-drift", "A delegated scope is disabled"],
  "scope-consent": ["sign-in-drift", "Other people may consent to a delegated scope"],
  "scope-text": ["sign-in-drift", "A delegated scope is described in other words"],
  "scope-unlisted": ["sign-in-drift", "A delegated scope is for a role that the file does not have"],
  "app-role-missing": ["sign-in-drift", "An app role is missing"],
  "app-role-value": ["sign-in-drift", "An app role has another value"],
  "app-role-disabled": ["sign-in-drift", "An app role is disabled"],
  "app-role-members": ["sign-in-drift", "An app role is not for applications only"],
  "app-role-text": ["sign-in-drift", "An app role is described in other words"],
  "app-role-unlisted": ["sign-in-drift", "An app role is for a role that the file does not have"],
  "redirect-uri-missing": ["sign-in-drift", "The redirect URI is missing"],
  "redirect-uri-spelling": ["sign-in-drift", "The redirect URI is spelt in another way"],
  "redirect-uri-platform": ["sign-in-drift", "The redirect URI is on another platform"],
  "redirect-uri-unlisted": ["sign-in-drift", "Tokens may also go to another redirect URI"],
  "implicit-access-token": ["sign-in-drift", "Access tokens are off for implicit flows"],
  "implicit-id-token": ["sign-in-drift", "ID tokens are off for implicit flows"],
  "public-client": ["sign-in-drift", "Public client flows are allowed"],
  "permission-missing": ["sign-in-drift", "The application does not ask for a permission to itself"],
  "user-read-missing": ["sign-in-drift", "The application does not ask to sign users in"],
  "profile-missing": ["sign-in-drift", "The application does not ask for people's names"],
  "optional-claim-missing": ["sign-in-drift", "An optional claim of access tokens is missing"],
  "secret-expiry-differs": ["sign-in-drift", "No client secret ends on the day that the file says"],

  EXTERNAL_OAUTH_JWS_INVALID_FORMAT: ["sign-in-token", "This is not a signed token"],
  EXTERNAL_OAUTH_JWS_INVALID_TYPE: ["sign-in-token", "The token is of another type"],
  EXTERNAL_OAUTH_JWS_CANT_RETRIEVE_PUBLIC_KEY: ["sign-in-token", "The signing key was not found"],
  EXTERNAL_OAUTH_INVALID_SIGNATURE: ["sign-in-token", "The signature is not valid"],
  EXTERNAL_OAUTH_MISSING_ISSUER: ["sign-in-token", "The token names no issuer"],
  EXTERNAL_OAUTH_ACCESS_TOKEN_ISSUER_NOT_FOUND: ["sign-in-token", "The warehouse does not know the issuer"],
  EXTERNAL_OAUTH_MISSING_AUDIENCE: ["sign-in-token", "The token names no audience"],
  EXTERNAL_OAUTH_AUDIENCE_VALIDATION_FAILED: ["sign-in-token", "The token is for another audience"],
  EXTERNAL_OAUTH_ACCESS_TOKEN_EXPIRED: ["sign-in-token", "The token has expired"],
  EXTERNAL_OAUTH_ACCESS_TOKEN_NOT_YET_VALID: ["sign-in-token", "The token is not valid yet"],
  EXTERNAL_OAUTH_USER_CLAIM_MISSING: ["sign-in-token", "The token does not name a warehouse user"],
  TENANT_MISMATCH: ["sign-in-token", "The token is from another tenant"],
  ROLE_MISSING: ["sign-in-token", "The token does not carry the role"],
  WRONG_FLOW: ["sign-in-token", "The token is from the other flow"],

  AUTHORITY_UNKNOWN: ["sign-in-setting", "The authority is not one of Microsoft's clouds", "warning"],
  AUTHORITY_INSECURE: ["address-insecure", "The authority's address cannot be used"],
  CLIENT_ID_MISSING: ["sign-in-request", "The file does not have the client id yet"],
  ROLE_UNKNOWN: ["sign-in-request", "The file does not have this role"],
  SECRET_MISSING: ["sign-in-request", "No client secret was given"],
  SECRET_IS_ID: ["sign-in-request", "This is the id of a client secret, not the secret"],
  ADDRESS_UNEXPECTED: ["sign-in-request", "This is not the address that the sign-in ends at"],
  STATE_MISMATCH: ["sign-in-request", "The answer belongs to another sign-in"],
  REQUEST_FAILED: ["sign-in-request", "The identity provider refused or did not answer"],
} as const satisfies Record<string, Row>;

/** A name of the table, or a code of the identity provider as it came. */
export type FindingName = keyof typeof FINDINGS | Diagnostic["code"] | `AADSTS${string}`;

interface FindingFacts {
  readonly address?: Address;
  readonly expected?: string;
  readonly found?: string;
}

/** A finding of `check` or `verify`: a diagnostic with a name of its own. */
export interface Finding extends Diagnostic, FindingFacts {
  readonly name: FindingName;
}

/** A finding of the table. */
export function createFinding(
  name: keyof typeof FINDINGS,
  detail: string,
  facts: FindingFacts = {},
): Finding {
  const [code, summary, severity]: Row = FINDINGS[name];
  return { ...finding(code, summary, detail, { severity }), name, ...facts };
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
