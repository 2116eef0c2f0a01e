import { expect, test } from "vitest";
import { call, withSandbox } from "./call.js";
import { world } from "./world.js";

test(
  "a new workspace starts with the caller and all organization admins, who are in All Users at once",
  withSandbox({ seed: world }, async (sandbox) => {
    const { status, data } = await call(sandbox, "POST", "/workspaces", { name: "new" });
    expect(status).toBe(201);
    expect(data).toEqual({ id: expect.any(String), name: "new", provision_by_default: false });
    const members = await call(sandbox, "GET", `/workspaces/${data.id}/members`);
    expect(members.data).toMatchObject([
      { id: "usr_nora", role: "organization_admin", workspace_id: data.id },
    ]);
    const groups = await call(sandbox, "GET", `/workspaces/${data.id}/groups`);
    expect(groups.data).toMatchObject([
      { name: "All Users", is_all_users: true, user_attribute_precedence: 0, users: ["usr_nora"] },
    ]);
  }),
);

test(
  "two workspaces may have one name",
  withSandbox({ seed: world }, async (sandbox) => {
    const { status } = await call(sandbox, "POST", "/workspaces", {
      name: "northwind-prod",
      provision_by_default: true,
    });
    expect(status).toBe(201);
    const { data } = await call(sandbox, "GET", "/workspaces");
    expect(data.map((row: { name: string }) => row.name)).toEqual([
      "northwind-prod",
      "northwind-lab",
      "northwind-prod",
    ]);
    expect(data[2].provision_by_default).toBe(true);
  }),
);

test(
  "an archived workspace is gone from everything but the list that asks for it, and its users work elsewhere",
  withSandbox({ seed: world, now: () => new Date("2026-03-31T10:00:00Z") }, async (sandbox) => {
    const working = () => sandbox.state().users.find((user) => user.id === "usr_nora")?.current_workspace_id;
    expect(working()).toBe("ws_prod");
    expect((await call(sandbox, "DELETE", "/workspaces/ws_prod")).status).toBe(204);
    expect(working()).toBe("ws_lab");
    expect(sandbox.state().users.find((user) => user.id === "usr_ada")?.current_workspace_id).toBeNull();

    const ids = async (query: string) =>
      (await call(sandbox, "GET", `/workspaces${query}`)).data.map((row: { id: string }) => row.id);
    expect(await ids("")).toEqual(["ws_lab"]);
    expect(await ids("?include_archived=false")).toEqual(["ws_lab"]);
    expect(await ids("?include_archived=true")).toEqual(["ws_prod", "ws_lab"]);
    const { data } = await call(sandbox, "GET", "/workspaces?include_archived=true");
    expect(data[0].archived_at).toBe("2026-03-31T10:00:00.000Z");
    expect((await call(sandbox, "GET", "/me")).data.workspaces).toEqual([
      { id: "ws_lab", name: "northwind-lab" },
    ]);
    expect((await call(sandbox, "GET", "/workspaces/ws_prod/groups")).status).toBe(403);
    expect((await call(sandbox, "DELETE", "/workspaces/ws_prod")).status).toBe(403);
  }),
);
