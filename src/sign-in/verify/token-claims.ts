import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { createFinding, type Finding } from "../terms/finding.js";
import { appRoleValue, deriveNames, scopeValue } from "../terms/names.js";
import type { TokenFacts } from "./token-facts.js";

/** The facts with which a token is compared. */
interface Expectation {
  readonly block: WarehouseSignIn;
  readonly authority: string;
  readonly flow: "app" | "user";
  /** Roles that the token has to carry. */
  readonly roles: readonly string[];
  readonly now: Date;
}

/** The claims of a token that the warehouse would refuse; independent of each other, in the warehouse's order. */
export function examineClaims(facts: TokenFacts, expected: Expectation): Finding[] {
  return [
    ...examineType(facts),
    ...examineIssuer(facts, expected),
    ...examineAudience(facts, expected),
    ...examineTimes(facts, expected.now),
    ...examineRoles(facts, expected),
    ...examineUser(facts, expected),
  ];
}

function* examineType({ type }: TokenFacts): Generator<Finding> {
  if (type === undefined || /^(?:jwt|at\+jwt)$/i.test(type)) return;
  yield createFinding(
    "EXTERNAL_OAUTH_JWS_INVALID_TYPE",
    "It is not an access token. Take the access_token of the answer, not the id_token.",
    { expected: "JWT", found: type },
  );
}

function* examineIssuer(facts: TokenFacts, { block, authority }: Expectation): Generator<Finding> {
  const { issuer, tenantId } = deriveNames(block, authority);
  if (facts.issuer === undefined) {
    yield createFinding("EXTERNAL_OAUTH_MISSING_ISSUER", "It has no iss claim.", { expected: issuer });
  } else if (facts.issuer !== issuer) {
    yield createFinding(
      "EXTERNAL_OAUTH_ACCESS_TOKEN_ISSUER_NOT_FOUND",
      issuerHint(facts.issuer, block, authority),
      { expected: issuer, found: facts.issuer },
    );
  } else if (facts.tenant !== tenantId) {
    yield createFinding("TENANT_MISMATCH", "Its tid claim is not the file's tenant_id.", {
      expected: tenantId,
      found: facts.tenant ?? "none",
    });
  }
}

function issuerHint(found: string, block: WarehouseSignIn, authority: string): string {
  const { token_version } = block.application;
  const other = token_version === 1 ? 2 : 1;
  const application = { ...block.application, token_version: other } as const;
  if (found === deriveNames({ ...block, application }, authority).issuer) {
    return `It is a version ${other} token: set requestedAccessTokenVersion to ${token_version}, or application.token_version to ${other} and alter the integration.`;
  }
  return "Issuers are compared byte for byte, the slash at the end included. Compare tenant_id and the cloud.";
}

function* examineAudience(facts: TokenFacts, { block, authority }: Expectation): Generator<Finding> {
  const { audiences, clientId } = deriveNames(block, authority);
  if (facts.audience.length === 0) {
    yield createFinding("EXTERNAL_OAUTH_MISSING_AUDIENCE", "It has no aud claim.");
  } else if (!facts.audience.some((audience) => audiences.includes(audience))) {
    yield createFinding(
      "EXTERNAL_OAUTH_AUDIENCE_VALIDATION_FAILED",
      clientId === undefined
        ? "The file has no application.client_id, which tokens may carry as audience: add it and alter the integration."
        : "It was asked for with another scope: the scope has to begin with the Application ID URI.",
      { expected: audiences.join(" or "), found: facts.audience.join(", ") },
    );
  }
}

function* examineTimes(facts: TokenFacts, now: Date): Generator<Finding> {
  const seconds = now.getTime() / 1000;
  const start = Math.max(facts.not_before ?? 0, facts.issued_at ?? 0);
  if (facts.expires_at === undefined || facts.expires_at <= seconds) {
    yield createFinding(
      "EXTERNAL_OAUTH_ACCESS_TOKEN_EXPIRED",
      "Ask for a new one; they live for about an hour.",
      { found: facts.expires_at === undefined ? "no exp claim" : iso(facts.expires_at) },
    );
  }
  if (start > seconds) {
    yield createFinding(
      "EXTERNAL_OAUTH_ACCESS_TOKEN_NOT_YET_VALID",
      "Its nbf or iat claim is in the future: compare the clocks.",
      { found: iso(start) },
    );
  }
}

function* examineRoles(facts: TokenFacts, { flow, roles }: Expectation): Generator<Finding> {
  if (flow === "app" && facts.scopes !== undefined) {
    yield createFinding(
      "WRONG_FLOW",
      "It has scopes, so it is the token of a user. Ask with client credentials for a token of the application itself.",
      { found: facts.scopes.join(" ") },
    );
    return;
  }
  const [claim, carried] =
    flow === "app" ? (["roles", facts.roles] as const) : (["scp", facts.scopes ?? []] as const);
  const expectedRoles = roles.map(flow === "app" ? appRoleValue : scopeValue);
  const read = new Set(carried.map(asRead));
  const missing = expectedRoles.filter((value) => !read.has(asRead(value)));
  if (missing.length === 0) return;
  yield createFinding(
    "ROLE_MISSING",
    flow === "app"
      ? "The application permission is not listed or has no admin consent (step 7). The warehouse refuses a token without a role."
      : "The scope was dropped without an error: it is unknown, disabled, or nobody consented to it.",
    { expected: missing.join(" "), found: carried.length === 0 ? `no ${claim} claim` : carried.join(" ") },
  );
}

/** A role as the warehouse reads it: a claim has no quotes, and a role without quotes is read in capitals. */
function asRead(value: string): string {
  const name = value.lastIndexOf(":") + 1;
  return value.slice(0, name) + value.slice(name).toUpperCase();
}

function* examineUser(facts: TokenFacts, { flow, block }: Expectation): Generator<Finding> {
  if (flow === "app" && facts.subject === undefined) {
    yield createFinding(
      "EXTERNAL_OAUTH_USER_CLAIM_MISSING",
      "It has no sub claim, which names the service user.",
    );
  }
  if (flow === "user" && facts.user === undefined) {
    yield createFinding(
      "EXTERNAL_OAUTH_USER_CLAIM_MISSING",
      block.application.token_version === 2
        ? "It has no upn claim: add upn as optional claim of access tokens, and ask for the scope profile, too, with Microsoft Graph's permission profile consented to. Its sub differs for every application and cannot be used instead."
        : "It has no upn claim, which guests do not have. Its sub differs for every application and cannot be used instead.",
    );
  }
}

function iso(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? String(seconds) : date.toISOString();
}
