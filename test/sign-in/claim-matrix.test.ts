import { generateKeyPair } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { BLOCK, NOW, withApplication } from "./block.js";
import { type Draft, type Entra, startEntra } from "./entra-server.js";
import { createWatch, namesOf } from "./watch.js";

const watch = createWatch();
const others = await generateKeyPair("RS256");
const probabilistic = await generateKeyPair("PS256");
let entra: Entra;
beforeAll(async () => {
  entra = await startEntra(BLOCK);
});
afterAll(() => {
  entra.close();
  watch.expectSilence();
});

type Spoil = (draft: Draft, flow: "app" | "user") => void;

const SECONDS = NOW.getTime() / 1000;
const claim =
  (name: string, value: unknown): Spoil =>
  ({ claims }) => {
    claims[name] = value;
  };
const header =
  (name: string, value: unknown): Spoil =>
  (draft) => {
    draft.header[name] = value;
  };
const roleClaim =
  (role: string | undefined): Spoil =>
  ({ claims }, flow) => {
    const value = flow === "app" ? role && [`session:role:${role}`] : role && `session:scope:${role}`;
    claims[flow === "app" ? "roles" : "scp"] = value;
  };

/** A user's token where the application's was wanted, and the other way round. */
const otherFlow: Spoil = ({ claims }, flow) => {
  claims[flow === "app" ? "scp" : "roles"] =
    flow === "app" ? "session:scope:ANALYST" : ["session:role:ANALYST"];
  claims[flow === "app" ? "roles" : "scp"] = undefined;
};

const OTHER_TENANT = "99999999-9999-4999-8999-999999999999";

const DEFECTS: readonly (readonly [what: string, finding: string | undefined, spoil: Spoil])[] = [
  ["nothing", undefined, () => {}],
  ["no issuer", "EXTERNAL_OAUTH_MISSING_ISSUER", claim("iss", undefined)],
  ["an issuer that is no text", "EXTERNAL_OAUTH_MISSING_ISSUER", claim("iss", 1)],
  [
    "the slash of the issuer",
    "EXTERNAL_OAUTH_ACCESS_TOKEN_ISSUER_NOT_FOUND",
    ({ claims }) => {
      const iss = String(claims.iss);
      claims.iss = iss.endsWith("/") ? iss.slice(0, -1) : `${iss}/`;
    },
  ],
  [
    "the issuer of the other version",
    "EXTERNAL_OAUTH_ACCESS_TOKEN_ISSUER_NOT_FOUND",
    ({ claims }) => {
      const { tenant_id, application } = entra.block;
      claims.iss =
        application.token_version === 2
          ? `https://sts.windows.net/${tenant_id}/`
          : `${entra.authority}/${tenant_id}/v2.0`;
    },
  ],
  [
    "another tenant",
    "EXTERNAL_OAUTH_ACCESS_TOKEN_ISSUER_NOT_FOUND",
    ({ claims }) => {
      claims.iss = String(claims.iss).replace(BLOCK.tenant_id, OTHER_TENANT);
      claims.tid = OTHER_TENANT;
    },
  ],
  ["another tenant's tid", "TENANT_MISMATCH", claim("tid", OTHER_TENANT)],
  ["no tid", "TENANT_MISMATCH", claim("tid", undefined)],
  ["no audience", "EXTERNAL_OAUTH_MISSING_AUDIENCE", claim("aud", undefined)],
  [
    "another audience",
    "EXTERNAL_OAUTH_AUDIENCE_VALIDATION_FAILED",
    claim("aud", "00000003-0000-0000-c000-000000000000"),
  ],
  [
    "a slash in the audience",
    "EXTERNAL_OAUTH_AUDIENCE_VALIDATION_FAILED",
    ({ claims }) => {
      claims.aud = `${claims.aud}/`;
    },
  ],
  ["its time past", "EXTERNAL_OAUTH_ACCESS_TOKEN_EXPIRED", claim("exp", SECONDS)],
  ["no end", "EXTERNAL_OAUTH_ACCESS_TOKEN_EXPIRED", claim("exp", undefined)],
  ["its time to come", "EXTERNAL_OAUTH_ACCESS_TOKEN_NOT_YET_VALID", claim("nbf", SECONDS + 1)],
  ["its issue to come", "EXTERNAL_OAUTH_ACCESS_TOKEN_NOT_YET_VALID", claim("iat", SECONDS + 1)],
  ["the other flow's roles", "WRONG_FLOW|ROLE_MISSING", otherFlow],
  ["no role", "ROLE_MISSING", roleClaim(undefined)],
  ["another role", "ROLE_MISSING", roleClaim("SYSADMIN")],
  // The warehouse reads names without quotes in capitals.
  [
    "its roles in small letters",
    undefined,
    ({ claims }) => {
      for (const name of ["roles", "scp"]) {
        if (claims[name] !== undefined) claims[name] = JSON.parse(JSON.stringify(claims[name]).toLowerCase());
      }
    },
  ],
  ["a role that begins like it", "ROLE_MISSING", roleClaim("ANALYST2")],
  [
    "no user",
    "EXTERNAL_OAUTH_USER_CLAIM_MISSING",
    ({ claims }, flow) => {
      claims[flow === "app" ? "sub" : "upn"] = undefined;
    },
  ],
  [
    "an empty user",
    "EXTERNAL_OAUTH_USER_CLAIM_MISSING",
    ({ claims }, flow) => {
      claims[flow === "app" ? "sub" : "upn"] = "";
    },
  ],
  [
    "somebody else's signature",
    "EXTERNAL_OAUTH_INVALID_SIGNATURE",
    (draft) => {
      draft.key = others.privateKey;
    },
  ],
  [
    "another algorithm of RSA",
    "EXTERNAL_OAUTH_INVALID_SIGNATURE",
    (draft) => {
      draft.header.alg = "PS256";
      draft.key = probabilistic.privateKey;
    },
  ],
  [
    "an algorithm with a shared key",
    "EXTERNAL_OAUTH_INVALID_SIGNATURE",
    (draft) => {
      draft.header.alg = "HS256";
      draft.key = new Uint8Array(32);
    },
  ],
  ["an unknown key", "EXTERNAL_OAUTH_JWS_CANT_RETRIEVE_PUBLIC_KEY", header("kid", "key-2")],
  [
    "keys that nobody gives out",
    // That this machine did not get them predicts nothing of the warehouse.
    "REQUEST_FAILED",
    () => {
      entra.keysStatus = 503;
    },
  ],
  ["the type of an identity token", "EXTERNAL_OAUTH_JWS_INVALID_TYPE", header("typ", "dpop+jwt")],
  [
    "no parts",
    "EXTERNAL_OAUTH_JWS_INVALID_FORMAT",
    (draft) => {
      draft.raw = "opaque-token-of-0123456789";
    },
  ],
];

// Every two of version, audience and flow meet.
const combinations = [
  { version: 1, audience: "id_uri", flow: "app" },
  { version: 1, audience: "client_id", flow: "user" },
  { version: 2, audience: "client_id", flow: "app" },
  { version: 2, audience: "id_uri", flow: "user" },
] as const;

describe.each(combinations)(
  "version $version, audience $audience, flow $flow, a token with",
  ({ version, audience, flow }) => {
    beforeEach(() => {
      entra.block = withApplication({ token_version: version });
      entra.audience = audience;
      entra.keysStatus = 200;
    });

    const verify = (spoil: Spoil) => {
      entra.spoil = (draft) => spoil(draft, flow);
      return watch.run({
        block: entra.block,
        source:
          flow === "app" ? { flow, secret: entra.secret } : { flow, browser: { kind: "paste", ask: landOn } },
        authority: entra.authority,
        now: () => NOW,
      });
    };

    test.each(DEFECTS)("%s: %s", async (_, findings, spoil) => {
      const finding = findings?.split("|").at(flow === "app" ? 0 : -1);
      const result = await verify(spoil);
      expect(namesOf(result)).toEqual(finding === undefined ? [] : [finding]);
      const judged = finding === undefined ? "ok" : "refused";
      expect(result.outcome).toBe(finding === "REQUEST_FAILED" ? "error" : judged);
      expect(result.statements.length > 0).toBe(finding === undefined);
    });

    test("two defects has both named", async () => {
      const both: Spoil = (draft) => {
        draft.claims.exp = SECONDS - 1;
        draft.claims.aud = "other";
      };
      expect(namesOf(await verify(both))).toEqual([
        "EXTERNAL_OAUTH_AUDIENCE_VALIDATION_FAILED",
        "EXTERNAL_OAUTH_ACCESS_TOKEN_EXPIRED",
      ]);
    });
  },
);

async function landOn(signInUrl: string): Promise<string> {
  const response = await fetch(signInUrl, { redirect: "manual" });
  return response.headers.get("location") ?? "";
}
