import type { ClientAuth, Configuration, CustomFetch, CustomFetchOptions } from "openid-client";
import { isSafe } from "../terms/authority.js";
import type { Names } from "../terms/names.js";

/** The facts with which this application asks the identity provider. */
export interface Connection {
  readonly names: Names;
  readonly clientId: string;
  /** The client secret; absent for a public client, which the single-page platform asks for. */
  readonly secret?: string;
  /** Sent with the code of a single-page application; has to be the same text as in the sign-in address. */
  readonly redirectUri?: string;
  readonly fetch: typeof fetch;
}

/** Loads the protocol library, which nothing else needs, and reads the provider's metadata. */
export async function discoverProvider(connection: Connection): Promise<Configuration> {
  const client = await import("openid-client");
  const authentication: ClientAuth =
    connection.secret === undefined ? client.None() : client.ClientSecretPost(connection.secret);
  const issuer = new URL(connection.names.metadataIssuer);
  return client.discovery(issuer, connection.clientId, undefined, authentication, {
    [client.customFetch]: guardedFetch(connection),
    // Only loopback may be plain http; every address is checked again before a request.
    execute: issuer.protocol === "http:" ? [client.allowInsecureRequests] : [],
  });
}

function guardedFetch({ fetch, redirectUri }: Connection): CustomFetch {
  return (url: string, options: CustomFetchOptions) => {
    if (!isSafe(new URL(url)))
      throw new TypeError("the provider's metadata names an address that is not https");
    const sent = redirectUri === undefined ? options : asSinglePage(options, redirectUri);
    // Both libraries mean the same; only their types of a body differ.
    return fetch(url, sent as RequestInit);
  };
}

/** Redeems codes of the single-page platform across origins, as a browser does. */
function asSinglePage(options: CustomFetchOptions, redirectUri: string): CustomFetchOptions {
  if (options.method !== "POST") return options;
  const { body } = options;
  // The library takes the redirect URI from the address landed on, to which providers add a slash of their own.
  if (body instanceof URLSearchParams && body.has("redirect_uri")) body.set("redirect_uri", redirectUri);
  return { ...options, headers: { ...options.headers, origin: new URL(redirectUri).origin } };
}
