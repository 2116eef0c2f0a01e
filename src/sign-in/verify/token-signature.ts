import { createFinding, type Finding } from "../finding.js";
import { requestFailure } from "./request-failure.js";

/** Where the keys come from: a key set at hand (the value of a JWKS document), or the address that the warehouse reads. */
export type KeySource = { readonly jwks: unknown } | { readonly url: string; readonly fetch: typeof fetch };

/** A token's own words, before anybody vouched for them. */
export interface DecodedToken {
  readonly header: Readonly<Record<string, unknown>>;
  readonly claims: Readonly<Record<string, unknown>>;
}

/** Takes a token apart without judging it; `undefined` for what is no signed JSON token, opaque ones among them. */
export async function decodeToken(token: string): Promise<DecodedToken | undefined> {
  const { decodeJwt, decodeProtectedHeader } = await import("jose");
  try {
    return { header: { ...decodeProtectedHeader(token) }, claims: { ...decodeJwt(token) } };
  } catch {
    return undefined;
  }
}

/** What is wrong with a token's signature; RS256 only, whatever the token says of itself. */
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
    if (error instanceof jose.errors.JWSSignatureVerificationFailed) {
      return invalidSignature(
        "It was not made by the key that it names, or the token was changed afterwards.",
      );
    }
    if (error instanceof jose.errors.JOSEAlgNotAllowed) {
      return invalidSignature("The warehouse takes RS256 only.");
    }
    if (error instanceof jose.errors.JWSInvalid) {
      return [createFinding("EXTERNAL_OAUTH_JWS_INVALID_FORMAT", { detail: "Its parts do not decode." })];
    }
    const where = "jwks" in keys ? "The given key set" : keys.url;
    if (
      error instanceof jose.errors.JWKSNoMatchingKey ||
      error instanceof jose.errors.JWKSMultipleMatchingKeys
    ) {
      const detail =
        error instanceof jose.errors.JWKSNoMatchingKey
          ? `${where} does not have the key that the token names. A token for Microsoft Graph itself looks like this too.`
          : `${where} has several keys that the token may mean.`;
      return [createFinding("EXTERNAL_OAUTH_JWS_CANT_RETRIEVE_PUBLIC_KEY", { detail })];
    }
    // What this machine could not read predicts nothing of what the warehouse reads.
    if ("url" in keys) return [await requestFailure(`Reading the keys at ${keys.url}`, error, [token])];
    const detail = "The given key set is none that the token's key can be found in.";
    return [createFinding("REQUEST_FAILED", { detail })];
  }
}

const invalidSignature = (detail: string): Finding[] => [
  createFinding("EXTERNAL_OAUTH_INVALID_SIGNATURE", { detail }),
];
