import type { DecodedToken } from "./token-signature.js";

/** The facts of a token that are checked; never the token itself. */
export interface TokenFacts {
  readonly type: string | undefined;
  readonly version: string | undefined;
  readonly issuer: string | undefined;
  readonly audience: readonly string[];
  readonly tenant: string | undefined;
  readonly subject: string | undefined;
  readonly user: string | undefined;
  readonly roles: readonly string[];
  /** The scopes; `undefined` if the token has no scope claim. */
  readonly scopes: readonly string[] | undefined;
  /** Seconds since 1970, as the token has them. */
  readonly not_before: number | undefined;
  readonly issued_at: number | undefined;
  readonly expires_at: number | undefined;
}

/** Reads the facts; a claim of a wrong type counts as absent, as it does for the warehouse. */
export function readFacts({ header, claims }: DecodedToken): TokenFacts {
  return {
    type: text(header.typ),
    version: text(claims.ver),
    issuer: text(claims.iss),
    audience: texts(claims.aud),
    tenant: text(claims.tid),
    subject: text(claims.sub),
    user: text(claims.upn),
    roles: Array.isArray(claims.roles) ? texts(claims.roles) : [],
    scopes: text(claims.scp)?.split(" ").filter(Boolean),
    not_before: seconds(claims.nbf),
    issued_at: seconds(claims.iat),
    expires_at: seconds(claims.exp),
  };
}

const text = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "" ? value : undefined;

const texts = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).filter((item) => typeof item === "string");

const seconds = (value: unknown): number | undefined =>
  typeof value === "number" && Number.isFinite(value) ? value : undefined;
