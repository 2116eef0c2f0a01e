import { expect, it } from "vitest";
import { guardsOf } from "../../src/model/plan/finding.js";
import { createSandbox, type SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst, type TestOptions } from "../support/plan-against.js";

const ADA = "ada@northwind.example";

/** Gives Ada West and Board, and a team of her own. */
const fileOf = ({ groups = ["West", "Board"], team = "a", west = "West" } = {}) =>
  desiredState(`
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}, team: {data_type: string, deny: none}}
    groups:
      ${west}: {${west === "West" ? "" : "previously: [West], "}precedence: 10, values: {region: west}, members: [${groups.includes("West") ? ADA : ""}]}
      Board: {precedence: 20, values: {region: "west,east"}, members: [${groups.includes("Board") ? ADA : ""}]}
    members: {${ADA}: {values: {${team === "" ? "" : `team: ${team}`}}}}
`);

const WAITS = {
  workspace: "prod",
  member: ADA,
  groups: ["Board", "West"],
  values: [{ attribute: "team", value: "a" }],
};

interface Live {
  /** A group or attribute that somebody has deleted. */
  readonly gone?: string;
  readonly groups?: readonly string[];
  readonly others?: readonly string[];
  readonly values?: Readonly<Record<string, string>>;
}

/** Plans for an organization of which Ada is a member, and in these groups. */
async function planFor(
  file: ReturnType<typeof fileOf>,
  options: TestOptions = {},
  { groups = [], others = [], values = {}, gone }: Live = {},
) {
  const inGroup = (name: string) => (groups.includes(name) ? [ADA] : []);
  const seed: SandboxSeed = {
    workspaces: [
      {
        name: "prod",
        definitions: ["region", "team"]
          .filter((name) => name !== gone)
          .map((name) => ({ name, data_type: "string" as const })),
        groups: [
          { name: "West", precedence: 10, values: { region: "west" }, members: inGroup("West") },
          { name: "Board", precedence: 20, values: { region: "west,east" }, members: inGroup("Board") },
          ...others.map((name, i) => ({ name, precedence: 30 + i, members: [ADA] })),
        ].filter(({ name }) => name !== gone),
        members: [{ email: ADA, role: "explore", values }],
      },
    ],
  };
  const sandbox = createSandbox({ seed });
  const plan = await planAgainst(clientOf(sandbox), file, options);
  const ofAda = sandbox.log().filter(({ path }) => /\/members\/[^/]+\/user_attributes/.test(path));
  return { ...plan, reads: ofAda.length };
}

it("is a member to whom the base gives the same, and who has nothing of it, at one request each", async () => {
  const { has_joined, reads, resource_changes } = await planFor(fileOf(), { base: fileOf() });
  expect(has_joined).toEqual([WAITS]);
  expect(reads).toBe(1);
  expect(resource_changes.map(({ origin }) => origin)).toEqual(["drift", "drift", "drift"]);
  const renamed = await planFor(fileOf({ west: "Western" }), { base: fileOf() });
  expect(renamed.has_joined).toEqual([{ ...WAITS, groups: ["Board", "Western"] }]);
  // What somebody was given by hand beside it is somebody's hand, and no part of it.
  const beside = await planFor(fileOf(), { base: fileOf() }, { others: ["Other"] });
  expect(beside.has_joined).toEqual([WAITS]);
});

it("is nobody whom a hand has put into a group with values of its own: a night would undo that", async () => {
  const suspended = { name: "Suspended", precedence: 5, values: { region: "none" }, members: [ADA] };
  const seed: SandboxSeed = {
    workspaces: [
      {
        name: "prod",
        definitions: ["region", "team"].map((name) => ({ name, data_type: "string" as const })),
        groups: [
          { name: "West", precedence: 10, values: { region: "west" } },
          { name: "Board", precedence: 20, values: { region: "west,east" } },
          suspended,
        ],
        members: [{ email: ADA, role: "explore" }],
      },
    ],
  };
  const plan = await planAgainst(clientOf(createSandbox({ seed })), fileOf(), { base: fileOf() });
  expect(plan.has_joined ?? []).toEqual([]);
  expect(plan.people.map(({ verdict }) => verdict)).toEqual(["moved"]);
});

it.each<[string, Live]>([
  ["is in one of the groups", { groups: ["West"] }],
  ["has the value", { values: { team: "a" } }],
  ["has another value of the attribute, which somebody has set", { values: { team: "b" } }],
  ["has everything", { groups: ["West", "Board"], values: { team: "a" } }],
])("is nobody who %s", async (_, live) => {
  expect((await planFor(fileOf(), { base: fileOf() }, live)).has_joined).toBeUndefined();
  expect((await planFor(fileOf(), {}, live)).has_nothing_yet).toBeUndefined();
});

it.each(["Board", "team"])("is nobody who waits for %s to be made again, which was deleted", async (gone) => {
  const { has_joined, findings } = await planFor(
    fileOf(),
    { base: fileOf(), failOn: ["drift"] },
    { groups: gone === "team" ? ["West", "Board"] : [], values: gone === "team" ? {} : { team: "a" }, gone },
  );
  expect(has_joined).toBeUndefined();
  expect(findings).toContainEqual(expect.objectContaining({ code: "fail-on" }));
});

it.each([
  ["one group less", { groups: ["West"] }],
  ["another group less", { groups: ["Board"] }],
  ["another value", { team: "b" }],
  ["no value", { team: "" }],
  ["nothing", { groups: [], team: "" }],
])("is nobody to whom the base gives %s, nor does the file then", async (_, other) => {
  expect((await planFor(fileOf(), { base: fileOf(other) })).has_joined).toBeUndefined();
  expect((await planFor(fileOf(other), { base: fileOf() })).has_joined).toBeUndefined();
  expect((await planFor(fileOf(), { base: desiredState("workspaces: {}") })).has_joined).toBeUndefined();
});

it("is told without a base as well, and counted as ever in guards, outcome and digest", async () => {
  const plain = await planFor(fileOf());
  expect([plain.has_joined, plain.has_nothing_yet]).toEqual([undefined, [WAITS]]);
  const drift = await planFor(fileOf(), { base: fileOf(), purpose: "drift" });
  expect(drift.outcome).toBe("differences");
  expect(drift.plan_digest).toBe(plain.plan_digest);
  expect(drift.summary.access).toEqual(plain.summary.access);
});

it("is all that --fail-on drift lets pass beside this edit, and nothing without a base", async () => {
  const failOn = ["drift"] as const;
  const numbers = async (...given: Parameters<typeof planFor>) =>
    guardsOf(await planFor(...given)).map(({ name, actual }) => [name, actual]);
  expect(await numbers(fileOf(), { base: fileOf(), failOn })).toEqual([]);
  expect(await numbers(fileOf(), { failOn })).toEqual([["fail-on.drift", 3]]);
  // An edit that gives more than the base explains all of it.
  expect(await numbers(fileOf(), { base: fileOf({ groups: [], team: "" }), failOn })).toEqual([]);
  const partly = { base: fileOf({ groups: ["West"] }), failOn };
  expect(await numbers(fileOf(), partly)).toEqual([["fail-on.drift", 2]]);
  const inOne = { groups: ["West"] };
  expect(await numbers(fileOf(), { base: fileOf(), failOn }, inOne)).toEqual([["fail-on.drift", 2]]);
  const byHand = { values: { region: "east" } };
  expect(await numbers(fileOf(), { base: fileOf(), failOn }, byHand)).toEqual([["fail-on.drift", 1]]);
});
