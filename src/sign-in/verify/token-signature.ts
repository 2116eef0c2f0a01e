import { createFinding, type Finding } from "../terms/finding.js";
import { requestFailure } from "./request-failure.js";

/** The source of the keys: a given key set (the value of a JWKS document), or the address that the warehouse reads. */
export type KeySource = { readonly jwks: unknown } | { readonly url: string; readonly fetch: typeof fetch };

/** The content of a token, before its signature was checked. */
export interface DecodedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Decodes a token without judging it; `undefined` for anything but a signed JSON token, such as an opaque token. */
export async function decodeToken(token: string): Promise<DecodedToken | undefined> {
  const { decodeJwt, decodeProtectedHeader } = await import("jose");
  try {
    return { header: { ...decodeProtectedHeader(token) }, claims: { ...decodeJwt(token) } };
  } catch {
    return undefined;
  }
}

/** The findings about a token's signature; only RS256 is accepted, regardless of the token's header. */
export async function verifySignature(token: string, keys: KeySource): Promise<Finding[]> {
  const jose = await import("jose");
  try {
    const getKey =
      "jwks" in keys
        ? jose.createLocalJWKSet(keys.jwks as Parameters<typeof jose.createLocalJWKSet>[0]) // checked inside
        : jose.createRemoteJWKSet(new URL(keys.url), { [jose.customFetch]: keys.fetch });
    await jose.compactVerify(token, getKey, { algorithms: ["RS256"] });
    return [];
  } catch (error) {
    const { errors } = jose;
    const where = "jwks" in keys ? "The given key set" : keys.url;
    if (error instanceof errors.JWSSignatureVerificationFailed) {
      const detail = "It was not made by the key that it names, or the token was changed afterwards.";
      return [createFinding("EXTERNAL_OAUTH_INVALID_SIGNATURE", detail)];
    }
    if (error instanceof errors.JOSEAlgNotAllowed)
      return [createFinding("EXTERNAL_OAUTH_INVALID_SIGNATURE", "The warehouse takes RS256 only.")];
    if (error instanceof errors.JWSInvalid)
      return [createFinding("EXTERNAL_OAUTH_JWS_INVALID_FORMAT", "Its parts do not decode.")];
    if (error instanceof errors.JWKSNoMatchingKey) {
      const detail = `${where} does not have the key that the token names. A token for Microsoft Graph itself looks like this too.`;
      return [createFinding("EXTERNAL_OAUTH_JWS_CANT_RETRIEVE_PUBLIC_KEY", detail)];
    }
    if (error instanceof errors.JWKSMultipleMatchingKeys) {
      const detail = `${where} has several keys that the token may mean.`;
      return [createFinding("EXTERNAL_OAUTH_JWS_CANT_RETRIEVE_PUBLIC_KEY", detail)];
    }
    // That this machine could not read the keys says nothing about the warehouse.
    if ("url" in keys) return [await requestFailure(`Reading the keys at ${keys.url}`, error, [token])];
    const detail = "The given key set does not hold the token's key.";
    return [createFinding("REQUEST_FAILED", detail)];
  }
}
