import { describe, expect, test } from "vitest";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { lintSignIn } from "../../src/sign-in/check/check.js";
import { BLOCK, NOW, withApplication, withoutClientId, withRole } from "./block.js";

const lint = (block: WarehouseSignIn) =>
  lintSignIn(block, { now: NOW }).map(({ severity, address }) => `${severity} ${address}`);

const withWarehouse = (changes: Partial<WarehouseSignIn["warehouse"]>): WarehouseSignIn => ({
  ...BLOCK,
  warehouse: { ...BLOCK.warehouse, ...changes },
});
const withIdUri = (id_uri: string) => withApplication({ id_uri });
const withAppUrl = (app_url: string) => ({ ...BLOCK, app_url });
const expiring = (expires_on: string) => ({ ...BLOCK, client_secret: { expires_on } });
const analyst = { name: "ANALYST", consent: "admin" } as const;
const CLIENT = "0a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d";

test("a good block has nothing to find, at its limits too", () => {
  const atLimits: WarehouseSignIn = {
    ...withApplication({ name: "n".repeat(120), id_uri: `https://northwind.example/${"u".repeat(229)}` }),
    app_url: `https://northwind.app.example/${"p".repeat(226)}`,
    roles: [{ name: "R".repeat(106), consent: "admin" }],
  };
  expect(atLimits.application.id_uri).toHaveLength(255);
  expect(atLimits.app_url).toHaveLength(256);
  expect([BLOCK, withoutClientId(), atLimits].flatMap(lint)).toEqual([]);
});

test.each([
  "https://eu.northwind.example/warehouse",
  "https://northwind.example",
  `api://${CLIENT}`,
  `api://warehouse/${CLIENT.toUpperCase()}`,
  `api://${BLOCK.tenant_id}/warehouse`,
  "api://northwind.example/productsapi",
  "api://product.northwind.example/productsapi",
  "https://northwind.onmicrosoft.com/productsapi",
  "api://northwind.onmicrosoft.com/productsapi",
  `https://elsewhere.example/${BLOCK.tenant_id}`,
  `https://elsewhere.example/${CLIENT}`,
  `urn:warehouse:${CLIENT}`,
])("the Application ID URI may be %s", (uri) => {
  expect(lint(withIdUri(uri))).toEqual([]);
});

describe("one diagnostic, at its place, for", () => {
  const cases: readonly (readonly [what: string, block: WarehouseSignIn, found: string])[] = [
    ["a tenant domain", { ...BLOCK, tenant_id: "northwind.example" }, "error tenant_id"],
    ["a blank name", withApplication({ name: " " }), "error application/name"],
    ["a long name", withApplication({ name: "n".repeat(121) }), "error application/name"],
    [
      "a client id that is no GUID",
      withApplication({ client_id: "analytics" }),
      "error application/client_id",
    ],
    [
      "the tenant id as client id",
      withApplication({ client_id: BLOCK.tenant_id.toUpperCase() }),
      "error application/client_id",
    ],
    [
      "a wildcard domain",
      withApplication({ verified_domains: ["northwind.example", "*.northwind.example"] }),
      "error application/verified_domains/1",
    ],
    [
      "a domain with a scheme",
      withApplication({ verified_domains: ["https://x.example", "northwind.example"] }),
      "error application/verified_domains/0",
    ],
    [
      "a long Application ID URI",
      withIdUri(`https://northwind.example/${"u".repeat(230)}`),
      "error application/id_uri",
    ],
    ["a wildcard in it", withIdUri("https://northwind.example/*"), "error application/id_uri"],
    ["a slash at its end", withIdUri("https://northwind.example/a/"), "error application/id_uri"],
    ["a space in it", withIdUri("https://northwind.example/a b"), "error application/id_uri"],
    ["a quote in it", withIdUri("https://northwind.example/a'b"), "error application/id_uri"],
    ["a foreign domain", withIdUri("https://southwind.example/a"), "warning application/id_uri"],
    ["a look-alike domain", withIdUri("https://evilnorthwind.example/a"), "warning application/id_uri"],
    [
      "a foreign initial domain below another",
      withIdUri("https://a.onmicrosoft.com.evil.example/a"),
      "warning application/id_uri",
    ],
    ["a domain as a path", withIdUri("api://warehouse/northwind.example"), "warning application/id_uri"],
    ["a bare name", withIdUri("northwind"), "error application/id_uri"],
    ["an api URI of nobody", withIdUri("api://warehouse"), "warning application/id_uri"],
    [
      "an api URI before the client id is known",
      withoutClientId(withIdUri("api://warehouse")),
      "warning application/id_uri",
    ],
    ["an http app URL", withAppUrl("http://northwind.app.example"), "error app_url"],
    ["no address as app URL", withAppUrl("northwind"), "error app_url"],
    ["a long app URL", withAppUrl(`https://northwind.app.example/${"p".repeat(227)}`), "error app_url"],
    ["an app URL with a query", withAppUrl("https://northwind.app.example/?a=b"), "error app_url"],
    ["an app URL with a wildcard", withAppUrl("https://*.app.example"), "error app_url"],
    ["an app URL with a user", withAppUrl("https://ada@northwind.app.example"), "error app_url"],
    ["an app URL in capitals", withAppUrl("https://Northwind.app.example"), "warning app_url"],
    [
      "an account URL with a path",
      withWarehouse({ account_url: "https://xy.snowflakecomputing.com/console" }),
      "error warehouse/account_url",
    ],
    [
      "an account URL elsewhere",
      withWarehouse({ account_url: "https://warehouse.example" }),
      "warning warehouse/account_url",
    ],
    [
      "an integration without a name",
      withWarehouse({ integration_name: "" }),
      "error warehouse/integration_name",
    ],
    [
      "an integration on two lines",
      withWarehouse({ integration_name: "A\nB" }),
      "error warehouse/integration_name",
    ],
    [
      "a lower-case integration",
      withWarehouse({ integration_name: "entra" }),
      "warning warehouse/integration_name",
    ],
    [
      "a keyword as integration",
      withWarehouse({ integration_name: "ACCOUNT" }),
      "warning warehouse/integration_name",
    ],
    ["mapping by e-mail", withWarehouse({ user_mapping: "email_address" }), "warning warehouse/user_mapping"],
    ["no role", { ...BLOCK, roles: [] }, "error roles"],
    ["a role without a name", withRole(""), "error roles/0/name"],
    ["a long role", withRole("R".repeat(107)), "error roles/0/name"],
    ["a role with a space", withRole("DATA ANALYST"), "error roles/0/name"],
    ["a role with a quote", withRole('DATA"ANALYST'), "error roles/0/name"],
    ["a role with a backslash", withRole("DATA\\ANALYST"), "error roles/0/name"],
    ["a role beyond ASCII", withRole("ANALYSTÉ"), "error roles/0/name"],
    ["a blocked role", withRole("ACCOUNTADMIN"), "error roles/0/name"],
    ["a blocked role in lower case", withRole("globalorgadmin"), "error roles/0/name"],
    ["a lower-case role", withRole("analyst"), "error roles/0/name"],
    ["a role with one small letter", withRole("ANALYSt"), "error roles/0/name"],
    ["a role that needs quotes", withRole("DATA-ANALYST"), "warning roles/0/name"],
    ["a role twice", { ...BLOCK, roles: [analyst, analyst] }, "error roles/1/name"],
    [
      "an empty description",
      { ...BLOCK, roles: [{ ...analyst, description: " " }] },
      "error roles/0/description",
    ],
    [
      "a display name on two lines",
      { ...BLOCK, roles: [{ ...analyst, display_name: "A\nB" }] },
      "error roles/0/display_name",
    ],
    [
      "a scope id that is no GUID",
      { ...BLOCK, roles: [{ ...analyst, scope_id: "1" }] },
      "error roles/0/scope_id",
    ],
    [
      "one id for two things",
      { ...BLOCK, roles: [{ ...analyst, scope_id: CLIENT, app_role_id: CLIENT.toUpperCase() }] },
      "error roles/0/app_role_id",
    ],
    ["no day of the calendar", expiring("2027-02-30"), "error client_secret/expires_on"],
    ["yesterday as last day", expiring("2026-03-30"), "error client_secret/expires_on"],
    ["today as last day", expiring("2026-03-31"), "warning client_secret/expires_on"],
    ["29 days left", expiring("2026-04-29"), "warning client_secret/expires_on"],
  ];
  test.each(cases)("%s", (_, block, found) => {
    const [severity, place] = found.split(" ");
    expect(lint(block)).toEqual([`${severity} warehouse_sign_in/${place}`]);
  });
});

test("30 days left are enough", () => {
  expect(lint(expiring("2026-04-30"))).toEqual([]);
});

test("roles that differ in case only cannot be told apart", () => {
  expect(lint({ ...BLOCK, roles: [analyst, { ...analyst, name: "analyst" }] })).toContain(
    "error warehouse_sign_in/roles/1/name",
  );
});

test("a role in small letters is named as the warehouse reads it", () => {
  const [found] = lintSignIn(withRole("analyst"), { now: NOW });
  expect(found?.detail).toContain("reads session:role:analyst as ANALYST");
});

test.each([
  ...["session:scope:ANALYST", "session:role:ANALYST", "session:scope:analyst", "SESSION:SCOPE:ANALYST"],
  ...["session:scope:session:role:ANALYST", "api://0a1b2c3d/session:scope:ANALYST"],
  ...["session:role-any", "session:scope:any", "SESSION:ROLE-ANY", "role-any", "any", "session:role"],
])("a scope in the place of a role, %s, is refused whatever its letter case", (name) => {
  const [found] = lintSignIn(withRole(name), { now: NOW });
  expect(found?.severity).toBe("error");
  expect(found?.detail).toMatch(
    /before each name itself, and lets nobody choose any role\. .* such as ANALYST\.$/,
  );
});
