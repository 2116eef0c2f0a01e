import { createHash, randomUUID } from "node:crypto";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from "jose";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { NOW } from "./block.js";

/** A token on its way out, for a test to spoil. */
export interface Draft {
  header: Record<string, unknown>;
  claims: Record<string, unknown>;
  key: CryptoKey | Uint8Array;
  /** Sent instead of the signed token. */
  raw?: string;
}

/** A server with the addresses, rules and tokens of Entra, as its documentation has them. */
export interface Entra {
  readonly authority: string;
  readonly secret: string;
  readonly keyId: string;
  close(): void;
  block: WarehouseSignIn;
  audience: "id_uri" | "client_id";
  spoil: (draft: Draft) => void;
  keysStatus: number;
  /** Refuses a token for the application itself unless it is asked for by the client id (AADSTS90009). */
  insistsOnClientId: boolean;
}

const SECONDS = NOW.getTime() / 1000;

export async function startEntra(block: WarehouseSignIn): Promise<Entra> {
  const pair = await generateKeyPair("RS256", { extractable: true });
  const keyId = "key-1";
  const jwk = { ...(await exportJWK(pair.publicKey)), kid: keyId, use: "sig" };
  const codes = new Map<string, URLSearchParams>();
  const server = createServer(async (request, response) => {
    const answer = await respond(request);
    response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
    response.end(JSON.stringify(answer.body ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const authority = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const entra: Entra = {
    authority,
    secret: "8Q~a secret+with/odd=characters",
    keyId,
    block,
    audience: "id_uri",
    spoil: () => {},
    keysStatus: 200,
    insistsOnClientId: false,
    close: () => void server.close(),
  };
  return entra;

  async function respond(request: IncomingMessage): Promise<Answer> {
    const url = new URL(request.url ?? "/", authority);
    const [, tenant, ...rest] = url.pathname.split("/");
    if (tenant !== entra.block.tenant_id) {
      return refuse(400, "invalid_tenant", "AADSTS90002: Tenant not found.");
    }
    const base = `${authority}/${tenant}`;
    switch (rest.join("/")) {
      case "v2.0/.well-known/openid-configuration":
        return {
          status: 200,
          body: {
            issuer: `${base}/v2.0`,
            authorization_endpoint: `${base}/oauth2/v2.0/authorize`,
            token_endpoint: `${base}/oauth2/v2.0/token`,
            jwks_uri: `${base}/discovery/v2.0/keys`,
          },
        };
      case "discovery/v2.0/keys":
        return { status: entra.keysStatus, body: { keys: [jwk] } };
      case "oauth2/v2.0/authorize":
        return authorize(url.searchParams);
      case "oauth2/v2.0/token": {
        const parameters = new URLSearchParams(await textOf(request));
        return parameters.get("grant_type") === "client_credentials"
          ? tokenForApp(parameters)
          : tokenForUser(parameters, request.headers.origin);
      }
      default:
        return { status: 404 };
    }
  }

  function authorize(asked: URLSearchParams): Answer {
    const uri = asked.get("redirect_uri") ?? "";
    if (uri !== entra.block.app_url && !/^http:\/\/localhost:\d+$/.test(uri)) {
      return refuse(400, "invalid_request", "AADSTS50011: The redirect URI does not match.");
    }
    const landing = new URL(uri); // Without a path it gets a slash, as Entra's answers do.
    landing.searchParams.set("state", asked.get("state") ?? "");
    const { resource, value } = scopeAsked(asked);
    const known = entra.block.roles.some(({ name }) => value === `session:scope:${name}`);
    if (isRefused(resource)) {
      landing.searchParams.set("error", "invalid_resource");
      landing.searchParams.set("error_description", FOR_ITSELF);
    } else if (known && isOurs(resource)) {
      const code = randomUUID();
      codes.set(code, asked);
      landing.searchParams.set("code", code);
    } else {
      landing.searchParams.set("error", "invalid_client");
      landing.searchParams.set("error_description", "AADSTS650057: Invalid resource.\r\nTrace ID: 1");
    }
    return { status: 302, headers: { location: landing.href } };
  }

  async function tokenForApp(asked: URLSearchParams): Promise<Answer> {
    const { application, roles } = entra.block;
    const secret = asked.get("client_secret");
    if (asked.get("client_id") !== application.client_id) {
      return refuse(400, "unauthorized_client", "AADSTS700016: Application was not found.");
    }
    if (secret !== entra.secret) {
      // The real one does not repeat it; one that did must not get it onto a screen.
      return refuse(401, "invalid_client", `AADSTS7000215: Invalid client secret provided: ${secret}`);
    }
    const { resource, value } = scopeAsked(asked);
    if (isRefused(resource)) return refuse(400, "invalid_resource", FOR_ITSELF);
    if (value !== ".default" || !isOurs(resource)) {
      return refuse(400, "invalid_scope", "AADSTS70011: The scope is not valid.");
    }
    return issue({ sub: "service-principal-id", roles: roles.map(({ name }) => `session:role:${name}`) });
  }

  async function tokenForUser(asked: URLSearchParams, origin: string | undefined): Promise<Answer> {
    const code = asked.get("code") ?? "";
    const started = codes.get(code);
    codes.delete(code);
    if (started === undefined) return refuse(400, "invalid_grant", "AADSTS70008: The code has expired.");
    if (asked.has("client_secret")) return refuse(401, "invalid_client", "AADSTS700025: Client is public.");
    if (origin !== new URL(started.get("redirect_uri") ?? "").origin) {
      return refuse(
        400,
        "invalid_request",
        "AADSTS9002327: Tokens may only be redeemed via cross-origin requests.",
      );
    }
    if (asked.get("redirect_uri") !== started.get("redirect_uri")) {
      return refuse(400, "invalid_grant", "AADSTS50011: The redirect URI does not match.");
    }
    const challenge = createHash("sha256")
      .update(asked.get("code_verifier") ?? "")
      .digest("base64url");
    if (challenge !== started.get("code_challenge")) {
      return refuse(400, "invalid_grant", "AADSTS501481: The Code_Verifier does not match.");
    }
    const { value: scp, others } = scopeAsked(started);
    // In version 2 `upn` belongs to what `profile` gives.
    const names = entra.block.application.token_version === 1 || others.includes("profile");
    const answer = await issue({
      sub: "pairwise-id",
      ...(names ? { upn: "ada@northwind.example" } : {}),
      scp,
    });
    const { nonce } = Object.fromEntries(started);
    return others.includes("openid")
      ? { ...answer, body: { ...answer.body, id_token: await idToken(nonce) } }
      : answer;
  }

  /** The scope of a resource, and those that stand beside it. */
  function scopeAsked(asked: URLSearchParams) {
    const scopes = (asked.get("scope") ?? "").split(" ");
    const full = scopes.find((scope) => scope.includes("/")) ?? "";
    const slash = full.lastIndexOf("/");
    return {
      resource: full.slice(0, slash),
      value: full.slice(slash + 1),
      others: scopes.filter((scope) => scope !== full),
    };
  }

  function isOurs(resource: string): boolean {
    const { id_uri, client_id } = entra.block.application;
    return resource === id_uri || resource === client_id;
  }

  function isRefused(resource: string): boolean {
    return entra.insistsOnClientId && resource === entra.block.application.id_uri;
  }

  /** Its times are of the real clock, which the protocol library compares them with. */
  function idToken(nonce: string | undefined): Promise<string> {
    const claims = { sub: "pairwise-id", ...(nonce === undefined ? {} : { nonce }) };
    return new SignJWT(claims)
      .setProtectedHeader({ alg: "RS256", kid: keyId })
      .setIssuer(`${authority}/${entra.block.tenant_id}/v2.0`)
      .setAudience(entra.block.application.client_id ?? "")
      .setIssuedAt()
      .setExpirationTime("1h")
      .sign(pair.privateKey);
  }

  async function issue(
    claims: Record<string, unknown>,
  ): Promise<Answer & { readonly body: Record<string, unknown> }> {
    const { tenant_id: tid, application } = entra.block;
    const one = application.token_version === 1;
    const draft: Draft = {
      header: { alg: "RS256", typ: "JWT", kid: keyId },
      claims: {
        iss: one ? `https://sts.windows.net/${tid}/` : `${authority}/${tid}/v2.0`,
        aud: entra.audience === "id_uri" ? application.id_uri : application.client_id,
        iat: SECONDS - 300,
        nbf: SECONDS - 300,
        exp: SECONDS + 3600,
        tid,
        ver: one ? "1.0" : "2.0",
        ...claims,
      },
      key: pair.privateKey,
    };
    entra.spoil(draft);
    const jwt = new SignJWT(draft.claims).setProtectedHeader({ alg: "RS256", ...draft.header });
    const access_token = draft.raw ?? (await jwt.sign(draft.key));
    return { status: 200, body: { token_type: "Bearer", expires_in: 3600, access_token } };
  }
}

const FOR_ITSELF =
  "AADSTS90009: Application is requesting a token for itself. This scenario is supported only if resource is specified using the GUID based App Identifier.";

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: unknown;
}

const refuse = (status: number, error: string, error_description: string): Answer => ({
  status,
  body: { error, error_description },
});

async function textOf(request: IncomingMessage): Promise<string> {
  let text = "";
  for await (const chunk of request) text += chunk;
  return text;
}
