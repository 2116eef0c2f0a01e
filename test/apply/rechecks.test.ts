import { expect, it } from "vitest";
import { createClient } from "../../src/api/client.js";
import type { Client } from "../../src/api/operations.js";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { createSandbox, type Sandbox } from "../../src/sandbox/start-sandbox.js";
import { instantClock } from "../api/instant-clock.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";

const member = (name: string) => ({ email: `${name}@northwind.example`, role: "view" });

/** Ada has her region from two groups and nowhere else. */
const TWO_GROUPS: SandboxSeed = {
  workspaces: [
    {
      id: "ws_prod",
      name: "prod",
      definitions: [{ id: "uad_region", name: "region", data_type: "string" }],
      groups: [1, 2].map((n) => ({
        id: `grp_${n}`,
        name: `G${n}`,
        precedence: n,
        members: ["ada@northwind.example"],
        values: { region: `r${n}` },
      })),
      members: [member("ada")],
    },
  ],
  users: [{ id: "usr_ada", email: "ada@northwind.example" }],
};

async function open(seed: SandboxSeed): Promise<Sandbox> {
  const sandbox = createSandbox({ seed });
  return sandbox;
}

/** A client that does something else right before its first, or n-th, call of a method. */
function before(client: Client, method: keyof Client, act: () => Promise<unknown>, nth = 1): Client {
  const send = client[method] as (...given: readonly unknown[]) => Promise<unknown>;
  let acted: Promise<unknown> | undefined;
  let calls = 0;
  return {
    ...client,
    [method]: async (...given: readonly unknown[]) => {
      calls += 1;
      if (calls >= nth) acted ??= act();
      await acted;
      return await send(...given);
    },
  };
}

const outcomeIn = (events: readonly ApplyEvent[]) =>
  events.flatMap((event) => (event.type === "apply_summary" ? [event.outcome] : []));

const problemsIn = (events: readonly ApplyEvent[]) =>
  events.flatMap((event) => (event.type === "diagnostic" ? [event.diagnostic] : []));

const requestsSince = (sandbox: Sandbox, start: number) =>
  sandbox
    .log()
    .slice(start)
    .map(({ method, path }) => `${method} ${path}`);

const LEAVES_G1 = desiredState("workspaces: {prod: {groups: {G1: {members: []}}}}");
const LEAVES_G2 = desiredState("workspaces: {prod: {groups: {G2: {members: []}}}}");

it("rechecks what a removal depends on before it and at the end, with two requests each at most", async () => {
  const sandbox = await open(TWO_GROUPS);
  const client = clientOf(sandbox);
  const plan = await planAgainst(client, LEAVES_G1);
  const start = sandbox.log().length;
  const events = await applyAgainst(client, plan);
  expect([outcomeIn(events), problemsIn(events)]).toEqual([["ok"], []]);
  const rechecks = ["GET /workspaces/ws_prod/groups", "GET /workspaces/ws_prod/groups/grp_2/user_attributes"];
  const removal = "DELETE /workspaces/ws_prod/groups/grp_1/members/usr_ada";
  expect(requestsSince(sandbox, start)).toEqual([...rechecks, removal, ...rechecks]);
});

it.each<[string, (client: Client) => Promise<unknown>, string]>([
  [
    "takes them out of the group",
    (client) => client.removeGroupMember({ workspace_id: "ws_prod", group_id: "grp_2", user_id: "usr_ada" }),
    "ada@northwind.example (usr_ada) is no longer in G2 (grp_2)",
  ],
  [
    "deletes the group",
    (client) => client.deleteGroup({ workspace_id: "ws_prod", group_id: "grp_2" }),
    "The group G2 (grp_2) is gone",
  ],
  [
    "takes the group's value away",
    async (client) => {
      const of = { workspace_id: "ws_prod", group_id: "grp_2" };
      const { data } = await client.listGroupValues(of);
      return client.deleteGroupValue({ ...of, user_attribute_id: data[0]?.id ?? "" });
    },
    "G2 (grp_2) has no value of region any more",
  ],
  [
    "opens the group's value",
    async (client) => {
      const of = { workspace_id: "ws_prod", group_id: "grp_2" };
      const { data } = await client.listGroupValues(of);
      return client.updateGroupValue({ ...of, user_attribute_id: data[0]?.id ?? "", body: { value: "%" } });
    },
    "G2 (grp_2) has no value of region any more",
  ],
])("removes nothing from people whom somebody else would leave without a value: %s", async (_, act, said) => {
  const sandbox = await open(TWO_GROUPS);
  const client = clientOf(sandbox);
  const plan = await planAgainst(client, LEAVES_G1);
  await act(client);
  const events = await applyAgainst(client, plan);
  expect(outcomeIn(events)).toEqual(["partial"]);
  expect(problemsIn(events)).toMatchObject([{ code: "changed-meanwhile", summary: said }]);
  expect(problemsIn(events)[0]?.detail).toMatch(/prod\/groups\/G1\/members\/ada.*Plan again/);
  const skipped = events.find(({ type }) => type === "apply_skipped");
  expect(skipped).toMatchObject({ address: "prod/groups/G1/members/ada@northwind.example" });
  expect(sandbox.state().workspaces[0]?.groups?.[0]?.members).toEqual(["ada@northwind.example"]);
});

it.each([0, 1, 2, 3])(
  "never lets both of two runs say that they went well which leave somebody open together (%d)",
  async (n) => {
    const sandbox = await open(TWO_GROUPS);
    const client = clientOf(sandbox);
    const one = await planAgainst(client, LEAVES_G1);
    const other = await planAgainst(client, LEAVES_G2);
    let theirs: readonly ApplyEvent[] = [];
    const moments = ["listGroups", "listGroupValues", "removeGroupMember", "requestCount"] as const;
    const moment = moments[n] ?? "listGroups";
    const mine = await applyAgainst(
      before(client, moment, async () => {
        theirs = await applyAgainst(client, other);
      }),
      one,
    );
    if (theirs.length === 0) theirs = await applyAgainst(client, other);
    const outcomes = [...outcomeIn(mine), ...outcomeIn(theirs)];
    expect(outcomes).toContain("partial");
    const groups = sandbox.state().workspaces[0]?.groups ?? [];
    const isOpen = groups.every(({ members = [] }) => members.length === 0);
    // Only where the other's removal comes between a look at the groups and the removal that follows it.
    expect(isOpen).toBe(moment === "listGroupValues" || moment === "removeGroupMember");
    if (isOpen) expect(problemsIn(mine)[0]?.detail).toMatch(/may have no value now. Already removed: prod/);
  },
);

it("removes nothing where it cannot look", async () => {
  const sandbox = createSandbox({ seed: TWO_GROUPS });
  const { url: baseUrl, token, fetch } = sandbox;
  const client = createClient({ baseUrl, token, fetch, clock: instantClock() });
  const plan = await planAgainst(client, LEAVES_G1);
  sandbox.addFaults({ kind: "status", status: 403, match: { method: "GET" } });
  const events = await applyAgainst(client, plan);
  expect(outcomeIn(events)).toEqual(["partial"]);
  expect(problemsIn(events)).toMatchObject([{ code: "api", address: "prod" }]);
  expect(sandbox.state().workspaces[0]?.groups?.[0]?.members).toEqual(["ada@northwind.example"]);
});

const NEW = desiredState(
  "workspaces: {lab: {attributes: {a: {data_type: string}}}, prod: {groups: {G3: {precedence: 3, values: {region: x}}, G4: {precedence: 4}}, members: {new@northwind.example: {}}}}",
);

it("looks at new workspaces, groups and invites right before and after their creation, once each", async () => {
  const sandbox = await open(TWO_GROUPS);
  const client = clientOf(sandbox);
  const plan = await planAgainst(client, NEW);
  const start = sandbox.log().length;
  const events = await applyAgainst(client, plan);
  expect(outcomeIn(events)).toEqual(["ok"]);
  const reads = requestsSince(sandbox, start).filter((request) => request.startsWith("GET"));
  const lists = ["GET /workspaces", "GET /workspaces/ws_prod/groups", "GET /workspaces/ws_prod/invites"];
  expect(reads.sort()).toEqual(lists.flatMap((list) => [list, list]));
});

it.each<[string, keyof Client, (client: Client) => Promise<unknown>, string, RegExp]>([
  [
    "workspace",
    "listWorkspaces",
    (client) => client.createWorkspace({ body: { name: "lab" } }),
    "lab",
    /definitions$/,
  ],
  [
    "group",
    "listGroups",
    (client) =>
      client.createGroup({ workspace_id: "ws_prod", body: { name: "G3", user_attribute_precedence: 9 } }),
    "prod/groups/G3",
    /user_attributes$/,
  ],
])(
  "ends with both ids where somebody else makes the same %s, before anything is put into it",
  async (_, list, act, address, children) => {
    const sandbox = await open(TWO_GROUPS);
    const client = clientOf(sandbox);
    const plan = await planAgainst(client, NEW);
    const start = sandbox.log().length;
    const stop = new AbortController();
    const afterCreation = async () => {
      await act(client);
      stop.abort();
    };
    const meddled = before(client, list, afterCreation, 2);
    const events = await applyAgainst(meddled, plan, { stop: stop.signal });
    expect(outcomeIn(events)).toEqual(["partial"]);
    expect(problemsIn(events)).toMatchObject([
      {
        code: "duplicate-live-name",
        address,
        summary: expect.stringMatching(/2 times now: (ws|grp)_\w+ and \1_\w+/),
      },
    ]);
    const within = requestsSince(sandbox, start).filter((request) => children.test(request));
    expect(within).toEqual([]);
  },
);

it("starts nothing more where something is there twice", async () => {
  const sandbox = await open(TWO_GROUPS);
  const client = clientOf(sandbox);
  const plan = await planAgainst(client, NEW);
  const events = await applyAgainst(
    before(client, "createWorkspace", () => client.createWorkspace({ body: { name: "lab" } })),
    plan,
    { concurrency: 1 },
  );
  expect(events.at(-1)).toMatchObject({ steps: { done: 1, not_started: plan.steps.length - 2, skipped: 1 } });
});

it("holds the removals of a workspace back until everything else in it has ended", async () => {
  const sandbox = await open(TWO_GROUPS);
  const client = clientOf(sandbox);
  const file =
    "workspaces: {prod: {attributes: {region: {data_type: string, label: R}}, groups: {G1: {members: []}}}}";
  const plan = await planAgainst(client, desiredState(file));
  sandbox.addFaults({ kind: "slow", ms: 50, match: { method: "PATCH" } });
  const events = await applyAgainst(client, plan);
  const steps = events.flatMap((event) =>
    event.type === "apply_start" || event.type === "apply_complete" ? [`${event.type} ${event.kind}`] : [],
  );
  expect(steps).toEqual([
    "apply_start attribute",
    "apply_complete attribute",
    "apply_start group_membership",
    "apply_complete group_membership",
  ]);
});

it("reads two lists at most, however many sources are counted on", async () => {
  const people = ["ada", "bob", "cy"];
  const groups = people.flatMap((name, n) =>
    ["from", "to"].map((where, i) => ({
      name: `${where} ${name}`,
      precedence: 2 * n + i + 1,
      members: [`${name}@northwind.example`],
      values: { region: name },
    })),
  );
  const sandbox = await open({
    workspaces: [
      {
        name: "prod",
        definitions: [{ name: "region", data_type: "string" }],
        groups,
        members: people.map(member),
      },
    ],
  });
  const client = clientOf(sandbox);
  const left = people.map((name) => `from ${name}: {members: []}`).join(", ");
  const plan = await planAgainst(client, desiredState(`workspaces: {prod: {groups: {${left}}}}`));
  const start = sandbox.log().length;
  expect(outcomeIn(await applyAgainst(client, plan))).toEqual(["ok"]);
  const methods = requestsSince(sandbox, start).map((request) => request.split(" ")[0]);
  expect(methods).toEqual(["GET", "GET", "DELETE", "DELETE", "DELETE", "GET", "GET"]);
});

it("names both ids in at least one of two runs that make the same", async () => {
  const file = desiredState("workspaces: {prod: {groups: {Twin: {precedence: 9}}}}");
  const sandbox = await open(TWO_GROUPS);
  const clients = [clientOf(sandbox), clientOf(sandbox)];
  const plans = await Promise.all(clients.map((client) => planAgainst(client, file)));
  const ends = await Promise.all(plans.map((plan, i) => applyAgainst(clients[i] ?? clientOf(sandbox), plan)));
  const ids = sandbox.state().workspaces[0]?.groups?.filter(({ name }) => name === "Twin");
  expect(ids).toHaveLength(2);
  const said = ends.flatMap(problemsIn).map(({ summary }) => summary);
  expect(said.length).toBeGreaterThan(0);
  for (const { id = "" } of ids ?? []) expect(said.join()).toContain(id);
  expect(ends.flatMap(outcomeIn)).toContain("partial");
});

it("takes no built-in group for a copy of the group that it makes", async () => {
  const sandbox = await open({
    workspaces: [{ name: "prod", all_users: { name: "Everyone", values: {} }, groups: [] }],
  });
  const desired = desiredState("workspaces: {prod: {groups: {Everyone: {precedence: 5}}}}");
  const client = clientOf(sandbox);
  const events = await applyAgainst(client, await planAgainst(client, desired));
  expect(problemsIn(events)).toEqual([]);
  expect(outcomeIn(events)).toEqual(["ok"]);
});
