import { expect, it } from "vitest";
import { createClient } from "../../src/api/client.js";
import type { Client } from "../../src/api/operations.js";
import type { ApplyEvent } from "../../src/model/plan/event.js";
import { createSandbox, type Sandbox, type SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { instantClock } from "../api/instant-clock.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, planAgainst } from "../support/plan-against.js";

const [ada, bob, cyd] = ["ada", "bob", "cyd"].map((name) => `${name}@northwind.example`);

/** Bob has his region from Sales. */
const SALES: SandboxSeed = {
  workspaces: [
    {
      id: "ws_prod",
      name: "prod",
      definitions: [{ name: "region", data_type: "string" }],
      groups: [
        {
          name: "Sales",
          precedence: 1,
          members: [ada, bob].flatMap((e) => e ?? []),
          values: { region: "west" },
        },
      ],
      members: [ada, bob, cyd].map((email = "") => ({ email, role: "view" })),
    },
  ],
};

/** He gets it from a new group instead. */
const BOARD = desiredState(`workspaces: {prod: {groups: {
  Sales: {values: {region: west}, members: [${ada}]},
  Board: {precedence: 20, values: {region: east}, members: [${bob}, ${cyd}]}}}}`);

/** A service whose reads answer, for so long after each write, as before it: a replica that is late. */
function lagging(seed: SandboxSeed, milliseconds: number) {
  const sandbox = createSandbox({ seed });
  const clock = instantClock();
  const past: { readonly until: number; readonly replica: ReturnType<typeof createSandbox> }[] = [];
  const { url, token } = sandbox;
  const client = createClient({
    baseUrl: url,
    token,
    clock,
    fetch: async (input, init) => {
      const { fetch } = past.find(({ until }) => clock.now() < until)?.replica ?? sandbox;
      if ((init?.method ?? "GET") === "GET") return await fetch(input, init);
      past.push({ until: clock.now() + milliseconds, replica: createSandbox({ seed: sandbox.state() }) });
      return await sandbox.fetch(input, init);
    },
  });
  return { sandbox, client, clock };
}

const endOf = (events: readonly ApplyEvent[]) =>
  events.flatMap((event) => (event.type === "apply_summary" ? [event.outcome] : []));
const problemsIn = (events: readonly ApplyEvent[]) =>
  events.flatMap((event) => (event.type === "diagnostic" ? [event.diagnostic.summary] : []));
const groupsIn = (sandbox: Sandbox) => sandbox.state().workspaces[0]?.groups ?? [];
const apply = async (client: Client, desired = BOARD) =>
  applyAgainst(client, await planAgainst(client, desired));

it("looks again for what it has made before it says that it is gone", async () => {
  const { sandbox, client, clock } = lagging(SALES, 1_500);
  const events = await apply(client);
  expect([endOf(events), problemsIn(events)]).toEqual([["ok"], []]);
  expect(clock.slept.length).toBeGreaterThan(0);
  expect(groupsIn(sandbox)).toMatchObject([
    { name: "Sales", members: [ada] },
    { name: "Board", members: [bob, cyd] },
  ]);
});

it("looks again in a workspace that it has made", async () => {
  const { client } = lagging(SALES, 1_500);
  const file = `workspaces: {lab: {attributes: {region: {data_type: string, label: R}}, groups: {
    All Users: {values: {region: none}}, West: {precedence: 1, values: {region: west}}}}}`;
  expect(endOf(await apply(client, desiredState(file)))).toEqual(["ok"]);
});

it("says in the end what is still not shown, and removes nothing that counts on it", async () => {
  const { sandbox, client, clock } = lagging(SALES, 60_000);
  const events = await apply(client);
  expect(endOf(events)).toEqual(["partial"]);
  expect(problemsIn(events)).toEqual([expect.stringMatching(/^The group Board .* is gone$/)]);
  expect(groupsIn(sandbox)[0]?.members).toEqual([ada, bob]);
  expect(clock.now()).toBeLessThan(30_000);
});

it("makes nothing a second time where the list has come up since the plan was made", async () => {
  const { sandbox, client, clock } = lagging(SALES, 60_000);
  await apply(client);
  const again = await planAgainst(client, BOARD);
  expect(again.resource_changes.map(({ address }) => address)).toContain("prod/groups/Board");
  await clock.sleep(60_000, new AbortController().signal);
  const events = await applyAgainst(client, again);
  const made = events.find((event) => event.type === "apply_complete" && event.kind === "group");
  expect(made).toMatchObject({ adopted: true, already: true });
  expect(groupsIn(sandbox).map(({ name }) => name)).toEqual(["Sales", "Board"]);
});

it("leaves a group of the same name alone that holds somebody else", async () => {
  const { sandbox, client } = lagging(SALES, 0);
  const plan = await planAgainst(client, BOARD);
  const { data } = await client.createGroup({
    workspace_id: "ws_prod",
    body: { name: "Board", user_attribute_precedence: 20 },
  });
  const { data: members } = await client.listMembers({ workspace_id: "ws_prod" });
  const [{ id: user_id = "" } = {}] = members.filter(({ email }) => email === ada);
  await client.addGroupMember({ workspace_id: "ws_prod", group_id: data.id, body: { user_id } });
  const events = await applyAgainst(client, plan);
  expect(endOf(events)).toEqual(["partial"]);
  expect(problemsIn(events)).toEqual([
    "Somebody created it, and put people into it, after orgform read the groups",
  ]);
  expect(groupsIn(sandbox)[1]).toMatchObject({ name: "Board", members: [ada], values: {} });
});
