import { expect, test } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { call, product, withSandbox } from "./call.js";
import { world } from "./world.js";

test(
  "without a seed there is one organization, one organization admin and no workspace",
  withSandbox({ token: "known-token" }, async (sandbox) => {
    expect(sandbox.token).toBe("known-token");
    expect(sandbox.url).toBe(`${sandbox.origin}/api/v2`);
    expect((await call(sandbox, "GET", "/me", undefined, "known-token")).data).toMatchObject({
      organization: { id: "org_northwind", name: "Northwind" },
      workspaces: [],
    });
    expect(sandbox.state().users).toMatchObject([
      { email: "admin@northwind.example", organization_admin: true },
    ]);
  }),
);

test(
  "a first SSO sign-in joins the workspaces that provision by default, once",
  withSandbox({ seed: world }, async (sandbox) => {
    const signIn = (email: string) => product(sandbox, "sso-sign-in", { email, first_name: "Fay" });
    expect((await signIn("fay@northwind.example")).joined).toEqual(["ws_lab"]);
    expect((await signIn("Fay@northwind.example")).joined).toEqual([]);
    expect((await call(sandbox, "GET", "/workspaces/ws_lab/members")).data).toContainEqual(
      expect.objectContaining({
        email: "fay@northwind.example",
        first_name: "Fay",
        role: "view",
        identity_provider: "Okta",
      }),
    );
    expect((await call(sandbox, "GET", "/workspaces/ws_prod/members")).data).toHaveLength(3);
  }),
);

test(
  "tokens are made in both scopes",
  withSandbox({ seed: world }, async (sandbox) => {
    const reach = async (given: object) => {
      const { token } = await product(sandbox, "tokens", given);
      return (await call(sandbox, "GET", "/me", undefined, token)).data.workspaces.length;
    };
    expect(await reach({ email: "nora@northwind.example", scope: "org_admin" })).toBe(2);
    expect(await reach({ email: "nora@northwind.example", scope: "admin", workspace: "northwind-lab" })).toBe(
      1,
    );
    await expect(reach({ email: "nobody@northwind.example", scope: "org_admin" })).rejects.toThrow("nobody@");
    await expect(reach({ email: "nora@northwind.example", scope: "admin" })).rejects.toThrow("workspaces");
  }),
);

test(
  "a promoted member is organization admin where they are a member and in workspaces to come",
  withSandbox({ seed: world }, async (sandbox) => {
    await product(sandbox, "promote", { email: "bob@northwind.example" });
    const roleIn = async (workspace: string) =>
      (await call(sandbox, "GET", `/workspaces/${workspace}/members`)).data.find(
        (member: { id: string }) => member.id === "usr_bob",
      )?.role;
    expect(await roleIn("ws_prod")).toBe("organization_admin");
    const { data } = await call(sandbox, "POST", "/workspaces", { name: "new" });
    expect(await roleIn(data.id)).toBe("organization_admin");
  }),
);

test(
  "whoever leaves takes their own values and memberships along",
  withSandbox({ seed: world }, async (sandbox) => {
    const values = "/workspaces/ws_prod/members/usr_ada/user_attributes";
    await call(sandbox, "POST", values, { user_attribute_definition_id: "uad_region", value: "emea" });
    await product(sandbox, "remove-member", { email: "ada@northwind.example", workspace: "ws_prod" });
    expect((await call(sandbox, "GET", values)).status).toBe(404);
    expect((await call(sandbox, "GET", "/workspaces/ws_prod/groups/grp_west")).data.users).toEqual([]);
    expect(sandbox.state().users.map((user) => user.email)).toContain("Ada@northwind.example");
  }),
);

test(
  "the state is a seed of the same world",
  withSandbox({ seed: world }, async (sandbox) => {
    const state = sandbox.state();
    expect(await (await fetch(`${sandbox.origin}/_sandbox/state`)).json()).toEqual(state);
    const copy = await startSandbox({ seed: JSON.parse(JSON.stringify(state)) });
    expect(copy.state()).toEqual(state);
    expect(copy.token).toBe(sandbox.token);
    expect(copy.adminToken).toBe("admin-token");
    await copy.close();
  }),
);

test("a seed that contradicts itself is refused", async () => {
  const groups = [{ name: "A", precedence: 1, values: { nothing: "x" } }];
  await expect(startSandbox({ seed: { workspaces: [{ name: "w", groups }] } })).rejects.toThrow(
    "no attribute nothing",
  );
});

test(
  "a setting that does not exist is refused",
  withSandbox({}, async (sandbox) => {
    await expect(product(sandbox, "settings", { latency: 5 })).rejects.toThrow("no setting latency");
  }),
);
