import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { renderSignIn } from "../../src/sign-in/render/render.js";
import { serviceUserStatements } from "../../src/sign-in/render/snowflake-sql.js";
import { BLOCK, withApplication, withoutClientId } from "./block.js";
import { readSql, readStatements, type SqlToken } from "./sql-tokens.js";

const file = (block: WarehouseSignIn, name: string, authority?: string): string =>
  renderSignIn(block, "sql", authority).files.find((f) => f.name === name)?.text ?? "";

/** The properties of the integration: a value or a list of values by name. */
function settings(sql: string): Record<string, string | string[]> {
  const found: Record<string, string | string[]> = {};
  const tokens = readStatements(sql).at(-1) ?? [];
  const isMark = (token: SqlToken | undefined, text: string) => token?.kind === "mark" && token.text === text;
  for (const [i, token] of tokens.entries()) {
    if (!isMark(token, "=")) continue;
    const value = tokens.slice(i + 1);
    const list = value
      .slice(
        1,
        value.findIndex((t) => isMark(t, ")")),
      )
      .filter(({ kind }) => kind === "string");
    found[tokens[i - 1]?.text ?? ""] = isMark(value[0], "(")
      ? list.map(({ text }) => text)
      : (value[0]?.text ?? "");
  }
  return found;
}

/** What a name without quotes means. */
const nameOf = (token: SqlToken | undefined): string =>
  token?.kind === "word" ? token.text.toUpperCase() : (token?.text ?? "");

describe("the integration", () => {
  test("has issuer, keys, audiences, claims and roles of a version 1 application", () => {
    expect(settings(file(BLOCK, "snowflake-create.sql"))).toEqual({
      TYPE: "EXTERNAL_OAUTH",
      ENABLED: "TRUE",
      EXTERNAL_OAUTH_TYPE: "AZURE",
      EXTERNAL_OAUTH_ISSUER: "https://sts.windows.net/3f2a1b0c-4d5e-4f60-8a7b-9c0d1e2f3a4b/",
      EXTERNAL_OAUTH_JWS_KEYS_URL:
        "https://login.microsoftonline.com/3f2a1b0c-4d5e-4f60-8a7b-9c0d1e2f3a4b/discovery/v2.0/keys",
      EXTERNAL_OAUTH_AUDIENCE_LIST: [
        "https://northwind.example/4d2a8c2b",
        "0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d",
      ],
      EXTERNAL_OAUTH_TOKEN_USER_MAPPING_CLAIM: ["upn", "sub"],
      EXTERNAL_OAUTH_SNOWFLAKE_USER_MAPPING_ATTRIBUTE: "LOGIN_NAME",
      EXTERNAL_OAUTH_ANY_ROLE_MODE: "DISABLE",
      EXTERNAL_OAUTH_ALLOWED_ROLES_LIST: ["ANALYST", "EXPLORER"],
    });
  });

  test.each([
    [2, undefined, "https://login.microsoftonline.com/3f2a1b0c-4d5e-4f60-8a7b-9c0d1e2f3a4b/v2.0"],
    [
      2,
      "https://login.microsoftonline.us",
      "https://login.microsoftonline.us/3f2a1b0c-4d5e-4f60-8a7b-9c0d1e2f3a4b/v2.0",
    ],
    [
      1,
      "https://login.partner.microsoftonline.cn",
      "https://sts.chinacloudapi.cn/3f2a1b0c-4d5e-4f60-8a7b-9c0d1e2f3a4b/",
    ],
    // The address in Microsoft's own table; tokens and metadata name the other one.
    [
      1,
      "https://login.chinacloudapi.cn",
      "https://sts.chinacloudapi.cn/3f2a1b0c-4d5e-4f60-8a7b-9c0d1e2f3a4b/",
    ],
    [
      2,
      "https://login.chinacloudapi.cn",
      "https://login.partner.microsoftonline.cn/3f2a1b0c-4d5e-4f60-8a7b-9c0d1e2f3a4b/v2.0",
    ],
  ] as const)("knows the issuer of version %i at %s", (token_version, authority, issuer) => {
    const sql = file(withApplication({ token_version }), "snowflake-create.sql", authority);
    expect(settings(sql).EXTERNAL_OAUTH_ISSUER).toBe(issuer);
  });

  test("is altered to the same settings", () => {
    const { TYPE: _, EXTERNAL_OAUTH_TYPE: __, ...rest } = settings(file(BLOCK, "snowflake-create.sql"));
    expect(settings(file(BLOCK, "snowflake-alter.sql"))).toEqual(rest);
  });

  test("says so while an audience is missing", () => {
    expect(file(withoutClientId(), "snowflake-create.sql")).toContain(
      "-- application.client_id is not in the file yet",
    );
    expect(file(BLOCK, "snowflake-create.sql")).not.toContain("client_id is not");
  });
});

/** The users of a warehouse by name, with their login names, after statements were run in it. */
function runUsers(sql: string, users = new Map<string, string>()): Map<string, string> {
  for (const statement of readStatements(sql)) {
    const words = statement.map(({ text }) => text);
    const name = nameOf(statement[words[0] === "CREATE" ? 5 : 2]);
    const login = words[words.indexOf("LOGIN_NAME") + 2] ?? "";
    if (words[1] !== "USER") continue;
    if (words[0] === "CREATE" && !users.has(name)) users.set(name, login);
    if (words[0] === "ALTER" && users.has(name)) users.set(name, login);
  }
  return users;
}

describe("the application's own user", () => {
  const statements = serviceUserStatements(BLOCK, "the-subject").join("\n");

  test("has the subject of the token as login name when both texts are run in the order of the checklist", () => {
    const users = runUsers(file(BLOCK, "snowflake-users.sql"));
    expect(users).toEqual(new Map());
    expect(runUsers(statements, users)).toEqual(new Map([["ANALYTICS_ENTRA_SERVICE", "the-subject"]]));
  });

  test("gets it when it exists with another", () => {
    const users = new Map([["ANALYTICS_ENTRA_SERVICE", "<sub of the app token>"]]);
    expect(runUsers(statements, users)).toEqual(new Map([["ANALYTICS_ENTRA_SERVICE", "the-subject"]]));
  });
});

test("the file of users runs nothing with a placeholder in it", () => {
  const sql = file(BLOCK, "snowflake-users.sql");
  expect(sql).toContain("-- SELECT SYSTEM$VERIFY_EXTERNAL_OAUTH_TOKEN('<access token>');");
  expect(readStatements(sql).map((tokens) => tokens.map(({ text }) => text))).toEqual([
    ["USE", "ROLE", "SECURITYADMIN"],
  ]);
});

test("whatever names hold, the SQL read back holds the same", () => {
  const name = fc.oneof(
    fc.string({ minLength: 1, unit: "grapheme" }),
    fc.string({
      minLength: 1,
      unit: fc.constantFrom("'", '"', "\\", "a", "B", ";", "-", "\n", "(", ")", " "),
    }),
    fc.constantFrom("analyst", "O'BRIEN", 'A"B', "A\\", "\\'; DROP ROLE X; --", "SELECT", "A\r\n-- B"),
  );
  fc.assert(
    fc.property(
      fc.uniqueArray(name, { minLength: 1, maxLength: 4 }),
      name,
      name,
      (roles, integration, uri) => {
        const block: WarehouseSignIn = {
          ...withApplication({ id_uri: uri }),
          warehouse: { ...BLOCK.warehouse, integration_name: integration },
          roles: roles.map((role) => ({ name: role, consent: "admin" })),
        };
        for (const sql of [file(block, "snowflake-create.sql"), file(block, "snowflake-alter.sql")]) {
          const found = settings(sql);
          expect(found.EXTERNAL_OAUTH_AUDIENCE_LIST).toEqual([uri, BLOCK.application.client_id]);
          const allowed = found.EXTERNAL_OAUTH_ALLOWED_ROLES_LIST as string[];
          expect(allowed.map((text) => nameOf(readSql(text)[0]))).toEqual(roles);
          const last = readStatements(sql).at(-1) ?? [];
          expect(nameOf(last[3])).toBe(integration);
        }
        // Names with line ends could start a statement of their own in a comment.
        expect(readStatements(file(block, "snowflake-users.sql"))).toHaveLength(1);
        const [create, alter, ...grants] = readStatements(serviceUserStatements(block, uri).join("\n"));
        expect(nameOf(create?.[5])).toBe(`${integration}_SERVICE`);
        expect(nameOf(alter?.[2])).toBe(`${integration}_SERVICE`);
        expect(alter?.at(-1)).toEqual({ kind: "string", text: uri });
        expect(grants.map((grant) => nameOf(grant[2]))).toEqual(roles);
      },
    ),
  );
});
