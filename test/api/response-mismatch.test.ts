import { describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.js";
import { rejection } from "./connect.js";
import { serve } from "./hostile-server.js";
import { instantClock } from "./instant-clock.js";

const json = { "content-type": "application/json" };
const ws = "ws_1";
const value = {
  id: "ua_1",
  user_attribute_definition_id: "uad_1",
  value: "west",
  data_type: "string",
  name: "region",
  source: "group",
  source_id: "grp_1",
  user_attribute_precedence: 1,
  is_overridden: false,
};
const own = { ...value, source: "user", source_id: "usr_1", user_attribute_precedence: null };
const group = {
  id: "grp_1",
  workspace_id: ws,
  name: "Sales",
  is_all_users: false,
  user_attribute_precedence: 1,
  users: ["usr_1"],
};
const definition = { id: "uad_1", workspace_id: ws, name: "region", data_type: "string", label: "Region" };
const invite = {
  id: "invite_1",
  workspace_id: ws,
  email: "ada@northwind.example",
  role: "view",
  invite_url: "https://northwind.example/i",
  created_date: "2026-01-01",
};

const member = {
  id: "usr_1",
  workspace_id: ws,
  email: "ada@northwind.example",
  first_name: null,
  last_name: null,
  role: "view",
  email_verified: true,
  mfa_enabled: true,
  identity_provider: "none",
  external_user_id: null,
};
const workspace = { id: ws, name: "prod", provision_by_default: false, archived_at: null };
const me = (workspaces: readonly (typeof workspace)[]) => ({
  user_id: "usr_1",
  organization: { id: "org_1", name: "Northwind" },
  workspaces: workspaces.map(({ id, name }) => ({ id, name })),
});

/** A client whose every request is answered with this. */
async function answering(data: unknown, status = 200) {
  let asked = 0;
  const origin = await serve((_, response) => {
    asked += 1;
    response.writeHead(status, json).end(JSON.stringify({ data, meta: { status: "success", warnings: [] } }));
  });
  const client = createClient({ baseUrl: origin, token: "t0ken", clock: instantClock() });
  return { client, asked: () => asked };
}

const inGroup = { workspace_id: ws, group_id: "grp_1" };
const ofAda = { workspace_id: ws, user_id: "usr_1" };

describe("an answer that belongs to another request", () => {
  it("to a question is no answer, and certainly not an empty list", async () => {
    const mismatched: [
      unknown,
      (client: Awaited<ReturnType<typeof answering>>["client"]) => Promise<unknown>,
    ][] = [
      [[{ ...group, workspace_id: "ws_2" }], (c) => c.listGroups({ workspace_id: ws })],
      [[{ ...definition, workspace_id: "ws_2" }], (c) => c.listAttributeDefinitions({ workspace_id: ws })],
      [[{ ...value, source_id: "grp_2" }], (c) => c.listGroupValues(inGroup)],
      [[own], (c) => c.listGroupValues(inGroup)],
      [[{ ...own, source_id: "usr_2" }], (c) => c.listMemberValues(ofAda)],
      [{ ...group, id: "grp_2" }, (c) => c.getGroup(inGroup)],
    ];
    for (const [data, ask] of mismatched) {
      const { client, asked } = await answering(data);
      expect(await rejection(ask(client))).toMatchObject({ reason: "malformed-response" });
      // It may be right the next time.
      expect(asked()).toBeGreaterThan(1);
    }
  });

  it("to a write leaves it in doubt", async () => {
    const mismatched: [
      unknown,
      (client: Awaited<ReturnType<typeof answering>>["client"]) => Promise<unknown>,
    ][] = [
      [{ ...group, users: [] }, (c) => c.addGroupMember({ ...inGroup, body: { user_id: "usr_1" } })],
      [{ ...group, id: "grp_2" }, (c) => c.addGroupMember({ ...inGroup, body: { user_id: "usr_1" } })],
      [
        { ...value, user_attribute_definition_id: "uad_2" },
        (c) =>
          c.createGroupValue({
            ...inGroup,
            body: { user_attribute_definition_id: "uad_1", value: "west" },
          }),
      ],
      [
        { ...value, source_id: "grp_2" },
        (c) =>
          c.createGroupValue({
            ...inGroup,
            body: { user_attribute_definition_id: "uad_1", value: "west" },
          }),
      ],
      [
        { ...invite, email: "bob@northwind.example" },
        (c) => c.createInvite({ workspace_id: ws, body: { email: "ada@northwind.example" } }),
      ],
      [
        { ...value, id: "ua_2" },
        (c) => c.updateGroupValue({ ...inGroup, user_attribute_id: "ua_1", body: { value: "west" } }),
      ],
      [
        { ...definition, id: "uad_2" },
        (c) =>
          c.updateAttributeDefinition({
            workspace_id: ws,
            user_attribute_definition_id: "uad_1",
            body: { label: "Region" },
          }),
      ],
    ];
    for (const [data, ask] of mismatched) {
      const { client } = await answering(data);
      expect(await rejection(ask(client))).toMatchObject({
        reason: "malformed-response",
        mayHaveHappened: true,
      });
    }
  });

  it("is not one that has inherited values, or the address in another case", async () => {
    const inherited = await answering([own, { ...value, id: "ua_2", source_id: "grp_2" }]);
    expect((await inherited.client.listMemberValues(ofAda)).data).toHaveLength(2);
    const invited = await answering({ ...invite, email: "Ada@Northwind.example" });
    const { data } = await invited.client.createInvite({ workspace_id: ws, body: { email: invite.email } });
    expect(data.id).toBe("invite_1");
  });
});

describe("a list with an id twice", () => {
  it.each<[unknown, (client: Awaited<ReturnType<typeof answering>>["client"]) => Promise<unknown>]>([
    [[group, group], (c) => c.listGroups({ workspace_id: ws })],
    [[definition, { ...definition, name: "team" }], (c) => c.listAttributeDefinitions({ workspace_id: ws })],
    [[invite, { ...invite, email: "bob@northwind.example" }], (c) => c.listInvites({ workspace_id: ws })],
    [[member, { ...member, email: "bob@northwind.example" }], (c) => c.listMembers({ workspace_id: ws })],
    [[member, member], (c) => c.listGroupMembers(inGroup)],
    [[value, value], (c) => c.listGroupValues(inGroup)],
    [[own, { ...own, user_attribute_definition_id: "uad_2" }], (c) => c.listMemberValues(ofAda)],
    [[workspace, { ...workspace, name: "dev" }], (c) => c.listWorkspaces()],
    [me([workspace, { ...workspace, name: "dev" }]), (c) => c.getMe()],
  ])("is not one: %#", async (data, ask) => {
    const { client } = await answering(data);
    const error = await rejection(ask(client));
    expect(error).toMatchObject({ reason: "malformed-response" });
    expect(String(error)).toMatch(/was answered with the id \w+ twice/);
  });
});

describe("an answer to a creation", () => {
  const body = { name: "Sales", user_attribute_precedence: 1 };
  /** Answers the creation with a group of this id, and every list with the groups. */
  async function creating(id: string, listed: readonly (typeof group)[]) {
    const origin = await serve(({ method }, response) => {
      const data = method === "POST" ? { ...group, id } : listed;
      response
        .writeHead(method === "POST" ? 201 : 200, json)
        .end(JSON.stringify({ data, meta: { status: "success", warnings: [] } }));
    });
    return createClient({ baseUrl: origin, token: "t0ken", clock: instantClock() });
  }

  it("with the id of something that was listed before is in doubt", async () => {
    const client = await creating("grp_1", [group]);
    await client.listGroups({ workspace_id: ws });
    const error = await rejection(client.createGroup({ workspace_id: ws, body }));
    expect(error).toMatchObject({ reason: "malformed-response", mayHaveHappened: true });
    expect(String(error)).toContain("was answered with the id grp_1, which another one has");
  });

  it("with the id of another creation is in doubt", async () => {
    const client = await creating("grp_1", []);
    await client.createGroup({ workspace_id: ws, body });
    expect(await rejection(client.createGroup({ workspace_id: ws, body }))).toMatchObject({
      reason: "malformed-response",
    });
    // In another workspace it may be another group's.
    const other = rejection(client.createGroup({ workspace_id: "ws_2", body }));
    expect(String(await other)).toContain("something of another workspace");
  });

  it("may come after a list that shows what it made, and memberships are answered with their group", async () => {
    let list = async (): Promise<unknown> => undefined;
    const origin = await serve(async ({ method, url }, response) => {
      const isGroup = method === "POST";
      if (url?.endsWith("/groups") && isGroup) await list();
      response
        .writeHead(isGroup ? 201 : 200, json)
        .end(JSON.stringify({ data: isGroup ? group : [group], meta: { status: "success", warnings: [] } }));
    });
    const client = createClient({ baseUrl: origin, token: "t0ken", clock: instantClock() });
    list = () => client.listGroups({ workspace_id: ws });
    expect((await client.createGroup({ workspace_id: ws, body })).data.id).toBe("grp_1");
    for (let times = 0; times < 2; times += 1)
      await client.addGroupMember({ ...inGroup, body: { user_id: "usr_1" } });
  });
});

describe("an answer that switches to another protocol", () => {
  it("is none, and does not end the run in silence", async () => {
    const origin = await serve((_, response) => {
      response.socket?.end(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      );
    });
    const client = createClient({ baseUrl: origin, token: "t0ken", clock: instantClock() });
    expect(await rejection(client.getMe())).toMatchObject({ reason: "network" });
  });
});
