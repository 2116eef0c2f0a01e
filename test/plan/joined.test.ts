import { describe, expect, it } from "vitest";
import { findingsFrom } from "../../src/model/plan/finding.js";
import type { ApprovedArrival } from "../../src/plan/input/inputs.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";

const ADA = "ada@northwind.example";
const BOB = "bob@northwind.example";

const SEED: SandboxSeed = {
  workspaces: [
    {
      id: "ws_prod",
      name: "prod",
      definitions: [
        { name: "region", data_type: "string" },
        { name: "team", data_type: "string" },
      ],
      all_users: { values: { region: "none" } },
      groups: [
        { name: "West", precedence: 10, values: { region: "west" }, members: [BOB] },
        { name: "Lead", precedence: 20, values: { team: "lead" } },
        { name: "By hand", precedence: 5 },
      ],
      members: [{ email: ADA, role: "explore" }, { email: BOB }],
    },
  ],
};

/** Ada joins West and Lead, with a value of her own; everybody else is as they are. */
const FILE = `
workspaces:
  prod:
    groups:
      West: {members: [${ADA}, ${BOB}]}
      Lead: {members: [${ADA}]}
    members: {${ADA}: {values: {region: north}}}
`;

/** What was approved for her. */
const APPROVED: ApprovedArrival = {
  workspace: "prod",
  workspace_id: "ws_prod",
  member: ADA,
  invite: "pending",
  role: "explore",
  groups: ["Lead", "West"],
  values: [
    { attribute: "region", value: "north", source: { kind: "own" } },
    { attribute: "team", value: "lead", source: { kind: "group", group: "Lead", precedence: 20 } },
  ],
};

async function planWith(
  approved: readonly ApprovedArrival[],
  { file = FILE, only = false, seed = SEED } = {},
) {
  const sandbox = createSandbox({ seed });
  const client = clientOf(sandbox);
  const plan = await planAgainst(client, desiredState(file), {
    joined: { approved },
    origins: only ? ["joined"] : undefined,
  });
  const origins = Object.fromEntries(
    plan.resource_changes.map(({ address, origin }) => [address.replace("prod/", ""), origin]),
  );
  const said = findingsFrom(plan, "plan")
    .filter(({ code }) => code === "joined-differently")
    .map(({ summary }) => summary);
  return { sandbox, client, plan, origins, said };
}

const ALL = {
  [`groups/West/members/${ADA}`]: "joined",
  [`groups/Lead/members/${ADA}`]: "joined",
  [`members/${ADA}/values/region`]: "joined",
};

it("is what was approved with the invite, and waits for a person who is a member now", async () => {
  const { origins, said } = await planWith([APPROVED]);
  expect(origins).toEqual(ALL);
  expect(said).toEqual([]);
  expect(new Set(Object.values((await planWith([])).origins))).toEqual(new Set([undefined]));
});

describe("is nothing of a person", () => {
  const without = (value: unknown) => value !== "joined";
  const changed = (edit: Partial<ApprovedArrival>): ApprovedArrival => ({ ...APPROVED, ...edit });
  const moreIn = (groups: string) => FILE.replace("    groups:\n", `    groups:\n      ${groups}\n`);
  const seedWith = (prod: Partial<NonNullable<SandboxSeed["workspaces"]>[number]>): SandboxSeed => ({
    workspaces: [{ ...SEED.workspaces?.[0], name: "prod", ...prod }],
  });

  it.each<[string, ApprovedArrival, Parameters<typeof planWith>[1], string]>([
    [
      "whom the file gives a group more",
      APPROVED,
      { file: moreIn(`By hand: {members: [${ADA}]}`) },
      "the groups By hand, Lead, West instead of",
    ],
    [
      "whose membership would not end any more",
      changed({ ends: [{ address: `prod/groups/West/members/${ADA}`, until: "2099-12-05" }] }),
      {},
      `prod/groups/West/members/${ADA} without an end instead of until 2099-12-05`,
    ],
    [
      "whose membership would end later",
      changed({ ends: [{ address: `prod/groups/West/members/${ADA}`, until: "2099-12-05" }] }),
      { file: FILE.replace(`[${ADA}, ${BOB}]`, `[{email: ${ADA}, until: 2099-12-06}, ${BOB}]`) },
      "until 2099-12-06 instead of until 2099-12-05",
    ],
    [
      "whom the file gives a group less",
      changed({ groups: ["By hand", "Lead", "West"] }),
      {},
      "instead of the groups By hand, Lead, West",
    ],
    [
      "who would get another value",
      changed({ values: [{ attribute: "region", value: "south", source: { kind: "own" } }] }),
      {},
      'region "north" instead of "south"',
    ],
    ["who got another role", changed({ role: "view" }), {}, "the role explore instead of view"],
    [
      "whose role nobody recorded",
      changed({ role: null }),
      {},
      "the role explore, and the receipt does not say which role the invite gave",
    ],
    [
      "whom somebody put into another group by hand",
      APPROVED,
      {
        seed: seedWith({
          groups: [
            { name: "West", precedence: 10, values: { region: "west" }, members: [BOB] },
            { name: "Lead", precedence: 20, values: { team: "lead" } },
            { name: "By hand", precedence: 5, members: [ADA] },
          ],
        }),
      },
      "the groups By hand, Lead, West instead of",
    ],
    [
      "whose group is to change what it gives, with a value that is approved only then",
      changed({
        values: [...APPROVED.values.slice(0, 1), { attribute: "team", value: "boss", source: null }],
      }),
      { file: FILE.replace("Lead: {", "Lead: {values: {team: boss}, ") },
      'team "lead" instead of "boss"',
    ],
    [
      "whose group does not exist yet",
      changed({ groups: ["Lead", "New", "West"] }),
      { file: moreIn(`New: {precedence: 7, members: [${ADA}]}`) },
      "instead of the groups Lead, New, West",
    ],
    [
      "who was to have a value of an attribute that is gone",
      changed({ values: [...APPROVED.values, { attribute: "old", value: "x", source: null }] }),
      {},
      "no old, which does not exist any more",
    ],
  ])("%s, and the plan says what differs", async (_, approved, options, words) => {
    const { origins, said } = await planWith([approved], options);
    expect(Object.values(origins).every(without)).toBe(true);
    expect(said).toEqual([expect.stringContaining(words)]);
    expect((await planWith([approved], { ...options, only: true })).origins).toEqual({});
  });

  it("who is not a member yet, or is of another workspace", async () => {
    for (const other of [changed({ member: "cal@northwind.example" }), changed({ workspace: "other" })]) {
      const { origins, said } = await planWith([other]);
      expect(Object.values(origins).every(without)).toBe(true);
      expect(said).toEqual([]);
    }
  });
});

it("says of somebody whom the approved plan invited that the invite is pending, since it was sent", async () => {
  const invites = [{ email: "cal@northwind.example" }];
  const [prod] = SEED.workspaces ?? [];
  const { plan } = await planWith([{ ...APPROVED, member: "cal@northwind.example", invite: "planned" }], {
    only: true,
    seed: { workspaces: [{ ...prod, name: "prod", invites }] },
  });
  expect(plan.arrivals).toMatchObject([{ member: "cal@northwind.example", invite: "pending" }]);
});

it("does not mind an attribute that everybody got since", async () => {
  const [region] = APPROVED.values;
  const approved = { ...APPROVED, groups: ["West"], values: region === undefined ? [] : [region] };
  const file = FILE.replace(`      Lead: {members: [${ADA}]}\n`, "");
  const seed: SandboxSeed = {
    workspaces: [
      {
        ...SEED.workspaces?.[0],
        name: "prod",
        all_users: { values: { region: "none", team: "all" } },
      },
    ],
  };
  const { origins } = await planWith([approved], { file, seed });
  expect(new Set(Object.values(origins))).toEqual(new Set(["joined"]));
});

it("leaves everybody else's changes out of a plan of nothing but these", async () => {
  const file = FILE.replace("West: {", "West: {values: {region: northwest}, ").replace(
    `Lead: {members: [${ADA}]}`,
    `Lead: {members: [${ADA}, ${BOB}]}`,
  );
  const { origins, plan, client, sandbox } = await planWith([APPROVED], { file, only: true });
  expect(origins).toEqual(ALL);
  await applyAgainst(client, plan);
  const [prod] = sandbox.state().workspaces;
  expect(prod?.groups?.find(({ name }) => name === "West")).toMatchObject({
    values: { region: "west" },
    members: [BOB, ADA],
  });
});

it("leaves out the rest of a person where a write fails, and goes on with the others", async () => {
  const seed: SandboxSeed = {
    workspaces: [
      {
        ...SEED.workspaces?.[0],
        name: "prod",
        members: [
          { email: ADA, role: "explore" },
          { email: BOB },
          { email: "cal@northwind.example", role: "explore" },
        ],
      },
    ],
  };
  const file = FILE.replace(`${ADA}]`, `${ADA}, cal@northwind.example]`).replace(
    `Lead: {members: [${ADA}]}`,
    `Lead: {members: [${ADA}, cal@northwind.example]}`,
  );
  const cal: ApprovedArrival = {
    ...APPROVED,
    member: "cal@northwind.example",
    values: [
      { attribute: "region", value: "west", source: null },
      { attribute: "team", value: "lead", source: null },
    ],
  };
  const { plan, client, sandbox } = await planWith([APPROVED, cal], {
    file: file.replace(`[${ADA}, ${BOB}]`, `[${ADA}, ${BOB}, cal@northwind.example]`),
    seed,
    only: true,
  });
  const first = plan.steps.find(({ address }) => address.includes(ADA));
  expect(first).toBeDefined();
  const userOf = (email: string) => sandbox.state().users?.find((user) => user.email === email)?.id;
  sandbox.addFaults({
    kind: "status",
    status: 422,
    match: { method: ["POST", "PUT", "PATCH"], nth: 1 },
  });
  const events = await applyAgainst(client, plan, { concurrency: 1 });
  const failed = events.flatMap((event) => (event.type === "apply_errored" ? [event.address] : []));
  expect(failed).toHaveLength(1);
  const person = failed[0]?.includes(ADA) ? ADA : "cal@northwind.example";
  const ended = (type: string) =>
    events.flatMap((event) => (event.type === type && "address" in event ? [String(event.address)] : []));
  expect(ended("apply_complete").every((address) => !address.includes(person))).toBe(true);
  expect(ended("apply_complete").length).toBeGreaterThan(1);
  expect(ended("apply_skipped").every((address) => address.includes(person))).toBe(true);
  expect(userOf(person)).toBeDefined();
});
