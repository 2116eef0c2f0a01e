import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { parseUrl } from "../terms/authority.js";
import { createFinding } from "../terms/finding.js";
import { type Connection, discoverProvider } from "./identity-provider.js";
import { requestFailure } from "./request-failure.js";
import type { Obtained } from "./verify-app.js";

/**
 * The user's way to sign in. `paste`: the user opens the address, and copies the address at which the browser ends,
 * which is the app URL with a code. `loopback`: the browser ends at a listener on this machine, which needs
 * `http://localhost` as one more redirect URI of the application.
 */
export type Browser =
  | { readonly kind: "paste"; ask(signInUrl: string): Promise<string> }
  | { readonly kind: "loopback"; show(signInUrl: string): void; readonly timeoutMs?: number };

/** Asks for a token on behalf of a user: authorization code with PKCE, as the product's single page does. */
export async function obtainUserToken(
  connection: Connection & { readonly redirectUri: string },
  scope: string,
  browser: Browser,
): Promise<Obtained> {
  if (browser.kind === "paste") return signIn(connection, scope, (url) => browser.ask(url));
  const listener = await listenOnLoopback(browser.timeoutMs ?? 300_000);
  try {
    return await signIn({ ...connection, redirectUri: listener.redirectUri }, scope, (url) => {
      browser.show(url);
      return listener.landing(new URL(url).searchParams.get("state") ?? "");
    });
  } finally {
    listener.close();
  }
}

async function signIn(
  connection: Connection & { readonly redirectUri: string },
  scope: string,
  visit: (signInUrl: string) => Promise<string>,
): Promise<Obtained> {
  const { redirectUri } = connection;
  const withheld: string[] = [];
  try {
    const client = await import("openid-client");
    const configuration = await discoverProvider(connection);
    const pkceCodeVerifier = client.randomPKCECodeVerifier();
    const expectedState = client.randomState();
    withheld.push(pkceCodeVerifier);
    const signInUrl = client.buildAuthorizationUrl(configuration, {
      redirect_uri: redirectUri,
      scope,
      state: expectedState,
      code_challenge: await client.calculatePKCECodeChallenge(pkceCodeVerifier),
      code_challenge_method: "S256",
      response_mode: "query",
    });
    const landed = parseLanding(await visit(signInUrl.href), redirectUri);
    if (landed === undefined) {
      const detail = `Copy the whole address that the browser shows after signing in: it begins with ${redirectUri} and has a code in it.`;
      return { finding: createFinding("ADDRESS_UNEXPECTED", detail) };
    }
    withheld.push(landed.searchParams.get("code") ?? "");
    if (landed.searchParams.get("state") !== expectedState) {
      const detail =
        "Its state is not the one of this run: it is from an earlier attempt, or somebody else's. Nothing was sent.";
      return { finding: createFinding("STATE_MISMATCH", detail) };
    }
    const checks = { pkceCodeVerifier, expectedState };
    const answer = await client.authorizationCodeGrant(configuration, landed, checks);
    return { token: answer.access_token };
  } catch (error) {
    return { finding: await requestFailure("Signing in", error, withheld) };
  }
}

/** The address as a URL with its answer in the query; `undefined` if it is not the redirect URI with an answer. */
function parseLanding(pasted: string, redirectUri: string): URL | undefined {
  const text = pasted.trim().replace(/^["'<](.*)["'>]$/, "$1");
  const url = parseUrl(text);
  if (url === undefined) return undefined;
  if (url.search === "" && url.hash !== "") {
    url.search = url.hash.slice(1);
    url.hash = "";
  }
  const expected = new URL(redirectUri);
  const isThere = url.origin === expected.origin && slashless(url.pathname) === slashless(expected.pathname);
  const answers = url.searchParams.has("code") || url.searchParams.has("error");
  return isThere && answers ? url : undefined;
}

const slashless = (path: string): string => path.replace(/\/$/, "");

/** A listener for the address at which a sign-in ends. */
interface LoopbackListener {
  /**
   * The redirect URI, registered in addition to the app URL on the single-page platform; the provider ignores
   * the port.
   */
  readonly redirectUri: string;
  /** The address that the browser opened after the sign-in of this `state`; rejects if none came in time. */
  landing(state: string): Promise<string>;
  close(): void;
}

/** Listens on this machine only, on a free port. */
async function listenOnLoopback(timeoutMs: number): Promise<LoopbackListener> {
  let expected: string | undefined;
  let land: (address: string) => void = () => {};
  const landed = new Promise<string>((resolve) => {
    land = resolve;
  });
  const server = createServer((request, response) => {
    // Other programs on this machine may send requests too, such as one that looks for ports.
    const [path, search = ""] = (request.url ?? "").split("?");
    const answer = new URLSearchParams(search);
    const isAnswer = answer.has("code") || answer.has("error");
    if (path !== "/" || !isAnswer || answer.get("state") !== expected) {
      response.writeHead(404, { connection: "close" }).end();
      return;
    }
    response.writeHead(200, { "content-type": "text/plain; charset=utf-8", connection: "close" });
    response.end("Signed in. You can close this page and go back to the terminal.\n");
    land(`${redirectUri}/?${search}`);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "localhost", resolve);
  });
  // A TCP server's address is an object.
  const redirectUri = `http://localhost:${(server.address() as AddressInfo).port}`;
  const late = new Promise<never>((_, reject) => {
    const timer = setTimeout(() => reject(new Error("nobody signed in")), timeoutMs);
    server.once("close", () => clearTimeout(timer));
  });
  const landedOn = Promise.race([landed, late]);
  landedOn.catch(() => {});
  return {
    redirectUri,
    landing(state) {
      expected = state;
      return landedOn;
    },
    close: () => void server.close(),
  };
}
