import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { withApplication } from "./block.js";

/** An identity provider that we did not write, at Entra's addresses, with a client of the block in either flow. */
export interface OpenidProvider {
  readonly authority: string;
  readonly block: WarehouseSignIn;
  readonly secret: string;
  /** Signs Ada in at an address, as a browser with cookies does, and gives the address that it lands on. */
  readonly signIn: (url: string) => Promise<string>;
  close(): void;
}

/** The part of the library's provider that is used here; the library has a lock of its own. */
interface Provider {
  readonly Grant: new (
    of: object,
  ) => {
    addOIDCScope(scope: string): void;
    addResourceScope(resource: string, scope: string): void;
    save(): Promise<string>;
  };
  callback(): (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  interactionFinished(request: IncomingMessage, response: ServerResponse, result: object): Promise<void>;
}

interface Library {
  readonly Provider: new (issuer: string, configuration: object) => Provider;
}

interface SignedIn {
  readonly oidc: { readonly session?: { readonly accountId?: string } };
}

interface Claims {
  readonly payload: { readonly scope?: unknown };
}

/** A client is confidential for the application's own token, and public for a user's. */
export async function startProvider(
  client: "confidential" | "public",
  known: readonly string[],
): Promise<OpenidProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const authority = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const block = withApplication({ token_version: 2 });
  const { tenant_id: tid, application, app_url } = block;
  const clientId = application.client_id ?? "";
  const base = `/${tid}/v2.0`;
  const secret = "a-secret_of~forty.characters/and+more==";
  const { privateKey } = await generateKeyPair("RS256", { extractable: true });
  const scopes = [
    ...known.map((role) => `${application.id_uri}/session:scope:${role}`),
    `${application.id_uri}/.default`,
  ];

  const library: Library = await import("../../.ci/tools/identity-provider.mjs");
  const provider = new library.Provider(`${authority}${base}`, {
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: "k", alg: "RS256", use: "sig" }] },
    cookies: { keys: ["only for tests"] },
    clients: [
      client === "confidential"
        ? {
            client_id: clientId,
            client_secret: secret,
            token_endpoint_auth_method: "client_secret_post",
            grant_types: ["client_credentials"],
            redirect_uris: [],
            response_types: [],
          }
        : { client_id: clientId, token_endpoint_auth_method: "none", redirect_uris: [app_url] },
    ],
    clientBasedCORS: (_: unknown, origin: string) => origin === new URL(app_url).origin,
    findAccount: (_: unknown, accountId: string) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_: unknown, { uid }: { readonly uid: string }) => `${base}/sign-in/${uid}` },
    loadExistingGrant: async ({ oidc }: SignedIn) => {
      const grant = new provider.Grant({ clientId, accountId: oidc.session?.accountId ?? "" });
      grant.addOIDCScope("openid profile");
      grant.addResourceScope(application.id_uri, scopes.join(" "));
      await grant.save();
      return grant;
    },
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => application.id_uri,
        useGrantedResource: () => true,
        getResourceServerInfo: () => ({
          scope: scopes.join(" "),
          audience: clientId,
          accessTokenFormat: "jwt",
          accessTokenTTL: 600,
          jwt: { sign: { alg: "RS256" } },
        }),
      },
    },
    ttl: {
      Session: 60,
      Interaction: 60,
      Grant: 60,
      AccessToken: 600,
      ClientCredentials: 600,
      AuthorizationCode: 60,
      IdToken: 60,
    },
    // The provider's own token, with its scopes and roles under the names that Entra gives them.
    formats: {
      customizers: {
        jwt: (_: unknown, token: { readonly kind: string }, { payload }: Claims) => {
          const scope = String(payload.scope ?? "");
          const claims =
            token.kind === "ClientCredentials"
              ? { roles: scope.endsWith("/.default") ? known.map((role) => `session:role:${role}`) : [] }
              : { scp: scope.replaceAll(`${application.id_uri}/`, ""), upn: "ada@northwind.example" };
          Object.assign(payload, { tid, ver: "2.0", ...claims });
        },
      },
    },
  });

  const handle = provider.callback();
  server.on("request", async (request, response) => {
    const url = request.url ?? "/";
    if (url.startsWith(`${base}/sign-in/`)) {
      return provider.interactionFinished(request, response, { login: { accountId: "ada" } });
    }
    // Mounted below the tenant, with the keys where Entra has them.
    Object.assign(request, { originalUrl: url });
    request.url = url === `/${tid}/discovery/v2.0/keys` ? "/jwks" : url.slice(base.length);
    return handle(request, response);
  });

  return {
    authority,
    block,
    secret,
    signIn: (url) => follow(url, app_url),
    close: () => void server.close(),
  };
}

async function follow(start: string, until: string): Promise<string> {
  const cookies = new Map<string, string>();
  let url = start;
  for (let hops = 0; !url.startsWith(until); hops += 1) {
    if (hops > 10) throw new Error("the sign-in goes round in circles");
    const cookie = [...cookies].map((pair) => pair.join("=")).join("; ");
    const response = await fetch(url, { redirect: "manual", headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) throw new Error(`no way on from ${response.status}: ${await response.text()}`);
    url = new URL(location, url).href;
  }
  return url;
}
