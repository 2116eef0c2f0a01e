import { describe, expect, it } from "vitest";
import type { ReadClient } from "../../src/api/operations.js";
import { workspacesNamed } from "../../src/commands/session/read-live.js";
import { everythingNeeded } from "../../src/live/everything-needed.js";
import { type ReadOptions, readLiveState } from "../../src/live/read-live-state.js";
import { contentsOf } from "../../src/model/state/contents.js";
import { invitesOf, type LiveState, membersOf, type ReadNeed } from "../../src/model/state/live-state.js";
import type { Sandbox, SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { clientOf, openSandbox } from "../api/connect.js";
import { world } from "../sandbox/world.js";

type LiveRead = Awaited<ReturnType<typeof readLiveState>>;

const nothing = (): readonly ReadNeed[] => [];

function read(client: ReadClient, options: Partial<ReadOptions> = {}): Promise<LiveRead> {
  return readLiveState(client, {
    organizationId: "org_northwind",
    selection: workspacesNamed(undefined),
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
    expect(live.unmanaged_workspaces).toMatchObject([{ id: "ws_lab", name: "northwind-lab", lists: [] }]);
  });

  it("adds one for each need, once, however often it is asked for", async () => {
    const sandbox = await openSandbox();
    let rounds = 0;
    const live = await liveOf(clientOf(sandbox), {
      selection: [{ name: "northwind-prod" }],
      needs: (known) => {
        rounds += 1;
        const roster: ReadNeed = { need: "members", workspace_id: "ws_prod" };
        if (!contentsOf(known.workspaces[0]).gives("invite")) return [roster, roster];
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
    expect(prod).toMatchObject({ id: "ws_prod", name: "northwind-prod" });
    const { of, heldBy, gives } = contentsOf(prod);
    expect(of("workspace")).toMatchObject([{ fields: { provision_by_default: false } }]);
    expect(lab).toMatchObject({ id: "ws_lab" });
    expect(contentsOf(lab).of("workspace")).toMatchObject([{ fields: { provision_by_default: true } }]);
    expect([...contentsOf(lab).of("attribute"), ...invitesOf(lab)]).toEqual([]);
    expect(of("attribute")[0]).toMatchObject({
      id: "uad_region",
      address: "northwind-prod/attributes/region",
      fields: { name: "region", data_type: "string", label: "Region" },
    });
    expect(
      of("group").map(({ name, fields }) => [
        name,
        fields.precedence,
        heldBy("group_membership", name).length,
        heldBy("group_value", name).length,
      ]),
    ).toEqual([
      // Everybody is in the built-in group: it has no list.
      ["All Users", 0, 0, 1],
      ["Sales West", 20, 1, 1],
      ["Executives", 30, 1, 0],
    ]);
    const ada = membersOf(prod).find(({ email }) => email === "ada@northwind.example");
    expect(ada).toMatchObject({ id: "usr_ada", display_email: "Ada@northwind.example", role: "admin" });
    expect(heldBy("member_value", "ada@northwind.example")).toMatchObject([
      { name: "region", fields: { value: "emea" } },
    ]);
    const nora = membersOf(prod).find(({ id }) => id === "usr_nora")?.email ?? "";
    expect([gives("member_value", nora), heldBy("member_value", nora)]).toEqual([true, []]);
    expect(invitesOf(prod)).toMatchObject([
      { id: "invite_cal", email: "cal@northwind.example", role: "view" },
    ]);
    expect(JSON.stringify(live)).not.toMatch(/invite_url|http/);
    expect(requestsOf(sandbox).every((request) => request.startsWith("GET "))).toBe(true);
    expect(new Set(requestsOf(sandbox)).size).toBe(sandbox.log().length);
  });

  it("leaves out what was not asked for", async () => {
    const live = await liveOf(clientOf(await openSandbox()));
    expect(live.workspaces.map(({ lists }) => lists)).toEqual([[], []]);
  });

  it("is the one workspace of an admin token, with what that cannot see left open", async () => {
    const sandbox = await openSandbox();
    const live = await liveOf(clientOf(sandbox, { token: "admin-token" }));
    expect(live).toMatchObject({ user_id: "usr_ada", token_scope: "admin", unmanaged_workspaces: [] });
    const [workspace, ...others] = live.workspaces;
    expect([workspace?.id, others]).toEqual(["ws_prod", []]);
    const { of } = contentsOf(workspace);
    expect(of("workspace")).toMatchObject([{ fields: { provision_by_default: null } }]);
    expect(of("group")).toHaveLength(3);
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
    const groups = await clientOf(sandbox).listGroups({ workspace_id: "ws_prod" });
    const withDouble = groups.data.map((g) => (g.is_all_users ? { ...g, users: [...g.users, "usr_2"] } : g));
    sandbox.addFaults(
      { kind: "merge", match: { path: "/**/members" }, merge: { data: [...data, double] } },
      { kind: "merge", match: { path: "/workspaces/ws_prod/groups" }, merge: { data: withDouble } },
    );
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

  it("are read once more, for somebody may have joined between the two", async () => {
    const sandbox = await openSandbox();
    const client = clientOf(sandbox);
    const path = "/workspaces/ws_prod/groups";
    const { data } = await client.listGroups({ workspace_id: "ws_prod" });
    const before = data.map((group) => ({ ...group, users: group.users.filter((id) => id !== "usr_bob") }));
    sandbox.addFaults({ kind: "merge", match: { path }, times: 1, merge: { data: before } });
    const asked = sandbox.log().length;
    const live = await liveOf(client, { selection: [{ name: "northwind-prod" }], withRoster: () => true });
    const members = membersOf(live.workspaces[0]).map(({ id }) => id);
    expect(members).toEqual(["usr_ada", "usr_bob", "usr_nora"]);
    expect(requestsOf(sandbox).slice(asked).sort()).toEqual([
      "GET /me",
      "GET /workspaces",
      "GET /workspaces/ws_prod/groups",
      "GET /workspaces/ws_prod/groups",
      "GET /workspaces/ws_prod/invites",
      "GET /workspaces/ws_prod/members",
      "GET /workspaces/ws_prod/members",
      "GET /workspaces/ws_prod/user_attribute_definitions",
    ]);
    expect(live.requests).toBe(8);
  });

  it("keep what was read of a group and a member besides, when they are read once more", async () => {
    const sandbox = await openSandbox();
    const client = clientOf(sandbox);
    const truth = await liveOf(client, { needs: everythingNeeded });
    const { data } = await client.listMemberValues({ workspace_id: "ws_prod", user_id: "usr_bob" });
    sandbox.addFaults({
      kind: "merge",
      match: { path: "/workspaces/ws_prod/members/usr_bob/user_attributes" },
      times: 1,
      merge: { data: data.map((row) => ({ ...row, source_id: "grp_west" })) },
    });
    const live = await liveOf(client, { needs: everythingNeeded });
    expect({ ...live, requests: 0 }).toEqual({ ...truth, requests: 0 });
    expect(live.requests).toBe(truth.requests + 3);
  });

  it("stop the reading: two names of one workspace", async () => {
    const sandbox = await openSandbox();
    const { data } = await clientOf(sandbox).getMe();
    const workspaces = data.workspaces.map((each) => ({ ...each, name: `${each.name} now` }));
    sandbox.addFaults({ kind: "merge", match: { path: "/me" }, merge: { data: { workspaces } } });
    const ended = await read(clientOf(sandbox));
    expect(JSON.stringify(ended)).toMatch(/calls ws_prod .*northwind-prod.*northwind-prod now/);
  });
});

describe("what a file cannot name", () => {
  it("goes by its id: people without an address, groups and attributes without a name", async () => {
    const sandbox = await openSandbox();
    const client = clientOf(sandbox);
    const of = { workspace_id: "ws_prod" };
    const [members, groups, definitions] = await Promise.all([
      client.listMembers(of),
      client.listGroups(of),
      client.listAttributeDefinitions(of),
    ]);
    const emptied = (list: string, rows: readonly object[]) =>
      sandbox.addFaults({
        kind: "merge",
        match: { path: `/workspaces/ws_prod/${list}` },
        merge: { data: rows },
      });
    emptied(
      "members",
      members.data.map((row, i) => ({ ...row, email: i === 0 ? "" : "none" })),
    );
    emptied(
      "groups",
      groups.data.map((row) => ({ ...row, name: "" })),
    );
    emptied(
      "user_attribute_definitions",
      definitions.data.map((row) => ({ ...row, name: "" })),
    );
    const live = await liveOf(client, { selection: [{ name: "northwind-prod" }], needs: everythingNeeded });
    const [prod] = live.workspaces;
    const contents = contentsOf(prod);
    expect(membersOf(prod).map(({ email }) => email)).toEqual(["usr_ada", "usr_bob", "usr_nora"]);
    // The built-in group goes by its name in files.
    expect(contents.of("group").map(({ name }) => name)).toEqual(["All Users", "grp_west", "grp_execs"]);
    expect(contents.of("attribute").map(({ name }) => name)).toEqual([
      "uad_region",
      "uad_renewal",
      "uad_quota",
    ]);
  });

  it("is not read at all: the attribute that the product fills in, with its values", async () => {
    const sandbox = await openSandbox();
    const client = clientOf(sandbox);
    const truth = await liveOf(client, { needs: everythingNeeded });
    const { data } = await client.listAttributeDefinitions({ workspace_id: "ws_prod" });
    const email = { ...data[0], id: "uad_email", name: "email" };
    const values = await client.listMemberValues({ workspace_id: "ws_prod", user_id: "usr_bob" });
    const own = {
      ...values.data[0],
      id: "ua_email",
      user_attribute_definition_id: "uad_email",
      name: "email",
      value: "bob@northwind.example",
      source: "user",
      source_id: "usr_bob",
      user_attribute_precedence: null,
    };
    sandbox.addFaults(
      {
        kind: "merge",
        match: { path: "/workspaces/ws_prod/user_attribute_definitions" },
        merge: { data: [...data, email] },
      },
      {
        kind: "merge",
        match: { path: "/workspaces/ws_prod/members/usr_bob/user_attributes" },
        merge: { data: [...values.data, own] },
      },
    );
    const live = await liveOf(client, { needs: everythingNeeded });
    expect(live.workspaces).toEqual(truth.workspaces);
  });
});
