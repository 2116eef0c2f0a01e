import { expect, it } from "vitest";
import { guardsOf } from "../../src/model/plan/finding.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { createSandbox, type SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst, type TestOptions } from "../support/plan-against.js";

const at = (name: string): string => `${name}@northwind.example`;
const ID = "ws_prod";

const SEED: SandboxSeed = {
  users: [{ email: at("root"), organization_admin: true }],
  tokens: [{ token: "t", email: at("root"), scope: "org_admin" }],
  workspaces: [
    {
      id: ID,
      name: "prod",
      definitions: ["region", "dept"].map((name) => ({ name, data_type: "string" as const })),
      all_users: { values: { region: "none", dept: "none" } },
      groups: [
        { name: "West", precedence: 10, values: { region: "west" }, members: [at("ada")] },
        { name: "Board", precedence: 20, values: { region: "west,east" }, members: [at("ada"), at("dan")] },
      ],
      members: [
        { email: at("ada"), role: "view" },
        { email: at("dan"), role: "view" },
        { email: at("fay"), role: "view", values: { region: "none", dept: "none" } },
      ],
      invites: [{ email: at("pen"), role: "view" }],
    },
    { name: "dev", definitions: [{ name: "region", data_type: "string" as const }] },
  ],
};

/** The parts of a file that edits change. */
interface Parts {
  readonly key?: string;
  readonly pin?: string;
  readonly more?: string;
  readonly board?: string;
  readonly members?: string;
  readonly fay?: string;
  readonly deny?: string;
  readonly everybody?: string;
  readonly west?: string;
  readonly dev?: string;
  readonly attributes?: string;
  readonly settings?: string;
}

const fileOf = ({
  key = "prod",
  pin = "",
  more = "",
  board = "Board",
  members = `${at("ada")}, ${at("dan")}`,
  fay = "none",
  deny = "[none]",
  everybody = "none",
  west = `      West: {precedence: 10, values: {region: west}, members: [${at("ada")}]}`,
  dev = "",
  attributes = "",
  settings = "",
}: Parts = {}) =>
  desiredState(`${more}
workspaces:
  ${key}:
${pin}${settings}    attributes:
      region: {data_type: string, deny: ${deny}}
${attributes}    members:
      ${at("fay")}: {values: {region: "${fay}"}}
    groups:
      All Users: {values: {region: ${everybody}}}
${west}
      ${board}: {${board === "Board" ? "" : "previously: [Board], "}precedence: 20, values: {region: "west,east"}, members: [${members}]}
${dev}`);

const sandbox = createSandbox({ seed: SEED });
const planOf = (parts: Parts, options: TestOptions = {}): Promise<Plan> =>
  planAgainst(clientOf(sandbox), fileOf(parts), options);
const rules = ({ rules_changed }: Plan): readonly unknown[] =>
  rules_changed.map(({ rule, before, after }) => [rule, before, after]);
const refusing = (plan: Plan): readonly string[] =>
  guardsOf(plan).flatMap(({ name, refused }) => (refused ? [name] : []));

const KEY = ["workspaces", "prod", "production"];
const PINNED = ["workspaces.production.id", null, ID];
const PIN = { key: "production", pin: `    id: ${ID}\n` } as const;

it("what the base says holds where the key of the workspace changes with it: a role that nothing limits", async () => {
  const edit: Parts = { settings: "    unlimited_roles: [organization_admin, admin, view]\n" };
  const [base, failOn] = [fileOf(), ["rules"] as const];
  const plan = await planOf(edit, { base, failOn });
  const elsewhere = await planOf({ ...edit, ...PIN }, { base, failOn });
  expect(refusing(elsewhere)).toEqual(refusing(plan));
  const same = JSON.stringify(rules(plan)).replaceAll("workspaces.prod", "workspaces.production");
  expect(rules(elsewhere)).toEqual(expect.arrayContaining([KEY, PINNED, ...JSON.parse(same)]));
});

const errors = ({ findings }: Plan) =>
  findings.flatMap(({ from, severity, code, summary }) =>
    from === "file" && severity === "error" ? [`${code}: ${summary}`] : [],
  );
const MOVED = "immutable: The workspace prod of the base has the key production now";

it.each<[string, Parts, Parts?]>([
  ["a value declared to allow nothing", { deny: "[none, north]" }],
  ["a group that goes", { west: "" }],
  ["a value of somebody", { fay: "north" }],
])("a key does not change together with anything else: %s", async (_, edit, before = {}) => {
  expect(errors(await planOf({ ...edit, ...PIN }, { base: fileOf(before) }))).toEqual([MOVED]);
});

it("a key or pin that means another workspace than in the base ends the plan", async () => {
  const pinned = (id: string) => ({ pin: `    id: ${id}\n` });
  const dev = (await planOf({ key: "dev" })).workspaces[0]?.id ?? "";
  const other = (now: string, was: string) =>
    `immutable: The key prod means another workspace than in the base: ${now}, and not ${was}`;
  const [prodText, devText] = [`prod (${ID})`, `dev (${dev})`];
  expect(errors(await planOf(pinned(dev), { base: fileOf() }))).toEqual([other(devText, prodText)]);
  expect(errors(await planOf({}, { base: fileOf(pinned(dev)) }))).toEqual([other(prodText, devText)]);
  // The pin of the workspace that is meant anyway is none of these.
  expect(errors(await planOf(pinned(ID), { base: fileOf() }))).toEqual([]);
  expect(errors(await planOf({}, { base: fileOf(pinned(ID)) }))).toEqual([]);
});

it("a workspace that the base names and that is not live is created only where that is allowed", async () => {
  const gone = { key: "sales" };
  const plan = await planOf(gone, { base: fileOf(gone) });
  expect(errors(plan)).toEqual([
    "rename-hint: The base has the workspace sales, and the organization has not",
  ]);
  expect(plan.findings.find(({ code }) => code === "rename-hint")?.detail).toContain(
    'the file does not name "prod", "dev"',
  );
  const allowed = await planOf(gone, { base: fileOf(gone), allow: [["create", "sales"]] });
  expect(errors(allowed)).toEqual([]);
  expect(guardsOf(allowed)).toMatchObject([
    { name: "create", refused: false, override: "--allow create=sales" },
  ]);
  // A new one is no such thing, and neither is one that the edit pins to what it is called now.
  expect(errors(await planOf(gone, { base: fileOf() })).join()).not.toContain("rename-hint");
  expect(errors(await planOf({ ...gone, pin: `    id: ${ID}\n` }, { base: fileOf(gone) }))).toEqual([]);
});

it("an expectation that follows the key is no changed rule, and the key is one: patterns may not fit it any more", async () => {
  const more = `expect: [{workspace: prod, attribute: region, never: [north]}]`;
  const moved = more.replace("prod", "production");
  const plan = await planOf({ ...PIN, more: moved }, { base: fileOf({ more }), failOn: ["rules"] });
  expect(rules(plan)).toEqual([KEY, PINNED]);
  expect(refusing(plan)).toContain("fail-on.rules");
});

it("what decides how access is judged is a rule: values that allow nothing, values that are needed, the way to arrive", async () => {
  const base = {
    attributes: "      dept: {data_type: string, required: true}\n",
    more: "data_model: model\n",
  };
  const plan = await planOf(
    {
      deny: "[none, north]",
      attributes: "      dept: {data_type: string}\n",
      settings: "    arrive_by: sign_in\n",
    },
    { base: fileOf(base), failOn: ["rules"] },
  );
  expect(rules(plan)).toEqual([
    ["data_model", "model", null],
    ["workspaces.prod.attributes.dept.required", true, false],
    ["workspaces.prod.arrive_by", "invite", "sign_in"],
    ["workspaces.prod.attributes.region.deny", null, "north"],
  ]);
  expect(refusing(plan)).toContain("fail-on.rules");
});

it("an attribute that exists and that the base did not declare cannot be declared to allow a value and be given it", async () => {
  const dept = (value: string) => ({
    attributes: `      dept: {data_type: string, deny: [none, finance]}\n`,
    west: `      West: {precedence: 10, values: {region: west, dept: ${value}}, members: [${at("ada")}]}`,
  });
  const plan = await planOf(dept("finance"), { base: fileOf(), failOn: ["widened"] });
  expect(plan.access_changes).toContainEqual(
    expect.objectContaining({ member: at("ada"), attribute: "dept", verdict: "widened" }),
  );
  expect(refusing(plan)).toContain("fail-on.widened");
});

it("an organization admin who is invited elsewhere breaks an expectation about roles, and is not invited by a run of some workspaces", async () => {
  const parts: Parts = {
    more: `expect: [{workspace: prod, roles: [organization_admin], only_members: [${at("root")}]}]`,
    dev: `  dev:\n    members:\n      ${at("zoe")}: {role: organization_admin}\n`,
  };
  expect(refusing(await planOf(parts))).toContain("expect");
  const plan = await planOf(parts, { workspaces: ["dev"] });
  expect(plan.outcome).toBe("error");
  expect(plan.findings.map(({ summary }) => summary)).toContain(
    `${at("zoe")} would be an organization admin in every workspace of the file, and --workspace plans some`,
  );
  expect((await planOf(parts, { workspaces: ["dev", "prod"] })).outcome).toBe("refused");
});
