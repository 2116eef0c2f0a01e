import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { TokenSource, verifySignIn } from "../../src/sign-in/verify/verify.js";
import { isLeftOut } from "../support/apart.js";
import { withApplication } from "./block.js";
import { type OpenidProvider, startProvider } from "./openid-provider.js";
import { createWatch, namesOf } from "./watch.js";

type VerificationRequest = Parameters<typeof verifySignIn>[0];

describe.skipIf(isLeftOut(".ci/tools"))("a provider that we did not write", () => {
  const watch = createWatch();
  let confidential: OpenidProvider;
  let open: OpenidProvider;
  beforeAll(async () => {
    confidential = await startProvider("confidential", ["ANALYST", "EXPLORER"]);
    open = await startProvider("public", ["ANALYST"]);
  });
  beforeEach(() => {
    watch.requests.length = 0;
  });
  afterAll(() => {
    confidential.close();
    open.close();
    watch.expectSilence();
  });

  const run = (
    { authority, block }: OpenidProvider,
    source: TokenSource,
    changes: Partial<VerificationRequest> = {},
  ) => watch.run({ block, source, authority, now: () => new Date(), ...changes });

  const paste = (ask: (url: string) => Promise<string>): TokenSource => ({
    flow: "user",
    browser: { kind: "paste", ask },
  });

  describe("client credentials", () => {
    test("end in a token that the warehouse is expected to accept", async () => {
      const result = await run(confidential, { flow: "app", secret: confidential.secret });
      expect(result).toMatchObject({
        outcome: "ok",
        findings: [],
        token: { roles: ["session:role:ANALYST", "session:role:EXPLORER"], scopes: undefined },
      });
    });

    test("end in ROLE_MISSING for a scope that the provider drops without a word", async () => {
      const block = withApplication({ id_uri: "https://northwind.example/other" }, confidential.block);
      const result = await run(confidential, { flow: "app", secret: confidential.secret }, { block });
      expect(namesOf(result)).toEqual(["ROLE_MISSING"]);
    });

    test("fail with a wrong secret", async () => {
      const result = await run(confidential, { flow: "app", secret: "wrong-secret-of-a-kind" });
      expect(namesOf(result)).toEqual(["REQUEST_FAILED"]);
      expect(result.findings[0]?.detail).toContain("invalid_client");
    });
  });

  describe("an authorization code with PKCE", () => {
    test("ends in a token that the warehouse is expected to accept", async () => {
      const result = await run(open, paste(open.signIn));
      expect(result).toMatchObject({ outcome: "ok", findings: [], token: { user: "ada@northwind.example" } });
      expect(result.token?.scopes).toEqual(["session:scope:ANALYST"]);
    });

    test("ends in ROLE_MISSING for a scope that the provider drops without a word", async () => {
      const result = await run(open, paste(open.signIn), { role: "EXPLORER" });
      expect(namesOf(result)).toEqual(["ROLE_MISSING"]);
    });

    test("fails with a wrong verifier", async () => {
      const tampering: typeof fetch = (input, init) => {
        if (init?.body instanceof URLSearchParams) init.body.set("code_verifier", "w".repeat(43));
        return fetch(input, init);
      };
      const result = await run(open, paste(open.signIn), { fetch: tampering });
      expect(namesOf(result)).toEqual(["REQUEST_FAILED"]);
      expect(result.findings[0]?.detail).toContain("invalid_grant");
    });

    test("fails without sending the code when the state is another's", async () => {
      const otherState = async (url: string) =>
        (await open.signIn(url)).replace(/state=[^&]+/, "state=other");
      expect(namesOf(await run(open, paste(otherState)))).toEqual(["STATE_MISMATCH"]);
      expect(watch.requests.map(({ pathname }) => pathname.split("/").at(-1))).toEqual([
        "openid-configuration",
      ]);
    });

    test("fails from another origin, as a browser's request would", async () => {
      const elsewhere: typeof fetch = (input, init) =>
        fetch(input, {
          ...init,
          headers: { ...Object.fromEntries(new Headers(init?.headers)), origin: "https://evil.example" },
        });
      const result = await run(open, paste(open.signIn), { fetch: elsewhere });
      expect(result.findings[0]?.detail).toContain("not allowed for client");
    });
  });
});
