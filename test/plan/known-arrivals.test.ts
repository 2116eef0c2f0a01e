import { expect, it } from "vitest";
import { guardsOf } from "../../src/model/plan/finding.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { createSandbox, type SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { modelOf } from "../support/model.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst, type TestOptions } from "../support/plan-against.js";

const PEOPLE = ["ada", "bob", "cy", "dee"].map((name) => `${name}@northwind.example`);
const [ADA = "", BOB = "", CY = ""] = PEOPLE;

const SEED: SandboxSeed = {
  workspaces: [
    {
      name: "prod",
      definitions: ["region", "other"].map((name) => ({ name, data_type: "string" as const })),
      all_users: { values: { region: "none" } },
      groups: [
        { name: "West", precedence: 10, values: { region: "west" } },
        { name: "Board", precedence: 20, values: { region: "west,east" } },
      ],
      members: [{ email: "eve@northwind.example", role: "view" }],
      invites: PEOPLE.map((email) => ({ email, role: "view" })),
    },
  ],
};

interface Groups {
  readonly west?: readonly string[];
  readonly board?: readonly string[];
  readonly more?: string;
}
const list = (people: readonly string[]): string => `[${people.join(", ")}]`;
const fileOf = ({ west = [ADA, BOB], board = [], more = "" }: Groups = {}) =>
  desiredState(`${more}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: none}}
    groups:
      All Users: {values: {region: none}}
      West: {precedence: 10, values: {region: west}, members: ${list(west)}}
      Board: {precedence: 20, values: {region: "west,east"}, members: ${list(board)}}
`);

const sandbox = createSandbox({ seed: SEED });
const planOf = (groups: Groups, options: TestOptions = {}): Promise<Plan> =>
  planAgainst(clientOf(sandbox), fileOf(groups), options);
const news = ({ arrivals }: Plan) =>
  arrivals.map(({ member, known, before }) => [member.split("@")[0], known ?? before?.verdict ?? "new"]);

it("calls new whom the base gives something else, with what that was, and known all others", async () => {
  const base = fileOf();
  const same = await planOf({}, { base });
  expect(news(same)).toEqual(PEOPLE.map((email) => [email.split("@")[0], true]));
  expect(same.summary.access).toMatchObject({ arriving: 0, known: 4, compared: "base" });
  const edited = await planOf({ west: [ADA, CY], board: [ADA] }, { base });
  expect(news(edited)).toEqual([
    ["ada", "widened"],
    ["bob", "narrowed"],
    ["cy", "widened"],
    ["dee", true],
  ]);
  expect(edited.arrivals[0]?.before).toMatchObject({ groups: ["West"], role: "view" });
  expect(edited.arrivals[0]?.before?.values).toMatchObject([{ attribute: "region", value: "west" }]);
  expect(edited.summary.access).toMatchObject({ arriving: 3, known: 1 });
});

it("gives them All Users where the base does not name the workspace, and follows a group that the edit renames", async () => {
  const nothing = await planOf({}, { base: desiredState("workspaces: {}") });
  expect(news(nothing)).toEqual([
    ["ada", "widened"],
    ["bob", "widened"],
    ["cy", true],
    ["dee", true],
  ]);
  const renamed = desiredState(
    `workspaces: {prod: {groups: {Western: {previously: [West], precedence: 10, values: {region: west}, members: ${list([ADA, BOB])}}}}}`,
  );
  const base = desiredState(
    `workspaces: {prod: {groups: {West: {precedence: 10, values: {region: west}, members: ${list([ADA, BOB])}}}}}`,
  );
  const plan = await planAgainst(clientOf(sandbox), renamed, { base });
  expect(news(plan).map(([, what]) => what)).toEqual([true, true, true, true]);
});

it("knows nobody to whom an edit of the data model opens something", async () => {
  const modelThatAllows = (region: string) =>
    modelOf(`type: model
name: m
connection: c
access_grants: [{name: regional, user_attribute: region, allowed_values: [${region}]}]
---
type: view
name: orders
model_name: m
sql_table_name: db.orders
required_access_grants: [regional]
fields: [{name: id, field_type: dimension, type: string, sql: "\${TABLE}.id"}]`);
  const [before, after] = [modelThatAllows("north"), modelThatAllows("west")];
  const base = { desired: fileOf(), dataModel: before };
  const same = await planOf({}, { base, dataModel: before });
  expect(news(same)).toEqual(PEOPLE.map((email) => [email.split("@")[0], true]));
  const edited = await planOf({}, { base, dataModel: after });
  expect(news(edited)).toEqual([
    ["ada", "widened"],
    ["bob", "widened"],
    ["cy", true],
    ["dee", true],
  ]);
});

it("counts all where there is nothing to compare with, and nobody but new ones in guards", async () => {
  const strict = { more: "limits: {access: {widened: 0}}" };
  const failOn = ["arriving", "widened"] as const;
  const base = fileOf(strict);
  const all = await planOf(strict, { failOn });
  expect(all.summary.access).toMatchObject({ arriving: 4, compared: "nothing" });
  // Nobody has a value of `other`, so that they all see everything of it.
  expect(guardsOf(all).map(({ name, actual }) => [name, actual])).toEqual([
    ["access.widened", 4],
    ["fail-on.arriving", 4],
    ["fail-on.widened", 4],
  ]);
  expect(guardsOf(await planOf(strict, { base, failOn }))).toEqual([]);
  const fewer = await planOf({ ...strict, west: [ADA] }, { base, failOn });
  expect(guardsOf(fewer).map(({ name, actual }) => [name, actual])).toEqual([["fail-on.arriving", 1]]);
  const more = await planOf({ ...strict, board: [CY] }, { base, failOn });
  expect(guardsOf(more).map(({ actual }) => actual)).toEqual([1, 1, 1]);
});

it("is one digest, whatever an arrival was before and whatever attribute somebody else adds", async () => {
  const plain = await planOf({ board: [BOB] });
  const compared = await planOf({ board: [BOB] }, { base: fileOf() });
  expect(compared.plan_digest).toBe(plain.plan_digest);
  const [workspace = { name: "" }] = SEED.workspaces ?? [];
  const { definitions = [] } = workspace;
  const seed = {
    workspaces: [
      { ...workspace, definitions: [...definitions, { name: "new", data_type: "string" as const }] },
    ],
  };
  const later = await planAgainst(clientOf(createSandbox({ seed })), fileOf({ board: [BOB] }));
  expect(later.arrivals).toEqual(plain.arrivals);
});
