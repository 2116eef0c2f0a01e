import { describe, expect, it } from "vitest";
import { ApiError } from "../../src/api/call/api-error.js";
import type { SentRequest } from "../../src/api/client-options.js";
import { ENDPOINTS } from "../../src/model/generated/service.js";
import { checkedFetch } from "../support/openapi-check.js";
import { clientOf, openSandbox, rejection } from "./connect.js";
import { instantClock } from "./instant-clock.js";

const prod = { workspace_id: "ws_prod" };
const west = { ...prod, group_id: "grp_west" };

describe("the endpoints", () => {
  it("are all there, as the OpenAPI description has them", async () => {
    const sandbox = await openSandbox();
    const client = clientOf(sandbox, { fetch: checkedFetch() });
    const bob = { ...prod, user_id: "usr_bob" };

    await client.getMe();
    const made = await client.createWorkspace({
      body: { name: "made/~ \u00e9", provision_by_default: true },
    });
    await client.archiveWorkspace({ workspace_id: made.data.id });
    expect((await client.listWorkspaces()).data).toHaveLength(2);
    expect((await client.listWorkspaces({ include_archived: true })).data).toHaveLength(3);

    const group = await client.createGroup({ ...prod, body: { name: "New", user_attribute_precedence: 20 } });
    expect(group.warnings).toHaveLength(1);
    const created = { ...prod, group_id: group.data.id };
    await client.updateGroup({ ...created, body: { name: "Newer" } });
    expect((await client.getGroup(created)).data).toMatchObject({
      name: "Newer",
      user_attribute_precedence: 20,
    });
    await client.addGroupMember({ ...created, body: { user_id: "usr_bob" } });
    expect((await client.listGroupMembers(created)).data.map(({ id }) => id)).toEqual(["usr_bob"]);
    await client.removeGroupMember({ ...created, user_id: "usr_bob" });
    await client.deleteGroup(created);
    expect((await client.listGroups(prod)).data).toHaveLength(3);

    await client.createInvite({ ...prod, body: { email: "new@northwind.example", role: "view" } });
    expect((await client.listInvites(prod)).data).toHaveLength(2);
    expect((await client.listMembers(prod)).data.length).toBeGreaterThan(2);

    const definition = await client.createAttributeDefinition({
      ...prod,
      body: { name: "tier", data_type: "string", label: "Tier" },
    });
    const tier = { ...prod, user_attribute_definition_id: definition.data.id };
    await client.updateAttributeDefinition({ ...tier, body: { label: "Level" } });
    const value = { user_attribute_definition_id: definition.data.id, value: "gold" };
    const onGroup = await client.createGroupValue({ ...west, body: value });
    await client.updateGroupValue({ ...west, user_attribute_id: onGroup.data.id, body: { value: "silver" } });
    expect((await client.listGroupValues(west)).data.map((v) => v.value)).toEqual(["west", "silver"]);
    await client.deleteGroupValue({ ...west, user_attribute_id: onGroup.data.id });
    const onMember = await client.createMemberValue({ ...bob, body: value });
    await client.updateMemberValue({ ...bob, user_attribute_id: onMember.data.id, body: { value: "iron" } });
    expect((await client.listMemberValues(bob)).data.map((v) => v.value)).toContain("iron");
    await client.deleteMemberValue({ ...bob, user_attribute_id: onMember.data.id });
    await client.deleteAttributeDefinition(tier);
    expect((await client.listAttributeDefinitions(prod)).data).toHaveLength(3);

    expect(client.requestCount()).toBe(sandbox.log().length);
    const used = new Set(
      sandbox.log().map(({ method, path }) => `${method} ${path.split("?")[0]?.split("/").length}`),
    );
    const known = new Set(
      Object.values(ENDPOINTS).map(({ method, path }) => `${method} ${path.split("/").length}`),
    );
    expect(used).toEqual(known);
  });

  it("send ids as one segment of the path, and refuse those that would lead elsewhere", async () => {
    const sandbox = await openSandbox();
    const client = clientOf(sandbox);
    await rejection(client.getGroup({ ...prod, group_id: "a/../b?c#d" }));
    expect(sandbox.log().at(-1)?.path).toBe("/workspaces/ws_prod/groups/a%2F..%2Fb%3Fc%23d");
    for (const group_id of ["", ".", ".."]) {
      expect(await rejection(client.deleteGroup({ ...prod, group_id }))).toMatchObject({
        reason: "malformed-response",
        mayHaveHappened: false,
      });
    }
    expect(sandbox.log()).toHaveLength(1);
  });
});

describe("a request that fails", () => {
  it.each([
    "drop",
    "reset",
    "status",
    "html",
    "empty-200",
    "truncate",
    "cut-off",
    "wrong-content-type",
  ] as const)("is repeated after %s while that may pass: GET, PATCH, DELETE", async (kind) => {
    const sandbox = await openSandbox({
      faults: [{ kind, times: 2, when: "after", match: { path: "/workspaces/**" } }],
    });
    const client = clientOf(sandbox);
    expect((await client.listGroups(prod)).data).toHaveLength(3);
    sandbox.clearFaults();
    sandbox.addFaults({ kind, times: 2, when: "after" });
    const renamed = await client.updateGroup({ ...west, body: { name: "West" } });
    expect(renamed.data.name).toBe("West");
    sandbox.clearFaults();
    sandbox.addFaults({ kind, times: 2, when: "after" });
    await client.deleteGroup(west);
    expect((await client.listGroups(prod)).data).toHaveLength(2);
  });

  it.each([408, 500, 502, 503, 504])(
    "is in doubt and not repeated when a POST is answered %i",
    async (status) => {
      const sandbox = await openSandbox({ faults: [{ kind: "status", status, when: "after", times: 1 }] });
      const error = await rejection(
        clientOf(sandbox).createGroup({ ...prod, body: { name: "Twice?", user_attribute_precedence: 7 } }),
      );
      expect(error).toMatchObject({ mayHaveHappened: true, status });
      expect(sandbox.log()).toHaveLength(1);
    },
  );

  it("is in doubt and not repeated when it is a POST that may have run", async () => {
    for (const kind of [
      "drop",
      "reset",
      "status",
      "html",
      "empty-200",
      "truncate",
      "cut-off",
      "wrong-content-type",
    ] as const) {
      const sandbox = await openSandbox({ faults: [{ kind, when: "after", times: 1 }] });
      const error = await rejection(
        clientOf(sandbox).createGroup({ ...prod, body: { name: "Twice?", user_attribute_precedence: 7 } }),
      );
      expect(error, kind).toMatchObject({ mayHaveHappened: true, method: "POST" });
      expect(
        sandbox.log().filter(({ effect }) => effect !== null),
        kind,
      ).toHaveLength(1);
      expect(sandbox.log(), kind).toHaveLength(1);
    }
  });

  it("is repeated as a POST when it surely did not run", async () => {
    const sandbox = await openSandbox({ faults: [{ kind: "status", status: 429, times: 3 }] });
    const made = await clientOf(sandbox).createGroup({
      ...prod,
      body: { name: "Once", user_attribute_precedence: 7 },
    });
    expect(made.data.name).toBe("Once");
    expect(sandbox.log().filter(({ effect }) => effect !== null)).toHaveLength(1);

    await sandbox.close();
    const clock = instantClock();
    const refused = await rejection(clientOf(sandbox, { clock }).createWorkspace({ body: { name: "x" } }));
    expect(refused).toMatchObject({
      reason: "network",
      mayHaveHappened: false,
      cause: { code: "ECONNREFUSED" },
    });
    expect(clock.slept).toHaveLength(5);
  }, 10_000);

  it("stays in doubt when a later attempt fails otherwise", async () => {
    const sandbox = await openSandbox({
      faults: [
        { kind: "drop", times: 1, when: "after" },
        { kind: "status", status: 403 },
      ],
    });
    expect(await rejection(clientOf(sandbox).archiveWorkspace({ workspace_id: "ws_lab" }))).toMatchObject({
      reason: "forbidden",
      mayHaveHappened: true,
    });
  });

  it("as a DELETE of nothing is an error, unless an attempt before may have done it", async () => {
    const sandbox = await openSandbox();
    const client = clientOf(sandbox);
    const gone = { ...prod, group_id: "grp_gone" };
    expect(await rejection(client.deleteGroup(gone))).toMatchObject({
      reason: "not-found",
      mayHaveHappened: false,
    });
    sandbox.addFaults({ kind: "status", status: 429, times: 1 });
    expect(await rejection(client.deleteGroup(gone))).toMatchObject({ reason: "not-found" });
  });

  it("carries what the service said", async () => {
    const sandbox = await openSandbox();
    const error = await rejection(
      clientOf(sandbox).createAttributeDefinition({
        ...prod,
        body: { name: "region", data_type: "string", label: "Region" },
      }),
    );
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ reason: "conflict", status: 409, mayHaveHappened: false });
    expect((error as ApiError).messages[0]).toMatch(/name already/);
  });

  it("gives up in the end, and says why", async () => {
    const sandbox = await openSandbox({ faults: [{ kind: "status", status: 503 }] });
    const clock = instantClock();
    expect(await rejection(clientOf(sandbox, { clock }).getMe())).toMatchObject({
      reason: "unavailable",
      status: 503,
    });
    expect(clock.slept).toEqual([125, 250, 500, 1000, 2000]);
    expect(sandbox.log()).toHaveLength(6);
  });
});

describe("what onRequest sees", () => {
  it("is each request with its end, and nothing secret", async () => {
    const sandbox = await openSandbox({ faults: [{ kind: "drop", times: 1, match: { path: "/me" } }] });
    const seen: SentRequest[] = [];
    const client = clientOf(sandbox, { onRequest: (request) => seen.push(request) });
    await client.getMe();
    await client.createInvite({ ...prod, body: { email: "who@northwind.example" } });
    await rejection(client.deleteGroup({ ...prod, group_id: "grp_gone" }));
    const milliseconds = 0;
    expect(seen).toEqual([
      { method: "GET", path: "/me", attempt: 1, milliseconds, outcome: "network", status: undefined },
      { method: "GET", path: "/me", attempt: 2, milliseconds, outcome: "answered", status: 200 },
      {
        method: "POST",
        path: "/workspaces/ws_prod/invites",
        attempt: 1,
        milliseconds,
        outcome: "answered",
        status: 201,
      },
      {
        method: "DELETE",
        path: "/workspaces/ws_prod/groups/grp_gone",
        attempt: 1,
        milliseconds,
        outcome: "not-found",
        status: 404,
      },
    ]);
    expect(JSON.stringify(seen)).not.toMatch(/org-token|who@/);
  });
});
