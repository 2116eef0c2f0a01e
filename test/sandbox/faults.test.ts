import { expect, test } from "vitest";
import type { Fault } from "../../src/sandbox/faults/faults.js";
import type { Sandbox } from "../../src/sandbox/start-sandbox.js";
import { call, withSandbox } from "./call.js";
import { world } from "./world.js";

const groups = "/workspaces/ws_prod/groups";

/** A request that nothing checks: what a fault sends is not described. */
function send(sandbox: Sandbox, method: string, path: string, body?: unknown, init: RequestInit = {}) {
  return fetch(sandbox.url + path, {
    method,
    headers: { authorization: `Bearer ${sandbox.token}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    ...init,
  });
}

const createGroup = (sandbox: Sandbox, init?: RequestInit) =>
  send(sandbox, "POST", groups, { name: "East", user_attribute_precedence: 10 }, init);
const groupCount = (sandbox: Sandbox) => sandbox.state().workspaces[0]?.groups?.length;

/** How often the only fault has struck. */
async function struckIn(sandbox: Sandbox): Promise<number> {
  const response = await fetch(`${sandbox.origin}/_sandbox/faults`);
  const [fault] = (await response.json()) as { readonly struck: number }[];
  return fault?.struck ?? 0;
}

test.each(["drop", "reset", "timeout", "cut-off"] as const)(
  "%s leaves the caller without an answer, before the effect or after it",
  (kind) =>
    withSandbox({ seed: world }, async (sandbox) => {
      const attempt = async (fault: Fault) => {
        sandbox.clearFaults();
        sandbox.addFaults(fault);
        const answered = sandbox.log().length;
        const patience = new AbortController();
        const answer = createGroup(sandbox, { signal: patience.signal }).then((response) => response.text());
        const refused = expect(answer).rejects.toThrow();
        // A caller gives up once the fault has struck, however long that takes on a busy machine.
        if (kind === "timeout") {
          await expect.poll(() => struckIn(sandbox)).toBe(1);
          patience.abort();
        }
        await refused;
        await expect.poll(() => sandbox.log().length).toBe(answered + 1);
      };
      await attempt({ kind, when: "after" });
      expect(groupCount(sandbox)).toBe(3);
      expect(sandbox.log().at(-1)).toMatchObject({ status: null, effect: 2, fault: "fault-1" });
      if (kind === "cut-off") return;
      await attempt({ kind });
      expect(groupCount(sandbox)).toBe(3);
      expect(sandbox.log().at(-1)).toMatchObject({ status: null, effect: null, fault: "fault-2" });
    })(),
);

test(
  "status says what it is told to, also under a success",
  withSandbox({ seed: world }, async (sandbox) => {
    const error_metadata = { accept_at: "https://app.northwind.example/terms" };
    sandbox.addFaults({
      kind: "status",
      status: 200,
      message: "accept them",
      error_code: "TERMS",
      error_metadata,
    });
    const response = await send(sandbox, "GET", "/me");
    expect(response.status).toBe(200);
    const error = { message: "accept them", status_code: 200, error_code: "TERMS", error_metadata };
    expect(await response.json()).toMatchObject({ meta: { status: "error", errors: [error] } });
  }),
);

test(
  "warn adds to the warnings of a success, and to nothing else",
  withSandbox({ seed: world }, async (sandbox) => {
    sandbox.addFaults({ kind: "warn", warnings: ["API v2 will be switched off"] });
    const off = { message: "API v2 will be switched off" };
    for (const _ of [1, 2]) {
      const response = await createGroup(sandbox);
      expect(response.status).toBe(201);
      expect(await response.json()).toMatchObject({ meta: { warnings: expect.arrayContaining([off]) } });
    }
    const gone = await send(sandbox, "GET", "/workspaces/ws_none/groups");
    expect(await gone.json()).toMatchObject({ meta: { status: "error", warnings: [] } });
    const id = sandbox.state().workspaces[0]?.groups?.find(({ name }) => name === "East")?.id ?? "";
    expect((await send(sandbox, "DELETE", `${groups}/${id}`)).status).toBe(204);
  }),
);

test.each([
  [{ kind: "status", status: 502 }, 502, "application/json", /"status_code":502/],
  [{ kind: "status", status: 500, body: "<h1>oops</h1>" }, 500, "text/html", /^<h1>oops/],
  [{ kind: "html" }, 200, "text/html", /<html>/],
  [{ kind: "empty-200" }, 200, "application/json", /^$/],
] as const)("%j answers with something else, before the effect or after it", (fault, status, type, body) =>
  withSandbox({ seed: world }, async (sandbox) => {
    sandbox.addFaults({ ...fault, times: 1 }, { ...fault, when: "after" });
    for (const count of [2, 3]) {
      const response = await createGroup(sandbox);
      expect(response.status).toBe(status);
      expect(response.headers.get("content-type")).toContain(type);
      expect(await response.text()).toMatch(body);
      expect(groupCount(sandbox)).toBe(count);
    }
  })(),
);

test(
  "a 429 can say when to come back",
  withSandbox({ seed: world }, async (sandbox) => {
    sandbox.addFaults({ kind: "status", status: 429, headers: { "x-ratelimit-reset": "3" }, times: 1 });
    const response = await send(sandbox, "GET", "/me");
    expect([response.status, response.headers.get("x-ratelimit-reset")]).toEqual([429, "3"]);
    expect((await send(sandbox, "GET", "/me")).status).toBe(200);
  }),
);

test(
  "truncate sends a whole message with half the JSON",
  withSandbox({ seed: world }, async (sandbox) => {
    sandbox.addFaults({ kind: "truncate" });
    const text = await (await createGroup(sandbox)).text();
    expect(text).toMatch(/^\{"data":/);
    expect(() => JSON.parse(text)).toThrow();
    expect(groupCount(sandbox)).toBe(3);
  }),
);

test(
  "wrong-content-type and merge change a true answer",
  withSandbox({ seed: world }, async (sandbox) => {
    const merge = { meta: { next: "page-2" }, data: { user_id: "usr_other" } };
    sandbox.addFaults(
      { kind: "wrong-content-type", times: 1 },
      { kind: "merge", merge, headers: { link: "<x>" } },
    );
    const plain = await send(sandbox, "GET", "/me");
    expect(plain.headers.get("content-type")).toBe("text/plain");
    const merged = await send(sandbox, "GET", "/me");
    expect(merged.headers.get("link")).toBe("<x>");
    const answer = (await plain.json()) as { data: object; meta: object };
    expect(await merged.json()).toEqual({
      data: { ...answer.data, ...merge.data },
      meta: { ...answer.meta, next: "page-2" },
    });
  }),
);

test(
  "a stale read shows what it showed before, and leaves the world as it is",
  withSandbox({ seed: world }, async (sandbox) => {
    const names = async () =>
      (await call(sandbox, "GET", groups)).data.map((group: { name: string }) => group.name);
    await createGroup(sandbox);
    // Something else changes in between: it is not what this read is behind with.
    await call(sandbox, "POST", "/workspaces", { name: "other" });
    const state = sandbox.state();
    sandbox.addFaults({ kind: "stale-read", match: { path: groups }, times: 1 });
    expect(await names()).toEqual(["All Users", "Sales West", "Executives"]);
    expect(sandbox.state()).toEqual(state);
    expect(await names()).toEqual(["All Users", "Sales West", "Executives", "East"]);
  }),
);

test(
  "slow lets others pass, before its effect or after it",
  withSandbox({ seed: world }, async (sandbox) => {
    for (const [when, count] of [
      ["before", 2],
      ["after", 3],
    ] as const) {
      sandbox.clearFaults();
      sandbox.addFaults({ kind: "slow", ms: 600_000, when, match: { method: "POST" } });
      const patience = new AbortController();
      const slow = expect(createGroup(sandbox, { signal: patience.signal })).rejects.toThrow();
      await expect.poll(() => struckIn(sandbox)).toBe(1);
      await call(sandbox, "GET", "/me");
      expect(groupCount(sandbox)).toBe(count);
      expect(sandbox.log().map(({ status }) => status)).toContain(null);
      patience.abort();
      await slow;
    }
  }),
);

test.each(["before", "after"] as const)(
  "slow goes on as usual when its time is over, %s its effect",
  (when) =>
    withSandbox({ seed: world }, async (sandbox) => {
      sandbox.addFaults({ kind: "slow", ms: 40, when });
      const begun = performance.now();
      expect((await createGroup(sandbox)).status).toBe(201);
      expect(performance.now() - begun).toBeGreaterThan(35);
      expect(groupCount(sandbox)).toBe(3);
    })(),
);

test(
  "endless goes on until the caller hangs up",
  withSandbox({ seed: world }, async (sandbox) => {
    sandbox.addFaults({ kind: "endless" });
    const response = await send(sandbox, "GET", "/me");
    let received = 0;
    for await (const chunk of response.body ?? []) {
      received += chunk.length;
      if (received > 1_000_000) break;
    }
    expect(received).toBeGreaterThan(1_000_000);
  }),
);

test(
  "redirects lead in a circle, or to another origin",
  withSandbox({ seed: world }, async (sandbox) => {
    sandbox.addFaults({ kind: "redirect-loop", times: 1 }, { kind: "redirect-elsewhere" });
    await expect(send(sandbox, "GET", "/me")).rejects.toMatchObject({
      cause: { message: "redirect count exceeded" },
    });
    const away = await send(sandbox, "GET", "/me", undefined, { redirect: "manual" });
    expect(away.status).toBe(307);
    expect(new URL(away.headers.get("location") ?? "").hostname).toBe("localhost");
  }),
);

test(
  "a fault strikes the requests it matches and no others",
  withSandbox({ seed: world }, async (sandbox) => {
    const struck = async (fault: Omit<Fault, "kind">, requests: [string, string][]) => {
      sandbox.clearFaults();
      sandbox.addFaults({ kind: "status", status: 503, ...fault });
      const statuses: boolean[] = [];
      for (const [method, path] of requests)
        statuses.push((await send(sandbox, method, path)).status === 503);
      return statuses;
    };
    const paths: [string, string][] = [
      ["GET", "/me"],
      ["GET", groups],
      ["GET", `${groups}/grp_west`],
      ["DELETE", `${groups}/grp_west/members/usr_ada`],
    ];
    expect(await struck({}, paths)).toEqual([true, true, true, true]);
    expect(await struck({ match: { method: "DELETE" } }, paths)).toEqual([false, false, false, true]);
    expect(await struck({ match: { path: "/workspaces/*/groups" } }, paths)).toEqual([
      false,
      true,
      false,
      false,
    ]);
    expect(await struck({ match: { path: "/workspaces/**" } }, paths)).toEqual([false, true, true, true]);
    const same = Array.from({ length: 5 }, (): [string, string] => ["GET", "/me"]);
    expect(await struck({ match: { nth: 2 } }, same)).toEqual([false, true, false, false, false]);
    expect(await struck({ match: { nth: 2 }, times: 2 }, same)).toEqual([false, true, true, false, false]);
    expect(await struck({ times: 3 }, same)).toEqual([true, true, true, false, false]);
  }),
);

test(
  "dice fall the same way for the same seed",
  withSandbox({ seed: world }, async (sandbox) => {
    const run = async (seed: number) => {
      sandbox.clearFaults();
      sandbox.addFaults({
        kind: ["status", "empty-200", "html"],
        when: "either",
        match: { method: "POST", probability: 0.5, seed },
      });
      const results: string[] = [];
      for (let i = 0; i < 20; i += 1) {
        const before = groupCount(sandbox);
        const { status, headers } = await createGroup(sandbox);
        results.push(`${status} ${headers.get("content-type")} ${groupCount(sandbox) !== before}`);
      }
      return results;
    };
    const results = await run(7);
    expect(await run(7)).toEqual(results);
    expect(await run(8)).not.toEqual(results);
    expect(results).toContain("503 application/json true");
    expect(results).toContain("503 application/json false");
    expect(new Set(results.map((result) => result.split(" ")[1])).size).toBe(2);
  }),
);

test(
  "faults are set, counted and cleared over HTTP",
  withSandbox({ seed: world, faults: [{ kind: "html", match: { path: "/nowhere" } }] }, async (sandbox) => {
    const at = `${sandbox.origin}/_sandbox/faults`;
    const fault: Fault = { id: "storm", kind: "status", status: 429, match: { method: ["GET", "POST"] } };
    expect((await fetch(at, { method: "POST", body: JSON.stringify(fault) })).status).toBe(201);
    expect((await fetch(at, { method: "POST", body: '{"kind":"rain"}' })).status).toBe(400);
    expect((await send(sandbox, "GET", "/me")).status).toBe(429);
    expect(sandbox.log()).toMatchObject([{ fault: "storm", status: 429 }]);
    expect(await (await fetch(at)).json()).toMatchObject([
      { fault: { id: "fault-1" }, matched: 0, struck: 0 },
      { fault, matched: 1, struck: 1 },
    ]);
    await fetch(at, { method: "DELETE" });
    expect((await send(sandbox, "GET", "/me")).status).toBe(200);
  }),
);
