import { expect, test } from "vitest";
import { endpoints } from "../../src/sandbox/server/app.js";
import { description } from "../support/openapi-check.js";
import { call, withSandbox } from "./call.js";
import { world } from "./world.js";

test("the endpoints are those of the description, all 27 of them", () => {
  const described = Object.entries(description.paths).flatMap(([path, item]) =>
    ["get", "post", "patch", "delete"]
      .filter((verb) => verb in item)
      .map((verb) => `${verb.toUpperCase()} ${path}`),
  );
  expect(endpoints.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(described.sort());
  expect(endpoints).toHaveLength(27);
});

test(
  "a known path with another verb is 405, any other path 404",
  withSandbox({ seed: world }, async (sandbox) => {
    for (const path of new Set(endpoints.map((endpoint) => endpoint.path))) {
      expect((await call(sandbox, "PUT", path.replace("{workspace_id}", "ws_prod"))).status).toBe(405);
    }
    expect((await call(sandbox, "PATCH", "/workspaces/ws_prod")).status).toBe(405);
    expect((await call(sandbox, "GET", "/workspaces/ws_prod/nothing")).status).toBe(404);
  }),
);

test(
  "a body of another shape is 422 with one error for each field, and changes nothing",
  withSandbox({ seed: world }, async (sandbox) => {
    const before = sandbox.state();
    const groups = "/workspaces/ws_prod/groups";
    const answer = await call(sandbox, "POST", groups, { name: 1 });
    expect(answer.status).toBe(422);
    expect(answer.errors.map((error) => error.message)).toEqual([
      "body.name: must be a string",
      "body.user_attribute_precedence: is required",
    ]);
    const misshapen: [string, string, unknown][] = [
      ["POST", groups, []],
      ["POST", groups, null],
      ["POST", groups, { name: "a", user_attribute_precedence: 0 }],
      ["POST", groups, { name: "a", user_attribute_precedence: 1.5 }],
      ["POST", groups, { name: "a", user_attribute_precedence: "1" }],
      ["PATCH", `${groups}/grp_west`, { user_attribute_precedence: -1 }],
      ["POST", "/workspaces", { name: "a", provision_by_default: "yes" }],
      ["POST", `${groups}/grp_west/members`, {}],
      [
        "POST",
        "/workspaces/ws_prod/user_attribute_definitions",
        { name: "a", label: "A", data_type: "boolean" },
      ],
      ["PATCH", "/workspaces/ws_prod/user_attribute_definitions/uad_region", { name: "other" }],
      ["POST", `${groups}/grp_west/user_attributes`, { user_attribute_definition_id: "uad_quota", value: 1 }],
      ["POST", "/workspaces/ws_prod/invites", { email: "nobody" }],
      ["POST", "/workspaces/ws_prod/invites", { email: "a@b.example", role: "king" }],
    ];
    for (const [method, path, body] of misshapen) {
      expect((await call(sandbox, method, path, body)).status, `${method} ${path}`).toBe(422);
    }
    expect(sandbox.state()).toEqual(before);
  }),
);

test(
  "text that is no JSON, or is not sent as JSON, is 422",
  withSandbox({ seed: world }, async (sandbox) => {
    const send = (type: string, body: string) =>
      fetch(`${sandbox.url}/workspaces`, {
        method: "POST",
        headers: { authorization: `Bearer ${sandbox.token}`, "content-type": type },
        body,
      });
    expect((await send("application/json", '{"name":')).status).toBe(422);
    expect((await send("text/plain", '{"name":"a"}')).status).toBe(422);
    expect((await send("application/json; charset=utf-8", '{"name":"a"}')).status).toBe(201);
  }),
);

test(
  "each token has its own window for each endpoint, told in headers and closed with 429",
  withSandbox({ seed: world, now: () => new Date(clock) }, async (sandbox) => {
    const settings = { rate_limit: { limit: 2, window_seconds: 30 } };
    await fetch(`${sandbox.origin}/_sandbox/settings`, { method: "POST", body: JSON.stringify(settings) });
    const me = async (token = sandbox.token) => {
      const { status, headers } = await call(sandbox, "GET", "/me", undefined, token);
      return [status, ...["limit", "remaining", "reset"].map((name) => headers.get(`x-ratelimit-${name}`))];
    };
    expect(await me()).toEqual([200, "2", "1", "30"]);
    clock += 12_500;
    expect(await me()).toEqual([200, "2", "0", "18"]);
    expect(await me()).toEqual([429, "2", "0", "18"]);
    expect(await me("admin-token")).toEqual([200, "2", "1", "30"]);
    expect((await call(sandbox, "GET", "/workspaces")).status).toBe(200);
    clock += 17_500;
    expect(await me()).toEqual([200, "2", "1", "30"]);
    // A new limit begins a new window.
    const shorter = { rate_limit: { limit: 3, window_seconds: 2 } };
    await fetch(`${sandbox.origin}/_sandbox/settings`, { method: "POST", body: JSON.stringify(shorter) });
    expect(await me()).toEqual([200, "3", "2", "2"]);
    clock += 2_000;
    expect(await me()).toEqual([200, "3", "2", "2"]);
  }),
);
let clock = Date.UTC(2026, 0, 1);

test(
  "the log shows every request with its effect, and no token",
  withSandbox({ seed: world }, async (sandbox) => {
    await call(sandbox, "GET", "/workspaces?include_archived=true");
    await call(sandbox, "POST", "/workspaces", { name: "new" });
    await call(sandbox, "GET", "/me", undefined, "guess");
    await call(sandbox, "DELETE", "/workspaces/ws_lab");
    expect(await (await fetch(`${sandbox.origin}/_sandbox/log`)).json()).toEqual([
      {
        seq: 1,
        method: "GET",
        path: "/workspaces?include_archived=true",
        caller: "usr_nora",
        status: 200,
        effect: null,
        fault: null,
      },
      {
        seq: 2,
        method: "POST",
        path: "/workspaces",
        caller: "usr_nora",
        body: { name: "new" },
        status: 201,
        effect: 2,
        fault: null,
      },
      { seq: 3, method: "GET", path: "/me", caller: null, status: 401, effect: null, fault: null },
      {
        seq: 4,
        method: "DELETE",
        path: "/workspaces/ws_lab",
        caller: "usr_nora",
        status: 204,
        effect: 3,
        fault: null,
      },
    ]);
    await fetch(`${sandbox.origin}/_sandbox/log`, { method: "DELETE" });
    expect(sandbox.log()).toEqual([]);
  }),
);
