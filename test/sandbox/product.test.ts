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
  "an SSO sign-in takes the place of a pending invite, and passes archived workspaces by",
  withSandbox({ seed: world }, async (sandbox) => {
    const signIn = (email: string) => product(sandbox, "sso-sign-in", { email });
    await call(sandbox, "POST", "/workspaces/ws_lab/invites", {
      email: "gus@northwind.example",
      role: "admin",
    });
    expect((await signIn("Gus@northwind.example")).joined).toEqual(["ws_lab"]);
    expect((await call(sandbox, "GET", "/workspaces/ws_lab/invites")).data).toEqual([]);
    expect((await call(sandbox, "GET", "/workspaces/ws_lab/members")).data).toContainEqual(
      expect.objectContaining({ email: "Gus@northwind.example", role: "admin" }),
    );
    await call(sandbox, "DELETE", "/workspaces/ws_lab");
    expect((await signIn("hal@northwind.example")).joined).toEqual([]);
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
    await expect(reach({ email: "bob@northwind.example", scope: "org_admin" })).rejects.toThrow(
      "scope org_admin",
    );
    await expect(
      reach({ email: "eve@northwind.example", scope: "admin", workspace: "ws_lab" }),
    ).rejects.toThrow("scope admin");
  }),
);

test(
  "a promoted member is organization admin in every workspace, and in those to come",
  withSandbox({ seed: world }, async (sandbox) => {
    await product(sandbox, "promote", { email: "bob@northwind.example" });
    const roleIn = async (workspace: string) =>
      (await call(sandbox, "GET", `/workspaces/${workspace}/members`)).data.find(
        (member: { id: string }) => member.id === "usr_bob",
      )?.role;
    expect(await roleIn("ws_prod")).toBe("organization_admin");
    expect(await roleIn("ws_lab")).toBe("organization_admin");
    const { data } = await call(sandbox, "POST", "/workspaces", { name: "new" });
    expect(await roleIn(data.id)).toBe("organization_admin");
  }),
);

test(
  "an invited organization admin is one of the whole organization once it is accepted",
  withSandbox({ seed: world }, async (sandbox) => {
    const invite = { email: "ivy@northwind.example", role: "organization_admin" };
    const { data } = await call(sandbox, "POST", "/workspaces/ws_prod/invites", invite);
    await product(sandbox, "accept-invite", { invite_id: data.id });
    await expect(product(sandbox, "accept-invite", { invite_id: data.id })).rejects.toThrow(
      "Invite not found",
    );
    const made = await call(sandbox, "POST", "/workspaces", { name: "new" });
    const members = (await call(sandbox, "GET", `/workspaces/${made.data.id}/members`)).data;
    expect(members.map((member: { email: string }) => member.email)).toContain("ivy@northwind.example");
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
    // Nothing of them is left behind either, for whoever comes back would have it again.
    const invite = { email: "ada@northwind.example", role: "view" };
    const { data } = await call(sandbox, "POST", "/workspaces/ws_prod/invites", invite);
    await product(sandbox, "accept-invite", { invite_id: data.id });
    const again = (await call(sandbox, "GET", values)).data;
    expect(again.map((value: { value: string; source: string }) => [value.value, value.source])).toEqual([
      ["no-access", "group"],
    ]);
    expect(sandbox.state().users.map((user) => user.email)).toContain("Ada@northwind.example");
  }),
);

test(
  "the state is a seed of the same world",
  withSandbox({ seed: world }, async (sandbox) => {
    await call(sandbox, "DELETE", "/workspaces/ws_lab");
    await product(sandbox, "promote", { email: "eve@northwind.example" });
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
  "latency delays the API and nothing else",
  withSandbox({ settings: { latency_ms: 600_000 } }, async (sandbox) => {
    // It is under way until the sandbox closes.
    call(sandbox, "GET", "/me").catch(() => {});
    await expect.poll(() => sandbox.log(), { interval: 1 }).toMatchObject([{ path: "/me", status: null }]);
    await product(sandbox, "settings", { latency_ms: 0 });
    expect((await call(sandbox, "GET", "/me")).status).toBe(200);
    expect(sandbox.log()).toMatchObject([{ status: null }, { status: 200 }]);
  }),
);

test(
  "a port that is taken is an error",
  withSandbox({}, async (sandbox) => {
    await expect(startSandbox({ port: Number(new URL(sandbox.url).port) })).rejects.toThrow("EADDRINUSE");
  }),
);

test("every effect can be watched before its answer goes out", async () => {
  const seen: (number | undefined)[] = [];
  const sandbox = await startSandbox({
    seed: world,
    onEffect: (_, state) => seen.push(state().workspaces.length),
  });
  await call(sandbox, "POST", "/workspaces", { name: "new" });
  await call(sandbox, "POST", "/workspaces", {});
  await call(sandbox, "GET", "/workspaces");
  expect(seen).toEqual([3]);
  await sandbox.close();
});

test(
  "a setting that does not exist is refused",
  withSandbox({}, async (sandbox) => {
    await expect(product(sandbox, "settings", { latency: 5 })).rejects.toThrow("no setting latency");
  }),
);
