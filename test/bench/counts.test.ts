import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { Session } from "node:inspector";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { orderSafely } from "../../src/access/order/safe-order.js";
import { emptyState } from "../../src/access/values/access-state.js";
import type { AccessWrite } from "../../src/access/values/effect.js";
import { parseConfig } from "../../src/config/config.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { createPlan } from "../support/create-plan.js";
import { inRounds } from "../support/in-rounds.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";
import { orgform } from "../support/run-built.js";
import { reorganization, SHAPES } from "../support/worlds/reorganization.js";

// The bench without its clock: what is counted here is the same on every machine.

const PEOPLE = ["ada", "bob", "cy", "dee"].map((name) => `${name}@northwind.example`);

const SEED: SandboxSeed = {
  organization: { id: "org_northwind", name: "Northwind" },
  users: [{ email: "admin@northwind.example", organization_admin: true }],
  workspaces: [
    {
      name: "prod",
      definitions: [
        { name: "region", data_type: "string", label: "region" },
        { name: "team", data_type: "string", label: "team" },
      ],
      all_users: { values: { region: "no-access" } },
      groups: [
        { name: "West", precedence: 20, members: PEOPLE.slice(0, 2), values: { region: "west" } },
        { name: "East", precedence: 10, members: PEOPLE.slice(1, 3), values: { region: "east" } },
        { name: "Idle", precedence: 5, values: { team: "idle" } },
      ],
      members: PEOPLE.map((email) => ({ email, role: "view" })),
    },
    { name: "other", groups: [{ name: "Unread", precedence: 1, members: PEOPLE }] },
  ],
};

/** By what a file says of `prod`: the requests that planning it takes, beside `/me`, `/workspaces` and its two lists. */
const BUDGETS: readonly (readonly [says: string, yaml: string, requests: readonly string[]])[] = [
  ["nothing", "{}", []],
  ["definitions as they are", "{attributes: {region: {data_type: string}}}", []],
  ["precedences as they are", "{groups: {West: {precedence: 20}, East: {precedence: 10}}}", []],
  [
    "values as they are, of two groups",
    values("West: west", "East: east"),
    ["values of a group", "values of a group"],
  ],
  [
    "members as they are, of a group",
    `{groups: {West: {members: [${PEOPLE.slice(0, 2)}]}}}`,
    ["members", "invites"],
  ],
  [
    "own values as they are, of two people",
    `{members: {${PEOPLE.slice(0, 2).map((email) => `${email}: {values: {}}`)}}}`,
    ["members", "invites", "values of a member", "values of a member"],
  ],
  ["a new label", "{attributes: {region: {data_type: string, label: Sales region}}}", []],
  [
    "a new value of a group without people",
    "{groups: {Idle: {values: {team: busy}}}}",
    ["values of a group"],
  ],
  // Its two people, the other groups that they are in, and what they have of their own.
  [
    "a new value of a group with two people",
    values("West: far west"),
    [
      "values of a group",
      "members",
      "invites",
      "values of a group",
      "values of a group",
      "values of a member",
      "values of a member",
    ],
  ],
];

function values(...groups: readonly string[]): string {
  const entries = groups
    .map((text) => text.split(": "))
    .map(([name, value]) => `${name}: {values: {region: ${value}}}`);
  return `{groups: {${entries.join(", ")}}}`;
}

describe("the requests that the service counts", () => {
  it.each(BUDGETS)("are within the budget for a file that says %s", async (_, says, expected) => {
    const sandbox = await startSandbox({ seed: SEED });
    try {
      await planAgainst(clientOf(sandbox), desiredOf(`prod: ${says}`));
      const paths = sandbox.log().map(({ method, path }) => `${method} ${kindOf(path)}`);
      const all = ["me", "workspaces", "groups", "definitions", ...expected];
      expect(paths.sort()).toEqual(all.map((kind) => `GET ${kind}`).sort());
    } finally {
      await sandbox.close();
    }
  });

  it.each([
    ["nothing", "{}", 3],
    ["members as they are", `{groups: {West: {members: [${PEOPLE.slice(0, 2)}]}}}`, 3],
    [
      "members and values as they are",
      `{groups: {West: {members: [${PEOPLE.slice(0, 2)}], values: {region: west}}}}`,
      4,
    ],
    [
      "values of groups and own values as they are",
      `{members: {${PEOPLE[0]}: {values: {}}}, groups: {West: {values: {region: west}}}}`,
      4,
    ],
    ["a new value of a group with two people", values("West: far west"), 5],
  ])("wait for answers no oftener than they must: a file that says %s", async (_, says, expected) => {
    const sandbox = await startSandbox({ seed: SEED });
    try {
      const { client, rounds } = inRounds(clientOf(sandbox));
      await planAgainst(client, desiredOf(`prod: ${says}`));
      expect(rounds()).toBe(expected);
    } finally {
      await sandbox.close();
    }
  });

  it("are one for each step of an apply, and none besides", async () => {
    const sandbox = await startSandbox({ seed: SEED });
    try {
      const client = clientOf(sandbox);
      const plan = await planAgainst(
        client,
        desiredOf(`prod: ${values("West: far west", "East: far east")}`),
      );
      const read = sandbox.log().length;
      await applyAgainst(client, plan);
      expect(plan.steps).toHaveLength(2);
      expect(
        sandbox
          .log()
          .slice(read)
          .map(({ method }) => method),
      ).toEqual(["PATCH", "PATCH"]);
    } finally {
      await sandbox.close();
    }
  });
});

function desiredOf(workspace: string) {
  const text = `version: 1\norganization: {id: org_northwind}\nworkspaces:\n  ${workspace}\n`;
  const { desired, diagnostics } = parseConfig([{ filename: "orgform.yaml", text }]);
  if (desired === null) throw new Error(JSON.stringify(diagnostics));
  return desired;
}

function kindOf(path: string): string {
  const [, collection = "", , list = collection, , inner] = path.split("/");
  if (inner === "user_attributes") return list === "groups" ? "values of a group" : "values of a member";
  return list === "user_attribute_definitions" ? "definitions" : list;
}

describe("the work of a plan", () => {
  /** How often the engine works out what somebody gets for an attribute, at most, for each person and attribute. */
  const LOOKS = 25;

  it.each(SHAPES)("is so many looks at each person and attribute, few or many: %s", (shape) => {
    for (const members of [60, 240]) {
      const size = { groups: 30, members, attributes: 5 };
      const { desired, live } = reorganization(shape, size);
      const looks = callsOf("outcomeOf", () =>
        createPlan({ desired, options: { orgformVersion: "test" } }, live),
      );
      expect(looks).toBeGreaterThan(0);
      expect(looks / (members * size.attributes)).toBeLessThanOrEqual(LOOKS);
    }
  });

  it("is exactly linear where all values change", () => {
    const looks = [60, 240].map((members) => {
      const { desired, live } = reorganization("all values change", { groups: 30, members, attributes: 5 });
      return callsOf("outcomeOf", () => createPlan({ desired, options: { orgformVersion: "test" } }, live));
    });
    expect(looks[1]).toBe(4 * (looks[0] ?? 0));
  });

  it("is no look at anybody when nothing changes", () => {
    const { live } = reorganization("all values change", { groups: 30, members: 60, attributes: 5 });
    const desired = desiredOf("prod: {attributes: {attribute 0: {data_type: string}}}");
    const same = { ...desired, organization: live.organization };
    expect(
      callsOf("outcomeOf", () => createPlan({ desired: same, options: { orgformVersion: "test" } }, live)),
    ).toBe(0);
  });

  it("copies the world as often for fifty departments that each swap two groups as for five", () => {
    const copies = [5, 50].map((departments) => {
      const { before, writes } = swapsIn(departments);
      return callsOf("cloneState", () => orderSafely(before, writes));
    });
    expect(copies[1]).toBe(copies[0]);
  });
});

/** Departments that share nobody: two groups each, with the same two people in both, that swap their precedences. */
function swapsIn(departments: number) {
  const names = (count: number) => Array.from({ length: count }, (_, i) => String(i));
  const groups = 2 * departments;
  const before = emptyState({
    workspace: "prod",
    groups: names(groups),
    members: names(groups),
    attributes: ["region"],
  });
  const writes: AccessWrite[] = [];
  for (let group = 0; group < groups; group += 1) {
    const other = group ^ 1;
    before.precedence[group] = group + 1;
    before.groupValue[group] = `region ${group}`;
    for (const member of [group, other]) {
      before.membersOf[group]?.add(member);
      before.groupsOf[member]?.push(group);
    }
    writes.push({ effects: [{ on: "precedence", group, precedence: other + 1 }] });
  }
  return { before, writes };
}

/** How often functions of a name are called while something runs, as the engine counts it. */
function callsOf(name: string, run: () => unknown): number {
  const count = startCounting(name);
  run();
  return count();
}

/** Counts the calls of functions of a name from now on; the result ends it and says how many there were. */
function startCounting(name: string): () => number {
  const session = new Session();
  session.connect();
  // The inspector answers before `post` returns.
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });
  return () => countCalls(session, name);
}

function countCalls(session: Session, name: string): number {
  let calls = 0;
  session.post("Profiler.takePreciseCoverage", (error, { result }) => {
    if (error !== null) throw error;
    const functions = result.flatMap((script) => script.functions);
    for (const { functionName, ranges } of functions)
      if (functionName === name) calls += ranges[0]?.count ?? 0;
  });
  session.disconnect();
  return calls;
}

describe("the code that a start loads", () => {
  const dist = fileURLToPath(new URL("../../dist/", import.meta.url));
  it.each([
    ["--version", ["--version"], 2, 3_000],
    ["--help", ["--help"], 6, 128_000],
    ["validate", ["validate"], 8, 580_000],
    ["plan", ["plan", "--sandbox"], 12, 1_120_000],
  ])("is little for %s, and in few files", async (_, args, mostFiles, mostBytes) => {
    const folder = mkdtempSync(join(tmpdir(), "orgform-coverage-"));
    try {
      writeFileSync(join(folder, "orgform.yaml"), "version: 1\norganization: {id: org_northwind}\n");
      const coverage = join(folder, "coverage");
      await orgform(args, { cwd: folder, env: { NODE_V8_COVERAGE: coverage } });
      const reports = readdirSync(coverage).map((name) =>
        JSON.parse(readFileSync(join(coverage, name), "utf8")),
      );
      const urls = reports.flatMap(({ result }) => result.map(({ url }: { url: string }) => url));
      const files = urls.map((url) => (url.startsWith("file:") ? fileURLToPath(url) : url));
      const ours = files.filter((file) => file.startsWith(dist));
      expect(ours).toContain(join(dist, "main.js"));
      const bytes = ours.reduce((sum, file) => sum + statSync(file).size, 0);
      expect(bytes).toBeLessThanOrEqual(mostBytes);
      expect(ours.length).toBeLessThanOrEqual(mostFiles);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it("is nothing of Node's fetch for a plan", async () => {
    const sandbox = await startSandbox({ seed: SEED });
    const folder = mkdtempSync(join(tmpdir(), "orgform-fetch-"));
    try {
      writeFileSync(join(folder, "orgform.yaml"), "version: 1\norganization: {id: org_northwind}\n");
      const tell = "process.on('exit', () => process._rawDebug(process.moduleLoadList.join()))";
      const { stdout, stderr } = await orgform(["plan"], {
        cwd: folder,
        env: {
          ORGFORM_BASE_URL: sandbox.url,
          ORGFORM_TOKEN: sandbox.token,
          NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(tell)}`,
        },
      });
      expect(stdout).toContain("No changes");
      expect(stderr).toContain("_http_client");
      expect(stderr).not.toContain("undici/undici");
    } finally {
      rmSync(folder, { recursive: true, force: true });
      await sandbox.close();
    }
  });
});
