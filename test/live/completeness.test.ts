import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createClient } from "../../src/api/client.js";
import { workspacesNamed } from "../../src/commands/session/read-live.js";
import { everythingNeeded } from "../../src/live/everything-needed.js";
import { readLiveState } from "../../src/live/read-live-state.js";
import { type Fault, faultKinds, type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { groupBy } from "../../src/util/collections.js";
import { instantClock } from "../api/instant-clock.js";
import { world } from "../sandbox/world.js";

type LiveRead = Awaited<ReturnType<typeof readLiveState>>;

let sandbox: Sandbox;
let truth: unknown;
let requests: readonly string[];

function readAll(
  options: { concurrency?: number; timeoutMs?: number } = {},
  service = sandbox,
): Promise<LiveRead> {
  const client = createClient({
    baseUrl: service.url,
    token: service.token,
    clock: instantClock(),
    // A slow machine must not look like a timeout, which would be asked again.
    timeoutMs: 30_000,
    ...options,
  });
  return readLiveState(client, {
    organizationId: "org_northwind",
    selection: workspacesNamed(undefined),
    needs: everythingNeeded,
  });
}

/** Reads under faults: the whole truth, or why not; gives which of the two. */
async function readUnder(
  faults: readonly Fault[],
  options: { timeoutMs?: number } = {},
): Promise<"truth" | "failure"> {
  sandbox.clearFaults();
  sandbox.addFaults(...faults);
  const result = await readAll(options);
  if (!("live" in result)) {
    expect(result.diagnostics.length).toBeGreaterThan(0);
    return "failure";
  }
  expect({ ...result.live, requests: 0 }).toEqual(truth);
  return "truth";
}

/** Of the requests that differ in ids only, the first and the last. */
function endsOfLists(paths: readonly string[]): readonly string[] {
  const lists = groupBy(paths, (path) => path.replace(/(ws|grp|usr)_\w+/g, ""));
  return [...lists.values()].flatMap((list) =>
    [...new Set([list[0], list.at(-1)])].flatMap((path) => path ?? []),
  );
}

beforeAll(async () => {
  sandbox = await startSandbox({ seed: world });
  const result = await readAll();
  if (!("live" in result)) throw new Error("the world cannot be read");
  truth = { ...result.live, requests: 0 };
  requests = endsOfLists(sandbox.log().map(({ path }) => path));
});
afterAll(() => sandbox.close());

describe("no failure is read as if nothing were there", () => {
  const passing = [
    "drop",
    "reset",
    "truncate",
    "cut-off",
    "html",
    "empty-200",
    "wrong-content-type",
    "status",
  ] as const;

  it.each(passing)(
    "%s at any request: the whole truth when it passes, an error when it stays",
    async (kind) => {
      for (const path of requests) {
        expect(await readUnder([{ kind, match: { path }, times: 1 }]), path).toBe("truth");
        expect(await readUnder([{ kind, match: { path } }]), path).toBe("failure");
      }
    },
  );

  it.each([
    ["a refusal", { kind: "status", status: 400 }],
    ["a lost permission", { kind: "status", status: 403 }],
    ["something that is gone", { kind: "status", status: 404 }],
    ["a token that was revoked", { kind: "status", status: 401 }],
    ["a redirect in a circle", { kind: "redirect-loop" }],
    ["a redirect to another place", { kind: "redirect-elsewhere" }],
    ["more pages", { kind: "merge", merge: { meta: { has_more: true } } }],
    ["a next page", { kind: "merge", merge: { next: "/page/2" } }],
    ["a total beyond its rows", { kind: "merge", merge: { meta: { total: 10_000 } } }],
    ["a Link header", { kind: "stale-read", headers: { link: '</page/2>; rel="next"' } }],
    ["data of another form", { kind: "merge", merge: { data: "all of it" } }],
    ["null for data", { kind: "merge", merge: { data: null } }],
    ["a success that says error", { kind: "merge", merge: { meta: { status: "error" } } }],
  ] as const)("%s at any request ends the reading", async (_, fault) => {
    for (const path of requests) {
      expect(await readUnder([{ ...fault, match: { path } }]), path).toBe("failure");
    }
  });

  it.each(["/me", "/workspaces", "/workspaces/*/groups", "/workspaces/*/members"])(
    "an empty list at %s that cannot be true ends the reading",
    async (path) => {
      const merge = path === "/me" ? { data: { workspaces: [], user_id: null } } : { data: [] };
      expect(await readUnder([{ kind: "merge", merge, match: { path } }])).toBe("failure");
    },
  );

  it("holds under any schedule of faults", async () => {
    const outcomes = { truth: 0, failure: 0 };
    const fault = fc.record({
      kind: fc.constantFrom(...faultKinds.filter((kind) => kind !== "merge" && kind !== "warn")),
      when: fc.constantFrom("before" as const, "after" as const),
      times: fc.integer({ min: 1, max: 7 }),
      status: fc.constantFrom(408, 429, 500, 502, 503),
      ms: fc.constant(5),
      match: fc.record({
        nth: fc.integer({ min: 1, max: 20 }),
        probability: fc.constantFrom(0.3, 1),
        seed: fc.integer(),
      }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 4 }), async (faults) => {
        outcomes[await readUnder(faults, { timeoutMs: 60 })] += 1;
      }),
      { numRuns: 15 },
    );
    expect(outcomes.truth).toBeGreaterThan(0);
    expect(outcomes.failure).toBeGreaterThan(0);
  });

  it("stops asking after the first failure", async () => {
    // One that nobody else has asked: what they sent before they gave up may still be arriving.
    const fresh = await startSandbox({ seed: world });
    fresh.addFaults({ kind: "status", status: 403, match: { path: "/workspaces/ws_prod/groups" } });
    expect(await readAll({ concurrency: 1 }, fresh)).toHaveProperty("diagnostics");
    await new Promise((resolve) => setTimeout(resolve, 50));
    // The next in the queue may have been on its way already.
    expect(fresh.log().length).toBeLessThanOrEqual(4);
    await fresh.close();
  });
});
