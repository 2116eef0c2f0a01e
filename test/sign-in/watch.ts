import { expect } from "vitest";
import { verificationText } from "../../src/sign-in/commands/sign-in-text.js";
import { type TokenSource, type Verification, verifySignIn } from "../../src/sign-in/verify/verify.js";

type VerificationRequest = Parameters<typeof verifySignIn>[0];

/** Runs verifications and remembers what must never be shown beside everything that was. */
export interface Watch {
  readonly run: (
    request: Omit<VerificationRequest, "progress" | "fetch"> & Partial<VerificationRequest>,
  ) => Promise<Verification>;
  /** Every secret, code and token that went over the wire or was handed in. */
  readonly secrets: Set<string>;
  readonly requests: URL[];
  /** Fails when something that was shown holds a secret, and when there was no secret to look for. */
  readonly expectSilence: () => void;
}

const SENT = ["client_secret", "code", "code_verifier"];
const RECEIVED = ["access_token", "id_token", "refresh_token"];

export function createWatch(): Watch {
  const secrets = new Set<string>();
  const shown: string[] = [];
  const requests: URL[] = [];
  const note = (value: unknown) => {
    if (typeof value === "string" && value !== "") secrets.add(value);
  };
  const watched =
    (inner: typeof fetch): typeof fetch =>
    async (input, init) => {
      requests.push(new URL(String(input)));
      const sent = new URLSearchParams(String(init?.body ?? ""));
      for (const name of SENT) note(sent.get(name));
      const response = await inner(input, init);
      const body: unknown = await response
        .clone()
        .json()
        .catch(() => undefined);
      for (const [name, value] of Object.entries(body ?? {})) if (RECEIVED.includes(name)) note(value);
      return response;
    };
  return {
    secrets,
    requests,
    async run(request) {
      if (request.source.flow === "app") note(request.source.secret);
      if (request.source.flow === "token") note(request.source.token);
      const result = await verifySignIn({
        ...request,
        source: listeningTo(request.source, (url) => shown.push(url)),
        fetch: watched(request.fetch ?? fetch),
        progress: (message) => shown.push(message),
      });
      shown.push(JSON.stringify(result), verificationText(result));
      return result;
    },
    expectSilence() {
      expect(secrets.size).toBeGreaterThan(0);
      for (const text of shown) for (const secret of secrets) expect(text).not.toContain(secret);
    },
  };
}

/** The same source, with the address that people are shown noted. */
function listeningTo(source: TokenSource, note: (url: string) => void): TokenSource {
  if (source.flow !== "user") return source;
  const { browser } = source;
  const noting =
    <T>(act: (url: string) => T) =>
    (url: string): T => {
      note(url);
      return act(url);
    };
  return browser.kind === "loopback"
    ? { ...source, browser: { ...browser, show: noting(browser.show) } }
    : { ...source, browser: { ...browser, ask: noting(browser.ask) } };
}

/** The names of what was found. */
export const namesOf = ({ findings }: Verification): string[] => findings.map(({ name }) => name);
