import { expect, test } from "vitest";
import { call, product, withSandbox } from "./call.js";
import { world } from "./world.js";

test(
  "a request without a known token is stopped at the gateway, even where there is no route",
  withSandbox({ seed: world }, async (sandbox) => {
    for (const token of [null, "", "guess"]) {
      for (const path of ["/me", "/workspaces/ws_prod/groups", "/nowhere"]) {
        expect((await call(sandbox, "GET", path, undefined, token)).status).toBe(401);
      }
    }
  }),
);

test(
  "/me tells the two scopes apart",
  withSandbox({ seed: world }, async (sandbox) => {
    const organization = { id: "org_northwind", name: "Northwind" };
    const prod = { id: "ws_prod", name: "northwind-prod" };
    const lab = { id: "ws_lab", name: "northwind-lab" };
    expect((await call(sandbox, "GET", "/me")).data).toEqual({
      user_id: "usr_nora",
      organization,
      workspaces: [prod, lab],
    });
    expect((await call(sandbox, "GET", "/me", undefined, "admin-token")).data).toEqual({
      user_id: "usr_ada",
      organization,
      workspaces: [prod],
    });
  }),
);

test(
  "an admin token has its one workspace and nothing of the organization",
  withSandbox({ seed: world }, async (sandbox) => {
    const asAdmin = (method: string, path: string, body?: unknown) =>
      call(sandbox, method, path, body, "admin-token");
    expect((await asAdmin("GET", "/workspaces/ws_prod/groups")).status).toBe(200);
    expect((await asAdmin("GET", "/workspaces")).status).toBe(403);
    expect((await asAdmin("POST", "/workspaces", { name: "mine" })).status).toBe(403);
    expect((await asAdmin("DELETE", "/workspaces/ws_prod")).status).toBe(403);
    expect((await asAdmin("GET", "/workspaces/ws_lab/groups")).status).toBe(403);
  }),
);

test(
  "what does not exist and what is out of reach are refused in the same words",
  withSandbox({ seed: world }, async (sandbox) => {
    const hidden = await call(sandbox, "GET", "/workspaces/ws_lab/groups", undefined, "admin-token");
    const refusals = await Promise.all([
      call(sandbox, "GET", "/workspaces/ws_none/groups", undefined, "admin-token"),
      call(sandbox, "GET", "/workspaces", undefined, "admin-token"),
      call(sandbox, "GET", "/workspaces/ws_none/groups/grp_none"),
      call(sandbox, "GET", "/workspaces/ws_prod/groups/grp_none/members"),
      call(sandbox, "GET", "/workspaces/ws_lab/groups/grp_west/user_attributes"),
      call(sandbox, "DELETE", "/workspaces/ws_none"),
    ]);
    for (const refusal of refusals) {
      expect(refusal.status).toBe(403);
      expect(refusal.errors[0]?.message).toBe(hidden.errors[0]?.message);
    }
  }),
);

test(
  "an admin whose token outlives the membership reaches nothing any more",
  withSandbox({ seed: world }, async (sandbox) => {
    await product(sandbox, "remove-member", { email: "ada@northwind.example", workspace: "ws_prod" });
    expect((await call(sandbox, "GET", "/me", undefined, "admin-token")).data.workspaces).toEqual([]);
    expect((await call(sandbox, "GET", "/workspaces/ws_prod/groups", undefined, "admin-token")).status).toBe(
      403,
    );
  }),
);

test(
  "an organization that requires SSO refuses tokens made without it, with the code that says so",
  withSandbox({ seed: world }, async (sandbox) => {
    const { token } = await product(sandbox, "tokens", {
      email: "nora@northwind.example",
      scope: "org_admin",
      sso: true,
    });
    await product(sandbox, "require-sso", {});
    const refused = await call(sandbox, "GET", "/me");
    expect(refused.status).toBe(403);
    expect(refused.errors[0]?.error_code).toBe("SSO_REQUIRED");
    expect((await call(sandbox, "GET", "/me", undefined, token)).status).toBe(200);
    await product(sandbox, "require-sso", { required: false });
    expect((await call(sandbox, "GET", "/me")).status).toBe(200);
  }),
);
