import type { Outcome } from "../model/plan.js";
import type { WarehouseSignIn } from "../model/warehouse-sign-in.js";
import { parseAuthority } from "./authority.js";
import { createFinding, type Finding, outcomeOf } from "./finding.js";
import { deriveNames, scopeValue } from "./names.js";
import { sqlString } from "./snowflake-names.js";
import { mappedProperty, serviceUserStatements, verificationStatement } from "./snowflake-sql.js";
import { examineClaims } from "./token-claims.js";
import { readFacts, type TokenFacts } from "./token-facts.js";
import { decodeToken, type KeySource, verifySignature } from "./token-signature.js";
import { type Obtained, obtainAppToken } from "./verify-app.js";
import { type Browser, obtainUserToken } from "./verify-user.js";

/** Where the token comes from: asked for in one of the two flows, or already at hand. */
export type TokenSource =
  | { readonly flow: "app"; readonly secret: string | undefined }
  | { readonly flow: "user"; readonly browser: Browser }
  | {
      readonly flow: "token";
      readonly token: string;
      /** The value of a JWKS document; without it the keys are fetched, and nothing else is. */
      readonly jwks?: unknown;
    };

/** A verification to run. */
export interface VerificationRequest {
  readonly block: WarehouseSignIn;
  readonly source: TokenSource;
  /** One role of the block; otherwise all of them (app, token) or the first (user). */
  readonly role?: string;
  /** The origin to sign in at: a national cloud, or loopback. */
  readonly authority?: string;
  readonly fetch?: typeof fetch;
  /** What a token's times are compared with. */
  readonly now: () => Date;
  readonly progress?: (message: string) => void;
}

/** A verdict on a token: what the warehouse is expected to refuse, and what to run there next. */
export interface Verification {
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
  /** What the token says, where there is one. */
  readonly token?: TokenFacts;
  /** Ready SQL statements; only when nothing was found. */
  readonly statements: readonly string[];
}

/**
 * Gets a token and holds it against what the warehouse checks. Never throws for what the world does, and no token,
 * code or secret is in what it returns.
 */
export async function verifySignIn(request: VerificationRequest): Promise<Verification> {
  const { block, source, role, progress = () => {} } = request;
  const authority = parseAuthority(request.authority);
  if ("finding" in authority) return verdict([authority.finding]);
  if (role !== undefined && !block.roles.some(({ name }) => name === role)) {
    return verdict([unknownRole(block, role)]);
  }
  const names = deriveNames(block, authority.origin);
  const fetch = request.fetch ?? globalThis.fetch;
  const obtained = await obtain(request, authority.origin, fetch);
  if ("finding" in obtained) return verdict([obtained.finding]);

  const decoded = await decodeToken(obtained.token);
  if (decoded === undefined) {
    const detail =
      "It does not have the three parts of one. Tokens for Microsoft's own services are not meant to be read.";
    return verdict([createFinding("EXTERNAL_OAUTH_JWS_INVALID_FORMAT", { detail })]);
  }
  const facts = readFacts(decoded);
  const flow = source.flow === "token" ? (facts.scopes === undefined ? "app" : "user") : source.flow;
  const keys: KeySource =
    source.flow === "token" && source.jwks !== undefined
      ? { jwks: source.jwks }
      : { url: names.keysUrl, fetch };
  progress("Checking the token");
  const findings = [
    ...(await verifySignature(obtained.token, keys)),
    ...examineClaims(facts, {
      block,
      flow,
      authority: authority.origin,
      roles: rolesToCarry(request, flow, source.flow === "token" ? facts : undefined),
      now: request.now(),
    }),
  ];
  return {
    ...verdict(findings, findings.length === 0 ? statementsFor(block, flow, facts) : []),
    token: facts,
  };
}

async function obtain(
  request: VerificationRequest,
  authority: string,
  fetch: typeof globalThis.fetch,
): Promise<Obtained> {
  const { block, source, progress = () => {} } = request;
  if (source.flow === "token") return { token: source.token.trim() };
  const names = deriveNames(block, authority);
  const { clientId } = names;
  if (clientId === undefined) {
    return { finding: createFinding("CLIENT_ID_MISSING", { detail: "Write application.client_id first." }) };
  }
  const idUri = block.application.id_uri;
  if (source.flow === "app") {
    progress(`Asking ${names.metadataIssuer} for a token for the application itself`);
    const secret = source.secret?.replace(/\r?\n$/, "");
    return obtainAppToken({ names, clientId, fetch, ...(secret === undefined ? {} : { secret }) }, idUri);
  }
  const [role = ""] = rolesToCarry(request, "user");
  progress(`Asking ${names.metadataIssuer} for a token on behalf of a user, with the role ${role}`);
  const connection = { names, clientId, fetch, redirectUri: block.app_url };
  return obtainUserToken(connection, `${idUri}/${scopeValue(role)}`, source.browser);
}

/** A user's token is asked for one role; an application's carries every one that was consented to. */
function rolesToCarry(
  { block, role }: VerificationRequest,
  flow: "app" | "user",
  facts?: TokenFacts,
): string[] {
  if (role !== undefined) return [role];
  const names = block.roles.map(({ name }) => name);
  if (flow === "app") return names;
  // Which role a token at hand was asked for is not known: any will do.
  const carried = names.filter((name) => facts?.scopes?.includes(scopeValue(name)));
  return (carried.length > 0 ? carried : names).slice(0, 1);
}

function unknownRole(block: WarehouseSignIn, role: string): Finding {
  const names = block.roles.map(({ name }) => name).join(", ");
  return createFinding("ROLE_UNKNOWN", { detail: `The file's roles are ${names}.`, found: role });
}

function statementsFor(block: WarehouseSignIn, flow: "app" | "user", facts: TokenFacts): string[] {
  const user = flow === "app" ? facts.subject : facts.user;
  if (user === undefined) return [];
  return flow === "app"
    ? [...serviceUserStatements(block, user), verificationStatement]
    : [`ALTER USER <name> SET ${mappedProperty(block)} = ${sqlString(user)};`, verificationStatement];
}

const verdict = (findings: readonly Finding[], statements: readonly string[] = []): Verification => ({
  outcome: outcomeOf(findings),
  findings,
  statements,
});
