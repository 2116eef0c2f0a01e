import { describe, expect, it } from "vitest";
import { guardsOf } from "../../src/model/plan/finding.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { read } from "../config/people/read.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst, planIn, type TestOptions } from "../support/plan-against.js";

const GROUPS = Array.from({ length: 40 }, (_, i) => ({ name: `G${i}`, precedence: i + 1 }));

const SEED: SandboxSeed = {
  workspaces: [
    {
      name: "prod",
      definitions: [{ name: "region", data_type: "string" }],
      all_users: { values: { region: "west" } },
      groups: GROUPS,
      members: [{ email: "ada@northwind.example", role: "view" }],
    },
  ],
};

/** The plan of an edit, given the rules and workspace of the file as it is and as it was. */
async function planOf(file: string, base: string, options: TestOptions = {}) {
  return await planIn(SEED, file, { base: desiredState(base), ...options });
}

const absent = (many: number) =>
  `workspaces: {prod: {groups: {${GROUPS.slice(0, many)
    .map(({ name }) => `${name}: {state: absent}`)
    .join(", ")}}}}`;

it("`allowed` is a rule of the file, and nothing that the service hears of", async () => {
  const file = (allowed: string) =>
    `workspaces: {prod: {attributes: {region: {data_type: string, label: region, allowed: [${allowed}]}}}}`;
  const plan = await planOf(file("west, east"), file("west"));
  expect([plan.resource_changes, plan.rules_changed]).toEqual([
    [],
    [
      {
        rule: "workspaces.prod.attributes.region.allowed",
        before: null,
        after: "east",
        would_refuse: false,
      },
    ],
  ]);
});

describe("a limit that an edit loosens", () => {
  it("holds as it was, and says so", async () => {
    const loose = "limits: {delete: {count: 39, percent: 100}}\n";
    const plan = await planOf(loose + absent(21), "workspaces: {prod: {}}");
    expect(guardsOf(plan)).toMatchObject([{ name: "delete.group", refused: true, limit: 20, actual: 21 }]);
    expect(guardsOf(plan)[0]?.message).toContain("The limit in the base version applies");
    expect(plan.rules_changed).toEqual([
      { rule: "limits.delete.count", before: 20, after: 39, would_refuse: true },
      { rule: "limits.delete.percent", before: 25, after: 100, would_refuse: true },
    ]);
  });

  it("holds as edited with the next change", async () => {
    const loose = "limits: {delete: {count: 39, percent: 100}}\n";
    const plan = await planOf(loose + absent(21), `${loose}workspaces: {prod: {}}`);
    expect(guardsOf(plan)).toEqual([]);
    expect(plan.rules_changed).toEqual([]);
  });

  it("holds as edited where that is stricter", async () => {
    const plan = await planOf(`limits: {delete: {count: 2}}\n${absent(3)}`, "workspaces: {prod: {}}");
    expect(guardsOf(plan)).toMatchObject([{ name: "delete.group", limit: 2, actual: 3 }]);
    expect(guardsOf(plan)[0]?.message).not.toContain("of the base");
  });
});

describe("a limit or pattern of protect that an edit takes away", () => {
  it("says whether it refuses the plan as it was, allowed or not", async () => {
    const of = async (rules: string, allow: readonly (readonly [string, string])[] = []) => {
      const { rules_changed } = await planOf(absent(2), `${rules}\nworkspaces: {prod: {}}`, { allow });
      return rules_changed.map(({ rule, before, would_refuse }) => [rule, before, would_refuse]);
    };
    expect(await of('protect: ["prod/groups/G1", "prod/groups/G9"]')).toEqual([
      ["protect", "prod/groups/G1", true],
      ["protect", "prod/groups/G9", false],
    ]);
    const limited = [["limits.delete.count", 1, true]];
    expect(await of("limits: {delete: {count: 1}}")).toEqual(limited);
    expect(await of("limits: {delete: {count: 1}}", [["delete.group", "2"]])).toEqual(limited);
    expect(await of("limits: {delete: {count: 2}}")).toEqual([["limits.delete.count", 2, false]]);
  });

  it("says so of access that people would gain", async () => {
    const opened = "workspaces: {prod: {groups: {All Users: {values: {region: all}}}}}";
    const limit = (most: number) => `limits: {access: {widened: ${most}}}\n${opened}`;
    const ruled = async (most: number) => (await planOf(opened, limit(most))).rules_changed;
    expect(await ruled(0)).toMatchObject([{ rule: "limits.access.widened", before: 0, would_refuse: true }]);
    expect(await ruled(99)).toMatchObject([{ would_refuse: false }]);
  });
});

describe("a group that an edit renames", () => {
  const expects = (group: string, value: string) =>
    `expect: [{workspace: "*", attribute: region, never: [${value}], except_groups: [${group}, A]}]\n`;
  const file = (expected: string, groups: string) =>
    `${expected}workspaces: {prod: {groups: {${groups}}, precedence_order: [${groups.split(":")[0]}]}}`;

  it("is told by rules that name it, and by nothing else", async () => {
    const base = file(expects("G1", "east"), "G1: {previously: [Old]}");
    const edited = file(expects("Z", "east"), "Z: {previously: [G1, Old]}");
    const { rules_changed } = await planOf(edited, base);
    expect(rules_changed.map(({ rule, renamed }) => [rule, renamed])).toEqual([
      ["expect", true],
      ["workspaces.prod.precedence_order", true],
      ["workspaces.prod.groups.Z.previously", true],
    ]);
  });

  it("is no value of the same text, and an edit of one key is one change", async () => {
    const base = file(expects("A", "G1"), "G1: {members: []}");
    const { rules_changed } = await planOf(
      file(expects("A", "Z"), "Z: {previously: [G1], members: []}"),
      base,
    );
    const [expectation] = rules_changed;
    expect(expectation).toMatchObject({ before: { never: ["G1"] }, after: { never: ["Z"] } });
    expect(rules_changed.map(({ renamed = false }) => renamed)).toEqual([false, true, true]);
  });

  it("is not renamed where another workspace of a rule keeps the name", async () => {
    const other = "lab: {groups: {G1: {precedence: 1}}}";
    const both = (text: string) => text.replace("workspaces: {", `workspaces: {${other}, `);
    const { rules_changed } = await planOf(
      both(file(expects("Z", "east"), "Z: {previously: [G1]}")),
      both(file(expects("G1", "east"), "G1: {}")),
    );
    expect(rules_changed.find(({ rule }) => rule === "expect")?.renamed).toBeUndefined();
  });
});

describe("an expectation or check that an edit takes away", () => {
  const expects = "expect: [{workspace: prod, attribute: region, never: [all]}]\n";
  const opened =
    "workspaces: {prod: {groups: {All Users: {values: {region: all}}}, members: {ada@northwind.example: {}}}}";

  it("is shown with what it would have refused", async () => {
    const plan = await planOf(opened, expects + opened);
    expect(plan.outcome).toBe("ok");
    expect(plan.rules_changed).toHaveLength(1);
    const [change] = plan.rules_changed;
    expect(change).toMatchObject({ rule: "expect", before: { never: ["all"] }, after: null });
    expect(change?.would_refuse).toBe(true);
  });

  it("refuses nothing more where it holds", async () => {
    const harmless = "workspaces: {prod: {groups: {G0: {precedence: 99}}}}";
    const plan = await planOf(harmless, expects + harmless);
    expect(plan.rules_changed).toMatchObject([{ rule: "expect", would_refuse: false }]);
  });

  it("is shown for a check as well, as far as it is not asked any more", async () => {
    const [strict, lax] = ["checks: {mfa: error}\n", "checks: {mfa: warn}\n"];
    const plan = await planOf(lax + opened, strict + opened);
    const [change, ...rest] = plan.rules_changed;
    expect(rest).toEqual([]);
    expect(change).toMatchObject({ rule: "checks.mfa", before: "error", after: "warn" });
    expect(change?.would_refuse).toBe(true);
    expect((await planOf(strict + opened, lax + opened)).rules_changed[0]?.would_refuse).toBe(false);
  });
});

it("what only stands in another order is no change, and each pattern is one by itself", async () => {
  const of = (patterns: string) => `protect: [${patterns}]\nworkspaces: {prod: {}}`;
  expect((await planOf(of("prod, lab"), of("lab, prod"))).rules_changed).toEqual([]);
  const { rules_changed } = await planOf(of("prod, new"), of("prod, old"));
  expect(rules_changed).toEqual([
    { rule: "protect", before: "old", after: null, would_refuse: false },
    { rule: "protect", before: null, after: "new", would_refuse: false },
  ]);
});

it("names a smaller number of people that the list must have, and what it would have refused", async () => {
  const sandbox = createSandbox({ seed: SEED });
  const config = (atLeast: string, rows: number) => {
    const list = Array.from({ length: rows }, (_, i) => `p${i}@northwind.example\n`).join("");
    return read(`people: {file: p.csv${atLeast}}\nworkspaces: {prod: {}}`, { "p.csv": `email\n${list}` });
  };
  const rulesOf = async (atLeast: string, rows: number) => {
    const [now, base] = [config(atLeast, rows), config(", at_least: 12", 12)];
    if (now.desired === null || base.desired === null) throw new Error("not valid");
    const { desired, written, people } = base;
    const sides = { base: { desired, written, people }, file: now };
    const organization = { ...now.desired.organization, id: "org_northwind" };
    const plan = await planAgainst(clientOf(sandbox), { ...now.desired, organization }, sides);
    return plan.rules_changed;
  };
  const change = { rule: "people.at_least", before: 12, would_refuse: false };
  expect(await rulesOf(", at_least: 12", 12)).toEqual([]);
  expect(await rulesOf(", at_least: 10", 12)).toEqual([{ ...change, after: 10 }]);
  expect(await rulesOf("", 11)).toEqual([{ ...change, after: null, would_refuse: true }]);
});
