import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import type { Habits } from "../../src/sandbox/start-sandbox.js";
import { type SandboxOptions, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";

type State = ReturnType<Awaited<ReturnType<typeof startSandbox>>["state"]>;

/** Two people change groups, three groups are new; two of the names are delicate. */
const FILE = `
version: 1
organization: {id: org_northwind, name: Northwind}
workspaces:
  northwind-prod:
    attributes:
      region: {data_type: string, label: Region}
      team: {data_type: string, label: Team}
    groups:
      All Users: {values: {region: no-access, team: none}}
      West: {precedence: 10, values: {region: west}, members: []}
      East: {precedence: 20, values: {region: east, team: b}, members: [ada@northwind.example]}
      " North": {precedence: 30, values: {region: north}, members: [bob@northwind.example]}
      south: {precedence: 40, values: {region: south}}
    members:
      new@northwind.example: {role: view}
`;

const SEED: NonNullable<SandboxOptions["seed"]> = {
  organization: { id: "org_northwind", name: "Northwind" },
  users: [{ email: "grace@northwind.example", organization_admin: true }],
  workspaces: [
    {
      name: "northwind-prod",
      definitions: [{ name: "region", data_type: "string", label: "Region" }],
      all_users: { values: { region: "no-access" } },
      groups: [
        {
          name: "West",
          precedence: 10,
          values: { region: "west" },
          members: ["ada@northwind.example", "bob@northwind.example"],
        },
        { name: "East", precedence: 20, values: { region: "east" } },
        { name: "South", precedence: 50, values: {} },
      ],
    },
  ],
};

const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  "ada@northwind.example": ["west", "east"],
  "bob@northwind.example": ["west", "north"],
};

/** The region of a person, by the rules of the service alone: the highest precedence wins. */
function regionOf(state: State, email: string): string | undefined {
  const [workspace] = state.workspaces;
  const groups = (workspace?.groups ?? []).filter(({ members = [] }) => members.includes(email));
  const [winner] = groups
    .filter(({ values = {} }) => values.region !== undefined)
    .sort((a, b) => b.precedence - a.precedence);
  return winner?.values?.region ?? workspace?.all_users?.values?.region;
}

it.each<[string, Partial<Habits>, { readonly apply: number; readonly plan: number; readonly says?: string }]>(
  [
    ["is like this copy of it", {}, { apply: 0, plan: 0 }],
    [
      "trims names",
      { names: "trimmed" },
      { apply: 5, plan: 1, says: "name is North, not  North as planned" },
    ],
    [
      "compares names without letter case",
      { letter_case: "ignored" },
      { apply: 5, plan: 2, says: "answered 409" },
    ],
    ["refuses equal names", { equal_names: "refused" }, { apply: 0, plan: 0 }],
    ["sends pages", { page_size: 3 }, { apply: 1, plan: 1, says: "only a part of a list" }],
    ["answers 404 instead of 403", { unknown_place: "404" }, { apply: 0, plan: 0 }],
    ["shows writes two seconds late", { read_lag_ms: 2_000 }, { apply: 5, plan: 2, says: "is gone" }],
    ["lets the last of a tie win", { tie: "last" }, { apply: 0, plan: 0 }],
    ["lists the reserved attribute", { lists_email: true }, { apply: 0, plan: 0 }],
    ["answers a second DELETE like the first", { repeated_delete: "204" }, { apply: 0, plan: 0 }],
  ],
)("opens nobody and doubles nothing on a service that %s", async (_, habits, expected) => {
  const regions: string[] = [];
  // The clock of a service that lags stands still: nothing that this run writes is ever read back by it.
  const frozen = new Date("2026-11-23T08:00:00Z");
  const sandbox = await startSandbox({
    seed: SEED,
    settings: { habits },
    now: () => frozen,
    onEffect: (_, state) => {
      for (const email of Object.keys(EXPECTED)) regions.push(`${email} ${regionOf(state(), email)}`);
    },
  });
  const cwd = mkdtempSync(join(tmpdir(), "own-run-"));
  writeFileSync(join(cwd, "orgform.yaml"), FILE);
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const allowed = ["--allow", "look-alike=south"];
  const applied = await orgform(["apply", "--auto-approve", ...allowed], { cwd, env });
  const planned = await orgform(["plan", "--detailed-exitcode", ...allowed], { cwd, env });
  const [workspace] = sandbox.state().workspaces;
  await sandbox.close();

  expect([applied.exitCode, planned.exitCode]).toEqual([expected.apply, expected.plan]);
  expect(applied.printed).toContain(expected.says ?? "Apply complete");
  const allowedRegions = Object.entries(EXPECTED).flatMap(([email, values]) =>
    values.map((value) => `${email} ${value}`),
  );
  expect(regions.filter((one) => !allowedRegions.includes(one))).toEqual([]);
  const names = (workspace?.groups ?? []).map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(names).toEqual(expect.arrayContaining(["West", "East", "South"]));
});
