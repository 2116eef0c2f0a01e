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

/** A client whose every request is answered with this. */
async function answering(data: unknown, status = 200) {
  let asked = 0;
  const origin = await serve((_, response) => {
    asked += 1;
    response.writeHead(status, json).end(JSON.stringify({ data, meta: { status: "success", warnings: [] } }));
  });
  const client = createClient({ baseUrl: origin, token: "t", clock: instantClock() });
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
    const inherited = await answering([own, { ...value, source_id: "grp_2" }]);
    expect((await inherited.client.listMemberValues(ofAda)).data).toHaveLength(2);
    const invited = await answering({ ...invite, email: "Ada@Northwind.example" });
    const { data } = await invited.client.createInvite({ workspace_id: ws, body: { email: invite.email } });
    expect(data.id).toBe("invite_1");
  });
});

describe("an answer that switches to another protocol", () => {
  it("is none, and does not end the run in silence", async () => {
    const origin = await serve((_, response) => {
      response.socket?.end(
        "HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n",
      );
    });
    const client = createClient({ baseUrl: origin, token: "t", clock: instantClock() });
    expect(await rejection(client.getMe())).toMatchObject({ reason: "network" });
  });
});
