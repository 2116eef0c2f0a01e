import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import { parseConfig, type ValidFile } from "../../src/config/config.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { createPlanner } from "../../src/plan/planner.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { applyAgainst, clientOf, readFor } from "../support/plan-against.js";

/** A file that says something under nearly every key, as plain data. */
const FILE = {
  version: 1,
  organization: { id: "org_northwind" },
  service: { region: "eu" },
  protect: ["prod/groups/West/**", "prod/attributes/region"],
  limits: { delete: { count: 9, percent: 90 }, access: { opened: 3, widened: 9 } },
  unlimited_roles: ["admin", "develop"],
  templates: {
    standard: {
      attributes: { region: { data_type: "string", label: "Region", deny: ["none"], required: true } },
    },
  },
  workspaces: {
    prod: {
      extends: ["standard"],
      provision_by_default: false,
      attributes: { quota: { data_type: "number", label: "Quota", deny: ["0"] }, gone: { state: "absent" } },
      groups: {
        "All Users": { values: { region: "none", quota: "0" } },
        West: {
          previously: ["Westen"],
          values: { region: "west" },
          members: ["ada@n.example", "bob@n.example"],
        },
        Board: {
          values: { region: "east", quota: "1.50" },
          members: { add: ["ada@n.example"], except: ["cyd@n.example"] },
        },
      },
      precedence_order: ["Board", "West"],
      members: {
        "ada@n.example": { role: "view", values: { quota: "7" } },
        "bob@n.example": { role: "explore" },
        "cyd@n.example": {},
        "root@n.example": {},
      },
      exact: { attributes: true, groups: true, members: true },
    },
    lab: {
      arrive_by: "sign_in",
      unlimited_roles: ["develop"],
      members: { "ada@n.example": { role: "explore" } },
    },
  },
  expect: [
    { workspace: "prod", member: "bob@n.example", attribute: "region", is: "west" },
    { workspace: "prod", attribute: "quota", never: ["99"], except_groups: ["Board"] },
    { workspace: "prod", roles: ["admin"], only_members: ["dan@n.example"] },
  ],
  checks: {
    mfa: "off",
    email_domains: { allowed: ["n.example"], severity: "warn" },
    invite_age_days: 14,
    organization_admins: { max: 5 },
  },
};

type Path = readonly (string | number)[];
const isBranch = (data: unknown): data is Record<string | number, unknown> =>
  typeof data === "object" && data !== null;

function* placesIn(data: unknown, path: Path = []): Iterable<Path> {
  if (!isBranch(data)) return;
  for (const key of Array.isArray(data) ? data.keys() : Object.keys(data)) {
    yield [...path, key];
    yield* placesIn(data[key], [...path, key]);
  }
}

/** A copy with something else at a place; `undefined` takes it away. */
function edited(data: unknown, [key, ...rest]: Path, change: (old: unknown) => unknown): unknown {
  if (key === undefined) return change(data);
  if (Array.isArray(data))
    return data.flatMap((item, i) => {
      const now = i === key ? edited(item, rest, change) : item;
      return now === undefined ? [] : [now];
    });
  if (!isBranch(data)) return data;
  const entries = Object.entries(data).map(([name, value]) => [
    name,
    name === key ? edited(value, rest, change) : value,
  ]);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}

function parsed(data: unknown): ValidFile | undefined {
  const config = parseConfig([{ filename: "orgform.yaml", text: stringify(data) }]);
  return config.desired === null ? undefined : { ...config, desired: config.desired };
}

const sandbox = createSandbox({
  seed: {
    users: [{ email: "root@n.example", organization_admin: true }],
    workspaces: [
      {
        name: "prod",
        members: ["ada", "bob", "cyd", "root"].map((name) => ({
          email: `${name}@n.example`,
          role: name === "ada" ? "view" : "explore",
        })),
      },
      { name: "lab" },
    ],
  },
});
const client = clientOf(sandbox);

async function planOf(now: ValidFile, base: ValidFile): Promise<Plan> {
  const { desired } = now;
  const planner = createPlanner({ desired, options: { orgformVersion: "test" }, base, file: now });
  return planner.plan(await readFor(planner, client)).plan;
}

/** What a plan shows of an edit, by where it shows it. */
const shownIn = (plan: Plan): readonly string[] => [
  ...plan.rules_changed.map(({ rule }) => `rule ${rule}`),
  ...plan.resource_changes.flatMap(({ address, change }) =>
    change.actions[0] === "no-op" ? [] : [`change ${address}`],
  ),
  ...(plan.adopted ?? []).map(({ attribute }) => `adopted ${attribute}`),
  ...plan.not_listed.map(({ member }) => `not listed ${member}`),
  ...plan.findings.flatMap(({ severity, code }) => (severity === "error" ? [`error ${code}`] : [])),
];

describe("an edit of any place of a file", async () => {
  const original = parsed(FILE);
  if (original === undefined) throw new Error("not valid");
  await applyAgainst(client, await planOf(original, original));

  it("begins from a file that is applied and shows nothing", async () => {
    expect(shownIn(await planOf(original, original))).toEqual([]);
  });

  const edits = [...placesIn(FILE)].flatMap((path) => [
    ["taken away", path, () => undefined] as const,
    ...[
      (old: unknown) =>
        typeof old === "string"
          ? `${old}x`
          : typeof old === "number"
            ? old + 1
            : typeof old === "boolean"
              ? !old
              : old,
    ].map((change) => ["changed", path, change] as const),
  ]);

  it("is in its plan, wherever it is valid", async () => {
    const silent: string[] = [];
    let visible = 0;
    for (const [what, path, change] of edits) {
      const text = JSON.stringify(edited(FILE, path, change));
      const now = text === JSON.stringify(FILE) ? undefined : parsed(JSON.parse(text));
      if (now === undefined || now.desired.organization.id !== "org_northwind") continue;
      if (shownIn(await planOf(now, original)).length > 0) visible += 1;
      else silent.push(`${path.join(".")} ${what}`);
    }
    // Somebody who is not there, and whom nobody awaits any more: the organization is as the file says.
    expect(silent).toEqual([
      "workspaces.lab.members taken away",
      "workspaces.lab.members.ada@n.example taken away",
    ]);
    expect(visible).toBeGreaterThan(70);
  });

  it("is silent where it changes the order or the spelling alone", async () => {
    const reversed = (data: unknown): unknown =>
      Array.isArray(data)
        ? data.map(reversed)
        : isBranch(data)
          ? Object.fromEntries(
              Object.entries(data)
                .reverse()
                .map(([key, value]) => [key, reversed(value)]),
            )
          : data;
    const { templates, ...rest } = FILE;
    const prod = {
      ...FILE.workspaces.prod,
      attributes: { ...templates.standard.attributes, ...FILE.workspaces.prod.attributes },
    };
    const { extends: _, ...written } = prod;
    for (const same of [
      reversed(FILE),
      { ...rest, workspaces: { ...FILE.workspaces, prod: written } },
      { ...FILE, protect: [...FILE.protect].reverse(), expect: [...FILE.expect].reverse() },
      { ...FILE, "x-notes": { by: "ada" }, variables: { env: { default: "prod" } } },
    ]) {
      const now = parsed(same);
      expect(now).toBeDefined();
      if (now !== undefined) expect(shownIn(await planOf(now, original))).toEqual([]);
    }
  });
});
