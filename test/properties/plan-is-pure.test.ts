import fc from "fast-check";
import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import type { DesiredState } from "../../src/model/state/desired-state.js";
import { planJson } from "../../src/report/plan/plan-json.js";
import { jsonText } from "../../src/report/words/json-text.js";
import { createSandbox, type SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { runsOf } from "../support/runs.js";
import { type PlainWorld, plainWorlds, seedOf } from "../support/worlds/plain-world.js";

const SAMPLES = fc.sample(fc.tuple(plainWorlds, plainWorlds, fc.nat()), { numRuns: runsOf(12), seed: 7 });

it("gives the same bytes whatever the order of keys in the file and of rows in the answers", async () => {
  for (const [from, to, salt] of SAMPLES) {
    const texts = [];
    for (const seed of [0, salt, salt + 1]) {
      const sandbox = createSandbox({ seed: shuffled(seedOf(from), seed) });
      const plan = await planAgainst(clientOf(sandbox), fileOf(to, seed));
      texts.push(jsonText(planJson(plan)));
    }
    expect(texts[1]).toBe(texts[0]);
    expect(texts[2]).toBe(texts[0]);
  }
});

it("plans with GETs only, and applies with exactly the writes that the plan counts, and four looks at most", async () => {
  for (const [from, to] of SAMPLES) {
    const sandbox = createSandbox({ seed: seedOf(from) });
    const client = clientOf(sandbox);
    const plan = await planAgainst(client, fileOf(to, 0));
    const reads = sandbox.log().map(({ method }) => method);
    expect(new Set(reads)).toEqual(new Set(["GET"]));
    expect(plan.reads.requests).toBe(reads.length);
    await applyAgainst(client, plan);
    const writes = sandbox.log().slice(reads.length);
    const count = (method: string) => writes.filter((entry) => entry.method === method).length;
    expect([count("POST"), count("PATCH"), count("DELETE")]).toEqual([
      plan.summary.create,
      plan.summary.update,
      plan.summary.delete,
    ]);
    // Nothing is created that could be there twice: the looks are those at what removals count on, before and after.
    expect(count("GET")).toBeLessThanOrEqual(plan.summary.delete === 0 ? 0 : 4);
  }
});

/** The world as the text of a file with its keys in some order; JSON is YAML. */
function fileOf(world: PlainWorld, salt: number): DesiredState {
  const file = {
    version: 1,
    organization: { id: "org_northwind", name: "Northwind" },
    workspaces: {
      prod: {
        attributes: Object.fromEntries(
          ["region", "team", "tier"].map((name) => [name, { data_type: "string" }]),
        ),
        groups: Object.fromEntries([
          ["All Users", { values: world.allUsers }],
          ...world.groups.map(({ name, ...group }) => [name, group]),
        ]),
        members: Object.fromEntries(world.people.map(({ email, values }) => [email, { values }])),
      },
    },
  };
  const { desired, diagnostics } = parseConfig([
    { filename: "f.yaml", text: JSON.stringify(shuffled(file, salt)) },
  ]);
  if (desired === null) throw new Error(JSON.stringify(diagnostics));
  return desired;
}

/** The same value with the keys of its maps and the order of its lists mixed; salt 0 mixes nothing. */
function shuffled<T extends SandboxSeed | object>(value: T, salt: number): T {
  if (salt === 0) return value;
  const mix = (text: string): number =>
    [...text].reduce((n, c) => (n * 31 + c.charCodeAt(0)) % 9973, salt % 9973);
  const visit = (inner: unknown): unknown => {
    if (Array.isArray(inner)) {
      return inner.map(visit).sort((a, b) => mix(JSON.stringify(a)) - mix(JSON.stringify(b)));
    }
    if (inner === null || typeof inner !== "object") return inner;
    const entries = Object.entries(inner).map(([key, item]) => [key, visit(item)] as const);
    return Object.fromEntries(entries.sort(([a], [b]) => mix(a) - mix(b)));
  };
  return visit(value) as T;
}
