import { describe, expect, test } from "vitest";
import type { WarehouseSignIn } from "../../src/model/state/warehouse-sign-in.js";
import { checkSignIn } from "../../src/sign-in/check/check.js";
import { renderSignIn } from "../../src/sign-in/render/render.js";
import { BLOCK, NOW, withApplication, withoutClientId } from "./block.js";
import { add, all, at, drop, type Edit, type Json, set } from "./json-edit.js";

const V2 = withApplication({ token_version: 2 });

const render = (block: WarehouseSignIn, format: "portal" | "graph"): Json =>
  JSON.parse(renderSignIn(block, format).files[0]?.text ?? "");

const names = (block: WarehouseSignIn, manifest: unknown) =>
  checkSignIn(block, manifest, NOW).findings.map(({ name }) => name);

describe("what is rendered", () => {
  const blocks = { "version 1": BLOCK, "version 2": V2, "before the client id is known": withoutClientId() };
  test.each(Object.entries(blocks))("has no drift: %s", (_, block) => {
    for (const format of ["portal", "graph"] as const) {
      const manifest = render(block, format);
      expect(checkSignIn(block, manifest, NOW)).toEqual({ outcome: "ok", findings: [] });
      expect(names(block, `\uFEFF${JSON.stringify([manifest])}`)).toEqual([]);
    }
  });

  test("has `origin` for the portal and not for Graph", () => {
    expect(at(render(BLOCK, "portal"), "appRoles.0.origin")).toBe("Application");
    expect(JSON.stringify(render(BLOCK, "graph"))).not.toContain("origin");
    expect(render(BLOCK, "graph")).not.toHaveProperty("appId");
  });
});

test("ids are compared by what they stand for", () => {
  const manifest = render(BLOCK, "portal");
  const id = String(at(manifest, "api.oauth2PermissionScopes.0.id"));
  const clicked = JSON.stringify(manifest).replaceAll(id, "99999999-9999-4999-8999-999999999999");
  expect(names(BLOCK, clicked)).toEqual([]);
});

test("what the file does not describe is left alone", () => {
  const manifest = render(BLOCK, "portal");
  all(
    add("identifierUris", "api://other"),
    add("api.oauth2PermissionScopes", { id: "x", value: "user_impersonation", isEnabled: true }),
    add("appRoles", { id: "y", value: "session:role:OLD", isEnabled: false }),
    add("spa.redirectUris", "http://localhost"),
    add("requiredResourceAccess", { resourceAppId: "z", resourceAccess: [{ id: "w", type: "Role" }] }),
    set("tags", ["HideApp"]),
  )(manifest);
  expect(names(BLOCK, manifest)).toEqual([]);
});

describe("one change to the application is one finding", () => {
  const scope = "api.oauth2PermissionScopes.0";
  const implicit = "web.implicitGrantSettings";
  const own = "requiredResourceAccess.0.resourceAccess";
  const onWeb = all(set("web.redirectUris", [V2.app_url]), set("spa.redirectUris", []));
  const extra = { id: "n", isEnabled: true };
  const mutations: readonly (readonly [finding: string, what: string, mutate: Edit])[] = [
    ["application-other", "another client id", set("appId", "5a1b2c3d-4e5f-4a6b-8c7d-8e9f0a1b2c3d")],
    ["display-name", "renamed", set("displayName", "Old name")],
    ["sign-in-audience", "multi-tenant", set("signInAudience", "AzureADMultipleOrgs")],
    ["id-uri-missing", "no Application ID URI", set("identifierUris", [])],
    ["id-uri-missing", "its case changed", set("identifierUris.0", "https://northwind.example/4D2A8C2B")],
    ["token-version", "version 1", set("api.requestedAccessTokenVersion", 1)],
    ["token-version", "no version, which is 1", set("api.requestedAccessTokenVersion", null)],
    ["scope-missing", "a scope deleted", drop(scope)],
    ["scope-value", "a scope's value changed", set(`${scope}.value`, "session:scope:OTHER")],
    ["scope-value", "a scope's case changed", set(`${scope}.value`, "session:scope:analyst")],
    ["scope-disabled", "a scope disabled", set(`${scope}.isEnabled`, false)],
    ["scope-consent", "users may consent", set(`${scope}.type`, "User")],
    ["scope-text", "a scope's display name", set(`${scope}.adminConsentDisplayName`, "Other")],
    ["scope-text", "a scope's description", set(`${scope}.adminConsentDescription`, "Other")],
    [
      "scope-unlisted",
      "a further scope",
      add("api.oauth2PermissionScopes", { ...extra, value: "session:scope:X" }),
    ],
    ["app-role-missing", "an app role deleted", drop("appRoles.1")],
    ["app-role-value", "an app role's value changed", set("appRoles.1.value", "session:role:OTHER")],
    ["app-role-disabled", "an app role disabled", set("appRoles.1.isEnabled", false)],
    ["app-role-members", "users may hold it", set("appRoles.1.allowedMemberTypes", ["User", "Application"])],
    ["app-role-members", "only users may hold it", set("appRoles.1.allowedMemberTypes", ["User"])],
    ["app-role-text", "an app role's display name", set("appRoles.1.displayName", "Other")],
    ["app-role-text", "an app role's description", set("appRoles.1.description", "Other")],
    ["app-role-unlisted", "a further app role", add("appRoles", { ...extra, value: "session:role:X" })],
    ["redirect-uri-missing", "no redirect URI", set("spa.redirectUris", [])],
    ["redirect-uri-spelling", "a slash added", set("spa.redirectUris.0", `${V2.app_url}/`)],
    ["redirect-uri-spelling", "its case changed", set("spa.redirectUris.0", "https://Northwind.app.example")],
    ["redirect-uri-platform", "on the web platform", onWeb],
    ["redirect-uri-unlisted", "a further redirect URI", add("spa.redirectUris", "https://evil.example")],
    ["redirect-uri-unlisted", "one on the web platform", set("web.redirectUris", ["https://evil.example"])],
    ["implicit-access-token", "access tokens off", set(`${implicit}.enableAccessTokenIssuance`, false)],
    ["implicit-id-token", "ID tokens off", set(`${implicit}.enableIdTokenIssuance`, false)],
    ["public-client", "public client flows on", set("isFallbackPublicClient", true)],
    ["permission-missing", "a delegated permission removed", drop(`${own}.0`)],
    ["permission-missing", "an application permission removed", drop(`${own}.3`)],
    ["permission-missing", "a permission of the wrong type", set(`${own}.0.type`, "Role")],
    ["permission-missing", "permissions of another application", set(`${own}.1.id`, "n")],
    ["user-read-missing", "User.Read removed", drop("requiredResourceAccess.1.resourceAccess.0")],
    ["profile-missing", "profile removed", drop("requiredResourceAccess.1.resourceAccess.1")],
    ["optional-claim-missing", "upn removed", set("optionalClaims", null)],
    ["optional-claim-missing", "another claim", set("optionalClaims.accessToken.0.name", "ipaddr")],
    [
      "secret-expiry-differs",
      "another secret",
      set("passwordCredentials", [{ endDateTime: "2026-12-31T00:00:00Z" }]),
    ],
    ["secret-expiry-differs", "no secret", set("passwordCredentials", [])],
    ["manifest-unrecognized", "app roles of another shape", set("appRoles", { ANALYST: true })],
  ];

  test.each(mutations)("%s: %s", (finding, _, mutate) => {
    const manifest = render(V2, "portal");
    mutate(manifest);
    const { findings, outcome } = checkSignIn(V2, manifest, NOW);
    expect(findings.map(({ name }) => name)).toEqual([finding]);
    expect(outcome).toBe(finding === "manifest-unrecognized" ? "refused" : "differences");
  });

  test("of version 1: its audience is no longer pinned, and no profile is asked for", () => {
    const manifest = render(BLOCK, "portal");
    expect(at(manifest, "requiredResourceAccess.1.resourceAccess")).toHaveLength(1);
    set("optionalClaims.accessToken.0.additionalProperties", [])(manifest);
    expect(names(BLOCK, manifest)).toEqual(["optional-claim-missing"]);
  });

  test("the client id of a new application is to be written down", () => {
    expect(names(withoutClientId(), render(BLOCK, "portal"))).toEqual(["client-id-unrecorded"]);
  });
});

test("a secret that ends on the file's day, in any time zone, is no drift", () => {
  const manifest = {
    ...render(BLOCK, "portal"),
    passwordCredentials: [{ endDateTime: "2027-02-01T04:59:59Z" }],
  };
  expect(names(BLOCK, manifest)).toEqual([]);
});

describe("a manifest is refused, not guessed at:", () => {
  const good = render(BLOCK, "portal");
  test.each([
    ["no JSON", "appRoles: []"],
    ["a text", '"application"'],
    ["two applications", { value: [good, good] }],
    ["no application", { hello: "world" }],
    ["a service principal", { ...good, servicePrincipalType: "Application" }],
    ["a version under its former name", { ...good, accessTokenAcceptedVersion: 2 }],
    ["scopes under their former name", { ...good, oauth2Permissions: [] }],
    ["implicit access tokens under their former name", { ...good, oauth2AllowImplicitFlow: true }],
    ["implicit ID tokens under their former name", { ...good, oauth2AllowIdTokenImplicitFlow: true }],
    ["a public client under its former name", { ...good, allowPublicClient: false }],
    ["redirect URIs under their former name", { ...good, replyUrlsWithType: [] }],
    ["redirect URIs without their platforms", { ...good, replyUrls: ["https://evil.example/"] }],
    ["a public client that is only yes or no", { ...good, publicClient: true }],
    ["a version as text", { ...good, api: { requestedAccessTokenVersion: "2" } }],
  ])("%s", (_, manifest) => {
    expect(checkSignIn(BLOCK, manifest, NOW)).toMatchObject({
      outcome: "refused",
      findings: [{ name: "manifest-unrecognized", severity: "error" }],
    });
  });
});

test("an error of the block outranks drift", () => {
  const block = { ...BLOCK, client_secret: { expires_on: "2026-03-30" } };
  const manifest = { ...render(BLOCK, "portal"), displayName: "x" };
  expect(checkSignIn(block, manifest, NOW).outcome).toBe("refused");
});
