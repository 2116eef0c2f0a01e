import { hasErrors } from "../../model/diagnostic.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { WarehouseSignIn } from "../../model/state/warehouse-sign-in.js";
import { sqlString } from "../render/snowflake-names.js";
import {
  mappedProperty,
  serviceUserStatements,
  useRole,
  verificationStatement,
} from "../render/snowflake-sql.js";
import { parseAuthority } from "../terms/authority.js";
import { createFinding, type Finding, outcomeOf } from "../terms/finding.js";
import { deriveNames, type Names, scopeValue } from "../terms/names.js";
import { examineClaims } from "./token-claims.js";
import { readFacts, type TokenFacts } from "./token-facts.js";
import { decodeToken, type KeySource, verifySignature } from "./token-signature.js";
import { mistakeInSecret, type Obtained, obtainAppToken } from "./verify-app.js";
import { type Browser, obtainUserToken } from "./verify-user.js";

/** The source of the token: asked for in one of the two flows, or given. */
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
interface VerificationRequest {
  readonly block: WarehouseSignIn;
  readonly source: TokenSource;
  /** One role of the block; otherwise all of them (app, token) or the first (user). */
  readonly role?: string | undefined;
  /** The origin to sign in at: a national cloud, or loopback. */
  readonly authority?: string | undefined;
  readonly fetch: typeof fetch;
  /** The time with which a token's times are compared. */
  readonly now: () => Date;
  readonly progress: (message: string) => void;
}

/** A verdict on a token: what the warehouse is expected to refuse, and what to run there next. */
export interface Verification {
  readonly outcome: Outcome;
  readonly findings: readonly Finding[];
  /** The facts of the token, where there is one. */
  readonly token?: TokenFacts;
  /** The resource in the request. The client id means that the Application ID URI was refused (AADSTS90009). */
  readonly asked_by?: "id_uri" | "client_id" | undefined;
  /** Ready SQL statements; only when nothing was found. */
  readonly statements: readonly string[];
}

/**
 * Gets a token and compares it with what the warehouse checks. It never throws because of the provider, and returns no
 * token, code or secret.
 */
export async function verifySignIn(request: VerificationRequest): Promise<Verification> {
  const { block, source, role, fetch, progress } = request;
  const authority = parseAuthority(request.authority);
  if ("finding" in authority) return verdict([authority.finding]);
  if (role !== undefined && !block.roles.some(({ name }) => name === role)) {
    const detail = `The file's roles are ${block.roles.map(({ name }) => name).join(", ")}.`;
    return verdict([createFinding("ROLE_UNKNOWN", detail, { found: role })]);
  }
  const { origin, warnings } = authority;
  const names = deriveNames(block, origin);
  const obtained = await obtain(request, names);
  if ("finding" in obtained) return verdict([...warnings, obtained.finding]);

  const decoded = await decodeToken(obtained.token);
  if (decoded === undefined) {
    const detail =
      "It does not have the three parts of one. Tokens for Microsoft's own services are not meant to be read.";
    return verdict([...warnings, createFinding("EXTERNAL_OAUTH_JWS_INVALID_FORMAT", detail)]);
  }
  const facts = readFacts(decoded);
  const flow = source.flow === "token" ? (facts.scopes === undefined ? "app" : "user") : source.flow;
  const keys: KeySource =
    source.flow === "token" && source.jwks !== undefined
      ? { jwks: source.jwks }
      : { url: names.keysUrl, fetch };
  progress("Checking the token");
  const findings = [
    ...warnings,
    ...(await verifySignature(obtained.token, keys)),
    ...examineClaims(facts, {
      block,
      flow,
      authority: origin,
      roles: rolesToCarry(request, flow, source.flow === "token" ? facts : undefined),
      now: request.now(),
    }),
  ];
  return {
    ...verdict(findings, hasErrors(findings) ? [] : statementsFor(block, flow, facts)),
    token: facts,
    asked_by: obtained.asked_by,
  };
}

/**
 * Gets the token. One that is refused because an application asks for itself (AADSTS90009) is asked for once more by
 * the client id, which is the only form that Entra's reference of that error allows; not every tenant insists on it.
 */
async function obtain(
  request: VerificationRequest,
  names: Names,
): Promise<Obtained & { readonly asked_by?: "id_uri" | "client_id" }> {
  const { block, source, fetch, progress } = request;
  if (source.flow === "token") return { token: source.token.trim() };
  const { clientId } = names;
  if (clientId === undefined) {
    return { finding: createFinding("CLIENT_ID_MISSING", "Write application.client_id first.") };
  }
  const secret = source.flow === "app" ? (source.secret ?? "").replace(/\r?\n$/, "") : "";
  const mistake = source.flow === "app" ? mistakeInSecret(secret) : undefined;
  if (mistake !== undefined) return { finding: mistake };
  const connection = { names, clientId, fetch };
  const [role = ""] = rolesToCarry(request, "user");
  const whose =
    source.flow === "app" ? "for the application itself" : `on behalf of a user, with the role ${role}`;
  progress(`Asking ${names.metadataIssuer} for a token ${whose}`);
  const ask = (resource: string): Promise<Obtained> =>
    source.flow === "app"
      ? obtainAppToken({ ...connection, secret }, resource)
      : obtainUserToken(
          { ...connection, redirectUri: block.app_url },
          userScopes(block, resource, role),
          source.browser,
        );
  const first = await ask(block.application.id_uri);
  if (!("finding" in first) || first.finding.name !== "AADSTS90009") return { ...first, asked_by: "id_uri" };
  progress("The Application ID URI was refused (AADSTS90009): asking once more, by the client id");
  return { ...(await ask(clientId)), asked_by: "client_id" };
}

/** Version 2 tokens have `upn` only when `profile` was asked for, too (Entra's reference of optional claims). */
function userScopes({ application }: WarehouseSignIn, resource: string, role: string): string {
  const scope = `${resource}/${scopeValue(role)}`;
  return application.token_version === 2 ? `openid profile ${scope}` : scope;
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
  // It is not known for which role a given token was asked: any role counts.
  const carried = names.filter((name) => facts?.scopes?.includes(scopeValue(name)));
  return (carried.length > 0 ? carried : names).slice(0, 1);
}

function statementsFor(block: WarehouseSignIn, flow: "app" | "user", facts: TokenFacts): string[] {
  const user = flow === "app" ? facts.subject : facts.user;
  if (user === undefined) return [];
  const ofUser =
    flow === "app"
      ? serviceUserStatements(block, user)
      : [`ALTER USER <name> SET ${mappedProperty(block)} = ${sqlString(user)};`];
  return [useRole, ...ofUser, verificationStatement];
}

const verdict = (findings: readonly Finding[], statements: readonly string[] = []): Verification => ({
  outcome: outcomeOf(findings),
  findings,
  statements,
});
