import { describe, expect, it } from "vitest";
import type { ReadClient } from "../../src/api/operations.js";
import { everythingNeeded } from "../../src/live/everything-needed.js";
import { type LiveRead, type ReadOptions, readLiveState } from "../../src/live/read-live-state.js";
import type { LiveState, ReadNeed } from "../../src/model/live-state.js";
import type { SandboxSeed } from "../../src/sandbox/seed.js";
import type { Sandbox } from "../../src/sandbox/start-sandbox.js";
import { clientOf, openSandbox } from "../api/connect.js";
import { world } from "../sandbox/world.js";

const nothing = (): readonly ReadNeed[] => [];

function read(client: ReadClient, options: Partial<ReadOptions> = {}): Promise<LiveRead> {
  return readLiveState(client, {
    organizationId: "org_northwind",
    selection: "all",
    needs: nothing,
    ...options,
  });
}

async function liveOf(client: ReadClient, options: Partial<ReadOptions> = {}): Promise<LiveState> {
  const result = await read(client, options);
  if (!("live" in result)) throw new Error(JSON.stringify(result));
  return result.live;
}

async function problemsOf(seed: SandboxSeed, options: Partial<ReadOptions> = {}) {
  const result = await read(clientOf(await openSandbox({ seed })), options);
  if ("live" in result) throw new Error("it was read");
  expect(result.outcome).toBe("error");
  return result.diagnostics;
}

const requestsOf = (sandbox: Sandbox) => sandbox.log().map(({ method, path }) => `${method} ${path}`);

describe("the request budget", () => {
  it("is one for the caller, one for the workspaces and two for each managed one", async () => {
    const sandbox = await openSandbox();
    const live = await liveOf(clientOf(sandbox), { selection: [{ name: "northwind-prod" }] });
    expect(requestsOf(sandbox)).toEqual([
      "GET /me",
      "GET /workspaces",
      "GET /workspaces/ws_prod/groups",
      "GET /workspaces/ws_prod/user_attribute_definitions",
    ]);
    expect(live.requests).toBe(4);
    expect(live.unmanaged_workspaces).toEqual([{ id: "ws_lab", name: "northwind-lab" }]);
  });

  it("adds one for each need, once, however often it is asked for", async () => {
    const sandbox = await openSandbox();
    let rounds = 0;
    const live = await liveOf(clientOf(sandbox), {
      selection: [{ name: "northwind-prod" }],
      needs: (known) => {
        rounds += 1;
        const roster: ReadNeed = { need: "members", workspace_id: "ws_prod" };
        if (known.workspaces[0]?.members === undefined) return [roster, roster];
        return [roster, { need: "own_values", workspace_id: "ws_prod", user_id: "usr_bob" }];
      },
    });
    expect(rounds).toBe(3);
    expect(requestsOf(sandbox).slice(4)).toEqual([
      "GET /workspaces/ws_prod/members",
      "GET /workspaces/ws_prod/members/usr_bob/user_attributes",
    ]);
    expect(live.requests).toBe(sandbox.log().length);
  });

  it("counts what this reading cost, not what its client did before", async () => {
    const client = clientOf(await openSandbox());
    await client.getMe();
    expect((await liveOf(client)).requests).toBe(6);
  });
});

describe("what was read", () => {
  it("is everything, when everything is needed", async () => {
    const seed: SandboxSeed = {
      ...world,
      workspaces: world.workspaces.map((workspace) =>
        "members" in workspace
          ? {
              ...workspace,
              members: [{ email: "ADA@northwind.example", role: "admin", values: { region: "emea" } }],
            }
          : workspace,
      ),
    };
    const sandbox = await openSandbox({ seed });
    const live = await liveOf(clientOf(sandbox), { needs: everythingNeeded });
    const [prod, lab] = live.workspaces;
    expect(live).toMatchObject({
      organization: { id: "org_northwind" },
      user_id: "usr_nora",
      token_scope: "organization-admin",
      unmanaged_workspaces: [],
    });
    expect(prod).toMatchObject({ id: "ws_prod", name: "northwind-prod", provision_by_default: false });
    expect(lab).toMatchObject({ id: "ws_lab", provision_by_default: true, attributes: [], invites: [] });
    expect(prod?.attributes[0]).toEqual({
      id: "uad_region",
      name: "region",
      data_type: "string",
      label: "Region",
    });
    expect(
      prod?.groups.map(({ name, precedence, users, values }) => [
        name,
        precedence,
        users.length,
        values?.length,
      ]),
    ).toEqual([
      ["All Users", 0, 2, 1],
      ["Sales West", 20, 1, 1],
      ["Executives", 30, 1, 0],
    ]);
    const ada = prod?.members?.find(({ email }) => email === "ada@northwind.example");
    expect(ada).toMatchObject({ id: "usr_ada", display_email: "Ada@northwind.example", role: "admin" });
    expect(ada?.own_values).toMatchObject([{ attribute_id: "uad_region", value: "emea" }]);
    expect(prod?.members?.find(({ id }) => id === "usr_nora")?.own_values).toEqual([]);
    expect(prod?.invites).toMatchObject([{ id: "invite_cal", email: "cal@northwind.example", role: "view" }]);
    expect(JSON.stringify(live)).not.toMatch(/invite_url|http/);
    expect(requestsOf(sandbox).every((request) => request.startsWith("GET "))).toBe(true);
    expect(new Set(requestsOf(sandbox)).size).toBe(sandbox.log().length);
  });

  it("leaves out what was not asked for", async () => {
    const live = await liveOf(clientOf(await openSandbox()));
    for (const workspace of live.workspaces) {
      expect(workspace).not.toHaveProperty("members");
      expect(workspace).not.toHaveProperty("invites");
      for (const group of workspace.groups) expect(group).not.toHaveProperty("values");
    }
  });

  it("is the one workspace of an admin token, with what that cannot see left open", async () => {
    const sandbox = await openSandbox();
    const live = await liveOf(clientOf(sandbox, { token: "admin-token" }));
    expect(live).toMatchObject({ user_id: "usr_ada", token_scope: "admin", unmanaged_workspaces: [] });
    expect(live.workspaces).toMatchObject([{ id: "ws_prod", provision_by_default: null }]);
    expect(live.workspaces[0]?.groups).toHaveLength(3);
    expect(live.requests).toBe(4);
  });
});

describe("another organization", () => {
  it("refuses the run before anything else is read", async () => {
    const sandbox = await openSandbox();
    const result = await read(clientOf(sandbox), { organizationId: "org_other" });
    expect(result).toMatchObject({ outcome: "refused", diagnostics: [{ code: "wrong-organization" }] });
    expect(JSON.stringify(result)).toMatch(/org_other.*org_northwind/);
    expect(requestsOf(sandbox)).toEqual(["GET /me"]);
  });
});

describe("two things of one name", () => {
  it("are an error with both ids: workspaces, unless one is pinned or neither is managed", async () => {
    const seed: SandboxSeed = {
      workspaces: [{ id: "ws_1", name: "twin" }, { id: "ws_2", name: "twin" }, { name: "x" }],
    };
    const [problem, ...more] = await problemsOf(seed, { selection: [{ name: "twin" }, { name: "x" }] });
    expect(more).toEqual([]);
    expect(problem).toMatchObject({ code: "duplicate-live-name", address: "twin" });
    expect(problem?.detail).toMatch(/ws_1, ws_2/);
    expect(await problemsOf(seed)).toHaveLength(1);

    const client = clientOf(await openSandbox({ seed }));
    const pinned = await liveOf(client, { selection: [{ name: "twin", id: "ws_2" }] });
    expect(pinned.workspaces.map(({ id }) => id)).toEqual(["ws_2"]);
    expect((await liveOf(client, { selection: [{ name: "x" }] })).unmanaged_workspaces).toHaveLength(2);
  });

  it("are an error with both ids: groups, also one that is called like the built-in one", async () => {
    const groups = [
      { id: "grp_1", name: "Sales", precedence: 1 },
      { id: "grp_2", name: "Sales", precedence: 2 },
      { id: "grp_3", name: "All Users", precedence: 3 },
      { id: "grp_4", name: "Everyone", precedence: 4 },
    ];
    const all_users = { id: "grp_all", name: "Everyone" };
    const problems = await problemsOf({ workspaces: [{ name: "w", groups, all_users }] });
    expect(problems.map(({ code, address }) => [code, address]).sort()).toEqual([
      ["duplicate-live-name", "w/groups/All Users"],
      ["duplicate-live-name", "w/groups/Sales"],
    ]);
    expect(JSON.stringify(problems)).toMatch(/grp_1, grp_2/);
    expect(JSON.stringify(problems)).toMatch(/grp_all, grp_3/);
  });

  it("are an error with both ids: attributes and members, whose addresses differ in case", async () => {
    const sandbox = await openSandbox();
    const twice = (row: object, id: string) => ({ merge: { data: [row, { ...row, id }] } });
    const definition = { id: "uad_1", workspace_id: "ws_prod", name: "n", data_type: "string", label: "l" };
    sandbox.addFaults({
      kind: "merge",
      match: { path: "/workspaces/ws_prod/user_attribute_definitions" },
      ...twice(definition, "uad_2"),
    });
    const attributes = await read(clientOf(sandbox));
    expect(JSON.stringify(attributes)).toMatch(/duplicate-live-name.*uad_1, uad_2/);

    sandbox.clearFaults();
    const { data } = await clientOf(sandbox).listMembers({ workspace_id: "ws_prod" });
    const double = {
      ...data.find(({ id }) => id === "usr_ada"),
      id: "usr_2",
      email: "ADA@northwind.example",
    };
    sandbox.addFaults({ kind: "merge", match: { path: "/**/members" }, merge: { data: [...data, double] } });
    const members = await read(clientOf(sandbox), {
      needs: () => [{ need: "members", workspace_id: "ws_prod" }],
    });
    expect(members).toMatchObject({ outcome: "error", diagnostics: [{ code: "duplicate-live-name" }] });
    expect(JSON.stringify(members)).toMatch(/usr_ada, usr_2/);
  });
});

describe("lists that contradict each other", () => {
  it.each([
    ["members", "lacks people who are in its groups"],
    ["user_attribute_definitions", "lacks attributes that have values"],
  ])("stop the reading: %s", async (list, why) => {
    const sandbox = await openSandbox();
    const path = `/workspaces/ws_prod/${list}`;
    const client = clientOf(sandbox);
    const { data } =
      list === "members"
        ? await client.listMembers({ workspace_id: "ws_prod" })
        : await client.listAttributeDefinitions({ workspace_id: "ws_prod" });
    expect(data.length).toBeGreaterThan(0);
    sandbox.addFaults({ kind: "merge", match: { path }, merge: { data: data.slice(1) } });
    const ended = await read(client, { needs: everythingNeeded });
    expect(ended).toMatchObject({ outcome: "error" });
    expect(JSON.stringify(ended)).toContain(why);
  });
});
