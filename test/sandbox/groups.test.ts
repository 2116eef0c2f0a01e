import { expect, test } from "vitest";
import { call, product, withSandbox } from "./call.js";
import { world } from "./world.js";

const groups = "/workspaces/ws_prod/groups";

test(
  "a group is made, read, changed in part and deleted with its values and memberships, not its people",
  withSandbox({ seed: world }, async (sandbox) => {
    const { status, data } = await call(sandbox, "POST", groups, {
      name: "East",
      user_attribute_precedence: 10,
    });
    expect(status).toBe(201);
    expect(data).toEqual({
      id: data.id,
      workspace_id: "ws_prod",
      name: "East",
      is_all_users: false,
      user_attribute_precedence: 10,
      users: [],
    });
    const path = `${groups}/${data.id}`;
    expect(
      (await call(sandbox, "PATCH", path, { name: "Far East", user_attribute_precedence: null })).data,
    ).toEqual({
      ...data,
      name: "Far East",
    });
    expect((await call(sandbox, "PATCH", path, { user_attribute_precedence: 11 })).data.name).toBe(
      "Far East",
    );
    expect((await call(sandbox, "GET", path)).data.user_attribute_precedence).toBe(11);
    await call(sandbox, "PATCH", `${groups}/grp_west`, { user_attribute_precedence: 40 });
    const names = (await call(sandbox, "GET", groups)).data.map((group: { name: string }) => group.name);
    expect(names).toEqual(["All Users", "Sales West", "Executives", "Far East"]);

    expect((await call(sandbox, "DELETE", `${groups}/grp_west`)).status).toBe(204);
    expect((await call(sandbox, "GET", "/workspaces/ws_prod/members")).data).toHaveLength(3);
    const values = await call(sandbox, "GET", "/workspaces/ws_prod/members/usr_ada/user_attributes");
    expect(values.data).toMatchObject([{ value: "no-access", is_overridden: false }]);
  }),
);

test(
  "a group that the workspace does not have is 404 on its own path",
  withSandbox({ seed: world }, async (sandbox) => {
    for (const workspace of ["ws_prod", "ws_lab"]) {
      const path = `/workspaces/${workspace}/groups/${workspace === "ws_prod" ? "grp_none" : "grp_west"}`;
      expect((await call(sandbox, "GET", path)).status).toBe(404);
      expect((await call(sandbox, "PATCH", path, { name: "x" })).status).toBe(404);
      expect((await call(sandbox, "DELETE", path)).status).toBe(404);
    }
  }),
);

test(
  "a precedence that is shared is allowed and warned of, when it is set and when groups are listed",
  withSandbox({ seed: world }, async (sandbox) => {
    expect((await call(sandbox, "GET", groups)).warnings).toEqual([]);
    const made = await call(sandbox, "POST", groups, { name: "West", user_attribute_precedence: 20 });
    expect(made.status).toBe(201);
    expect(made.warnings).toEqual([expect.stringContaining('"Sales West", "West"')]);
    expect((await call(sandbox, "GET", groups)).warnings).toEqual(made.warnings);
    const path = `${groups}/${made.data.id}`;
    expect((await call(sandbox, "PATCH", path, { name: "W" })).warnings).toEqual([]);
    expect((await call(sandbox, "PATCH", path, { user_attribute_precedence: 30 })).warnings).toHaveLength(1);
    expect((await call(sandbox, "PATCH", path, { user_attribute_precedence: 31 })).warnings).toEqual([]);
    expect((await call(sandbox, "GET", groups)).warnings).toEqual([]);
  }),
);

test(
  "the built-in group takes values and no other change",
  withSandbox({ seed: world }, async (sandbox) => {
    const path = `${groups}/grp_all`;
    const refused = [
      await call(sandbox, "PATCH", path, { name: "Everybody" }),
      await call(sandbox, "DELETE", path),
      await call(sandbox, "POST", `${path}/members`, { user_id: "usr_eve" }),
      await call(sandbox, "DELETE", `${path}/members/usr_ada`),
    ];
    expect(refused.map((answer) => answer.status)).toEqual([400, 400, 400, 400]);
    const value = { user_attribute_definition_id: "uad_quota", value: "7" };
    expect(
      (await call(sandbox, "POST", `${path}/user_attributes`, value)).data.user_attribute_precedence,
    ).toBe(0);
  }),
);

test(
  "the built-in group follows the roster",
  withSandbox({ seed: world }, async (sandbox) => {
    const listed = async () => (await call(sandbox, "GET", `${groups}/grp_all`)).data.users;
    expect(await listed()).toEqual(["usr_ada", "usr_bob", "usr_nora"]);
    await product(sandbox, "remove-member", { email: "bob@northwind.example", workspace: "northwind-prod" });
    const { user_id } = await product(sandbox, "accept-invite", { invite_id: "invite_cal" });
    expect(await listed()).toEqual(["usr_ada", "usr_nora", user_id]);
    const members = await call(sandbox, "GET", `${groups}/grp_all/members`);
    expect(members.data).toEqual((await call(sandbox, "GET", "/workspaces/ws_prod/members")).data);
  }),
);

test(
  "only members of the workspace are put into a group, and only once",
  withSandbox({ seed: world }, async (sandbox) => {
    const path = `${groups}/grp_west/members`;
    const add = async (user_id: string) => call(sandbox, "POST", path, { user_id });
    expect((await add("usr_bob")).data.users).toEqual(["usr_ada", "usr_bob"]);
    expect((await add("usr_bob")).status).toBe(409);
    expect((await add("usr_eve")).status).toBe(404);
    expect((await call(sandbox, "GET", path)).data).toMatchObject([
      {
        id: "usr_ada",
        email: "Ada@northwind.example",
        role: "admin",
        identity_provider: "Okta",
        last_name: null,
      },
      { id: "usr_bob", role: "explore" },
    ]);
    expect((await call(sandbox, "DELETE", `${path}/usr_bob`)).status).toBe(204);
    expect((await call(sandbox, "DELETE", `${path}/usr_bob`)).status).toBe(404);
  }),
);
