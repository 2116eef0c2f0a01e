import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { verificationText } from "../../src/sign-in/commands/sign-in-text.js";
import type { TokenSource, verifySignIn } from "../../src/sign-in/verify/verify.js";
import { BLOCK, NOW, withApplication, withoutClientId } from "./block.js";
import { type Entra, startEntra } from "./entra-server.js";
import { createWatch, namesOf } from "./watch.js";

type VerificationRequest = Parameters<typeof verifySignIn>[0];

const watch = createWatch();
let entra: Entra;
beforeAll(async () => {
  entra = await startEntra(BLOCK);
});
beforeEach(() => {
  entra.block = BLOCK;
  entra.spoil = () => {};
  entra.insistsOnClientId = false;
  watch.requests.length = 0;
});
afterAll(() => {
  entra.close();
  watch.expectSilence();
});

const land = async (signInUrl: string): Promise<string> =>
  (await fetch(signInUrl, { redirect: "manual" })).headers.get("location") ?? "";

const app = (secret: string | undefined = entra.secret): TokenSource => ({ flow: "app", secret });
const user = (ask: (url: string) => Promise<string> = land): TokenSource => ({
  flow: "user",
  browser: { kind: "paste", ask },
});

const run = (source: TokenSource, changes: Partial<VerificationRequest> = {}) =>
  watch.run({ block: BLOCK, source, authority: entra.authority, now: () => NOW, ...changes });

describe("the application's own token", () => {
  test("gives the statement that makes its user", async () => {
    const result = await run(app());
    expect(result).toMatchObject({ outcome: "ok", findings: [], token: { subject: "service-principal-id" } });
    expect(result.statements.slice(0, 2)).toEqual([
      "USE ROLE SECURITYADMIN;",
      "CREATE USER IF NOT EXISTS ANALYTICS_ENTRA_SERVICE TYPE = SERVICE LOGIN_NAME = 'service-principal-id' DEFAULT_ROLE = 'ANALYST';",
    ]);
    expect(result.statements.at(-1)).toContain("SYSTEM$VERIFY_EXTERNAL_OAUTH_TOKEN('<access token>')");
  });

  test("may come with a secret on a line of its own", async () => {
    expect((await run(app(`${entra.secret}\r\n`))).outcome).toBe("ok");
  });

  test("needs every role, or the one that was asked about", async () => {
    entra.spoil = ({ claims }) => {
      claims.roles = ["session:role:EXPLORER"];
    };
    expect((await run(app())).findings).toMatchObject([
      { name: "ROLE_MISSING", expected: "session:role:ANALYST" },
    ]);
    expect((await run(app(), { role: "EXPLORER" })).outcome).toBe("ok");
  });

  test.each([
    ["no secret", "", "SECRET_MISSING"],
    ["a Secret ID", "5a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d\n", "SECRET_IS_ID"],
    ["a Secret ID in braces", " {5a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d} \n", "SECRET_IS_ID"],
    ["a Secret ID in quotes", '"5a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d"', "SECRET_IS_ID"],
    ["a Secret ID without dashes", "5a1b2c3d4e5f4a6b8c7d8e9f0a1b2c3d", "SECRET_IS_ID"],
  ])("is not asked for with %s", async (_, secret, name) => {
    const progress: string[] = [];
    expect(namesOf(await run(app(secret), { progress: (said) => progress.push(said) }))).toEqual([name]);
    expect(watch.requests).toEqual([]);
    expect(progress).toEqual([]);
  });

  test("is refused for a wrong secret, which is not repeated", async () => {
    const result = await run(app("not/the+secret of 2026"));
    expect(namesOf(result)).toEqual(["AADSTS7000215"]);
    expect(result.findings[0]?.detail).toContain("not the Secret ID");
    expect(result.findings[0]?.detail).toContain("Invalid client secret provided: (withheld)");
    expect(result.outcome).toBe("error");
  });

  test.each<[string, WarehouseSignIn, string]>([
    [
      "another client id",
      withApplication({ client_id: "99999999-9999-4999-8999-999999999999" }),
      "AADSTS700016",
    ],
    ["another tenant", { ...BLOCK, tenant_id: "99999999-9999-4999-8999-999999999999" }, "AADSTS90002"],
    ["another Application ID URI", withApplication({ id_uri: "https://northwind.example/x" }), "AADSTS70011"],
    ["no client id", withoutClientId(), "CLIENT_ID_MISSING"],
  ])("is refused for %s", async (_, block, name) => {
    expect(namesOf(await run(app(), { block }))).toEqual([name]);
  });
});

describe("a token on behalf of a user", () => {
  test("is asked for one role, as a single page does it", async () => {
    let address = new URL("http://unset");
    const result = await run(
      user((url) => {
        address = new URL(url);
        return land(url);
      }),
      { role: "EXPLORER" },
    );
    expect(result).toMatchObject({ outcome: "ok", token: { scopes: ["session:scope:EXPLORER"] } });
    expect(result.statements[1]).toBe("ALTER USER <name> SET LOGIN_NAME = 'ada@northwind.example';");
    expect(Object.fromEntries(address.searchParams)).toMatchObject({
      response_type: "code",
      redirect_uri: BLOCK.app_url,
      scope: "https://northwind.example/4d2a8c2b/session:scope:EXPLORER",
      code_challenge_method: "S256",
    });
  });

  test("of version 2 is asked for with `profile`, without which it would have no upn", async () => {
    entra.block = withApplication({ token_version: 2 });
    const result = await run(user(), { block: entra.block });
    expect(result).toMatchObject({ outcome: "ok", token: { user: "ada@northwind.example" } });
  });

  test("may come as a fragment, in quotes", async () => {
    const asFragment = async (url: string) => `"${(await land(url)).replace("?", "#")}" `;
    expect((await run(user(asFragment))).outcome).toBe("ok");
  });

  test.each([
    ["no address", "yes"],
    ["another site", "https://evil.example/?code=c&state=s"],
    ["an address without a code", "https://northwind.app.example/home"],
  ])("is not asked for with %s", async (_, pasted) => {
    expect(namesOf(await run(user(async () => pasted)))).toEqual(["ADDRESS_UNEXPECTED"]);
  });

  test("shows the provider's refusal on one line", async () => {
    const block = { ...BLOCK, roles: [{ name: "UNKNOWN", consent: "admin" }] } as const;
    const result = await run(user(), { block });
    expect(namesOf(result)).toEqual(["AADSTS650057"]);
    expect(result.findings[0]?.detail).toContain("AADSTS650057: Invalid resource. Trace ID: 1");
  });

  test("is not asked for a role that the file does not have", async () => {
    expect(namesOf(await run(user(), { role: "SYSADMIN" }))).toEqual(["ROLE_UNKNOWN"]);
  });

  const loopback = (show: (url: string) => void, timeoutMs?: number): TokenSource => ({
    flow: "user",
    browser: { kind: "loopback", show, ...(timeoutMs === undefined ? {} : { timeoutMs }) },
  });

  test("may come to a listener on this machine", async () => {
    expect((await run(loopback((url) => void fetch(url)))).outcome).toBe("ok");
  });

  test("is not mistaken for whatever else asks on this machine", async () => {
    const strangers: number[] = [];
    const browse = async (url: string): Promise<void> => {
      const home = new URL(new URL(url).searchParams.get("redirect_uri") ?? "");
      for (const path of ["//", "/?x=1", "/?code=1", "/?code=1&state=other", "/favicon.ico"]) {
        strangers.push(await statusOf(home, path));
      }
      await fetch(url);
    };
    expect((await run(loopback((url) => void browse(url)))).outcome).toBe("ok");
    expect(strangers).toEqual([404, 404, 404, 404, 404]);
  });

  test("is given up when nobody signs in", async () => {
    expect(namesOf(await run(loopback(() => {}, 20)))).toEqual(["REQUEST_FAILED"]);
  });
});

describe("where the tenant gives a token for oneself by the client id only", () => {
  beforeEach(() => {
    entra.insistsOnClientId = true;
    entra.audience = "client_id";
  });
  afterEach(() => {
    entra.audience = "id_uri";
  });

  test.each([
    ["the application's own", () => app()],
    ["a user's", () => user()],
  ])("%s is asked for once more, and the form that worked is told", async (_, source) => {
    for (const token_version of [1, 2] as const) {
      entra.block = withApplication({ token_version });
      const result = await run(source(), { block: entra.block });
      expect(result).toMatchObject({ outcome: "ok", findings: [], asked_by: "client_id" });
      expect(verificationText(result)).toContain("asked by: client id");
    }
    entra.insistsOnClientId = false;
    expect((await run(source(), { block: entra.block })).asked_by).toBe("id_uri");
  });

  test("a secret that is wrong is refused for that", async () => {
    entra.block = BLOCK;
    expect(namesOf(await run(app("not/the+secret of 2026")))).toEqual(["AADSTS7000215"]);
  });
});

describe("a token at hand", () => {
  const tokenOf = async (source: TokenSource): Promise<string> => {
    let token = "";
    const fetching: typeof fetch = async (...request) => {
      const response = await fetch(...request);
      const body: unknown = await response.clone().json();
      if (body !== null && typeof body === "object" && "access_token" in body)
        token = String(body.access_token);
      return response;
    };
    await run(source, { fetch: fetching });
    return token;
  };
  const keys = async (): Promise<unknown> =>
    (await fetch(`${entra.authority}/${BLOCK.tenant_id}/discovery/v2.0/keys`)).json();

  test("is judged offline with the keys at hand, by the flow that it is from", async () => {
    const jwks = await keys();
    const tokens = [await tokenOf(app()), await tokenOf({ ...user() })];
    watch.requests.length = 0;
    for (const token of tokens) {
      expect((await run({ flow: "token", token: `${token}\n`, jwks })).outcome).toBe("ok");
    }
    expect(watch.requests).toEqual([]);
  });

  test("needs nothing but the keys otherwise", async () => {
    const token = await tokenOf(app());
    watch.requests.length = 0;
    expect((await run({ flow: "token", token }, { block: BLOCK })).outcome).toBe("ok");
    expect(watch.requests.map(({ pathname }) => pathname)).toEqual([
      `/${BLOCK.tenant_id}/discovery/v2.0/keys`,
    ]);
  });

  test.each([
    ["nonsense", "EXTERNAL_OAUTH_JWS_INVALID_FORMAT"],
    ["a.b.c", "EXTERNAL_OAUTH_JWS_INVALID_FORMAT"],
  ])("%s is none", async (token, name) => {
    expect(namesOf(await run({ flow: "token", token, jwks: { keys: [] } }))).toEqual([name]);
  });

  test("cannot be judged by something that is no key set", async () => {
    const token = await tokenOf(app());
    const result = await run({ flow: "token", token, jwks: "keys" });
    expect(namesOf(result)).toEqual(["REQUEST_FAILED"]);
  });

  test("steers no terminal by its claims", async () => {
    entra.spoil = ({ claims }) => {
      claims.iss = "\u001b[2J\u202Eevil";
    };
    const text = verificationText(await run(app()));
    expect(text).toContain("evil");
    expect(text).not.toContain("\u001b");
    expect(text).not.toContain("\u202E");
  });
});

test("an authority that is none of Microsoft's is warned of", async () => {
  const fetching: typeof fetch = async () => Response.json({});
  const found = await run(app(), { authority: "https://login.example", fetch: fetching });
  expect(namesOf(found)).toEqual(["AUTHORITY_UNKNOWN", "REQUEST_FAILED"]);
  const known = await run(app(), { authority: "https://login.chinacloudapi.cn", fetch: fetching });
  expect(namesOf(known)).toEqual(["REQUEST_FAILED"]);
});

describe("no secret leaves for", () => {
  test.each([
    "http://login.example",
    "http://127.0.0.1.evil.example",
    "ftp://127.0.0.1",
    "https://login.example/path",
    "login",
  ])("the authority %s", async (authority) => {
    expect(namesOf(await run(app(), { authority }))).toEqual(["AUTHORITY_INSECURE"]);
    expect(watch.requests).toEqual([]);
  });

  test("an address that the metadata names and that is not https", async () => {
    const base = `${entra.authority}/${BLOCK.tenant_id}`;
    const metadata = { issuer: `${base}/v2.0`, token_endpoint: "http://elsewhere.example/token" };
    const fetching: typeof fetch = async () => Response.json(metadata);
    expect(namesOf(await run(app(), { fetch: fetching }))).toEqual(["REQUEST_FAILED"]);
    expect(watch.requests.map(({ hostname }) => hostname)).toEqual(["127.0.0.1"]);
  });
});

test("a provider that cannot be reached is named with the reason", async () => {
  // Nothing listens on this port of the system's, and no program is given it by chance.
  const result = await run(app(), { authority: "http://127.0.0.1:2" });
  expect(namesOf(result)).toEqual(["REQUEST_FAILED"]);
  expect(result.findings[0]?.detail).toContain("ECONNREFUSED");
});

/** A path as it is, which `fetch` would make proper first. */
async function statusOf({ hostname, port }: URL, path: string): Promise<number> {
  const request = get({ hostname, port, path });
  const [answer] = (await once(request, "response")) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}
