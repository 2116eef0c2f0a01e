import { expect, it } from "vitest";
import { findingsFrom, guardsOf } from "../../src/model/plan/finding.js";
import { summaryLine } from "../../src/report/plan/plan-notes.js";
import { modelOf } from "../support/model.js";
import { desiredState } from "../support/parse.js";
import { planIn, type TestOptions } from "../support/plan-against.js";

/** Ada is in West, Eve and Finn have what All Users gives. */
const ORGANIZATION = {
  users: [{ email: "root@n.example", organization_admin: true }],
  workspaces: [
    {
      name: "prod",
      definitions: [{ name: "region", data_type: "string" as const }],
      all_users: { values: { region: "no-access" } },
      groups: [
        { name: "West", precedence: 10, values: { region: "west" }, members: ["ada@n.example"] },
        { name: "East", precedence: 20, values: { region: "east" } },
        { name: "Nothing", precedence: 30, values: { region: "none" } },
      ],
      members: [{ email: "eve@n.example" }, { email: "finn@n.example" }],
    },
  ],
};

async function plan(given: {
  readonly deny?: string;
  readonly west?: readonly string[];
  readonly east?: readonly string[];
  readonly nothing?: readonly string[];
  readonly rest?: string;
  readonly options?: TestOptions;
}) {
  const { deny, west = ["ada@n.example"], east = [], nothing = [], rest = "", options = {} } = given;
  const attribute = `{data_type: string${deny === undefined ? "" : `, deny: ${deny}`}}`;
  const members = (people: readonly string[]) => `{members: [${people.join(", ")}]}`;
  const file = `workspaces: {prod: {attributes: {region: ${attribute}}, groups: {West: ${members(west)}, East: ${members(east)}, Nothing: ${members(nothing)}}}}${rest}`;
  return planIn(ORGANIZATION, file, options);
}

const verdicts = ({ people }: Awaited<ReturnType<typeof plan>>) =>
  people.map(({ member, verdict }) => `${member.split("@")[0]} ${verdict}`);
const codes = ({ findings }: Awaited<ReturnType<typeof plan>>) => findings.map(({ code }) => code);

it("counts leaving a denied value as more and coming to it as less", async () => {
  const made = await plan({ deny: "no-access", west: [], east: ["eve@n.example"] });
  expect(verdicts(made)).toEqual(["ada narrowed", "eve widened"]);
  expect(codes(made)).not.toContain("deny-undeclared");
  expect(summaryLine(made)).toBe(
    "Plan: 1 to add, 0 to change, 1 to remove. Access: 2 people change: 1 sees more, 1 sees less.",
  );
});

it("takes no edit's word that a value denies which gives it to somebody at once", async () => {
  const base = (deny: string) =>
    desiredState(`workspaces: {prod: {attributes: {region: {data_type: string${deny}}}}}`);
  const given = { deny: "[no-access, east]", west: [], east: ["eve@n.example"] };
  expect(verdicts(await plan(given))).toContain("eve same");
  for (const deny of [", deny: no-access", ", deny: [no-access, north]", ""])
    expect(verdicts(await plan({ ...given, options: { base: base(deny) } }))).toContain("eve widened");
  const both = { base: base(", deny: [east, no-access]") };
  expect(verdicts(await plan({ ...given, options: both }))).toContain("eve same");
});

it("sees no difference between two denied values, and other data between two others", async () => {
  const made = await plan({
    deny: "[no-access, none]",
    west: [],
    east: ["ada@n.example"],
    nothing: ["eve@n.example"],
  });
  expect(verdicts(made)).toEqual(["ada moved", "eve same"]);
});

it("takes the value of All Users for one that may allow nothing where nothing is declared, and says so", async () => {
  const made = await plan({ west: [], east: ["eve@n.example", "finn@n.example"] });
  expect(verdicts(made)).toEqual(["ada moved", "eve widened", "finn widened"]);
  expect(findingsFrom(made, "plan").filter(({ code }) => code === "deny-undeclared")).toEqual([
    expect.objectContaining({
      address: "prod/attributes/region",
      detail: expect.stringContaining("`deny: no-access`"),
    }),
  ]);
});

it("believes a file that says that every value allows something", async () => {
  const made = await plan({ deny: "[]", east: ["eve@n.example"] });
  expect(verdicts(made)).toEqual(["eve moved"]);
  expect(codes(made)).not.toContain("deny-undeclared");
});

it.each([
  ["leaves a denied value", { deny: "no-access", east: ["eve@n.example"] }],
  ["leaves the value of All Users", { east: ["eve@n.example"] }],
  ["sees other data", { deny: "no-access", west: [], east: ["ada@n.example"] }],
])("refuses somebody who %s where nobody may gain", async (_, given) => {
  const limited = await plan({ ...given, rest: "\nlimits: {access: {widened: 0}}" });
  expect(limited.outcome).toBe("refused");
  expect(guardsOf(limited).map(({ name, refused }) => [name, refused])).toEqual([["access.widened", true]]);
  const failing = await plan({ ...given, options: { failOn: ["widened"] } });
  expect(failing.outcome).toBe("refused");
});

it("does not count who loses, nor who arrives with values that allow nothing", async () => {
  const rest = "\nlimits: {access: {widened: 0}}";
  expect((await plan({ deny: "no-access", west: [], rest })).outcome).toBe("ok");
  const invited = {
    ...ORGANIZATION,
    workspaces: ORGANIZATION.workspaces.map((one) => ({ ...one, invites: [{ email: "new@n.example" }] })),
  };
  const withTeam = {
    ...invited,
    workspaces: invited.workspaces.map(({ definitions, ...one }) => ({
      ...one,
      definitions: [...definitions, { name: "team", data_type: "string" as const }],
    })),
  };
  const arriving = async (deny: string, organization = invited) => {
    const file = `limits: {access: {widened: 0}}\nworkspaces: {prod: {attributes: {region: {data_type: string${deny}}}, members: {new@n.example: {}}}}`;
    return await planIn(organization, file);
  };
  const denied = await arriving(", deny: no-access");
  expect(denied.arrivals).toEqual([expect.objectContaining({ member: "new@n.example", denied: true })]);
  expect(denied.outcome).toBe("ok");
  expect((await arriving("")).outcome).toBe("refused");
  // Of an attribute that only the service has, and that gives no value, they see everything.
  expect((await arriving(", deny: no-access", withTeam)).outcome).toBe("refused");
});

it("lets the data model decide whether an arrival gains, and nothing else", async () => {
  const MODEL = `type: model
name: m
connection: c
required_access_grants: [west]
access_grants: [{name: west, user_attribute: region, allowed_values: [west]}]
---
type: view
name: v
model_name: m
fields: [{name: f, field_type: dimension, sql: f}]
`;
  const arriving = async (model: string, values: string, role = "view") => {
    const file = `limits: {access: {widened: 0}}\nworkspaces: {prod: {attributes: {region: {data_type: string}}, members: {new@n.example: {role: ${role}, values: {region: ${values}}}}}}`;
    const made = await planIn(ORGANIZATION, file, { dataModel: modelOf(model) });
    return made.outcome;
  };
  expect(await arriving(MODEL, "no-access")).toBe("ok");
  expect(await arriving(MODEL, "west")).toBe("refused");
  expect(await arriving(MODEL, "'west, east'")).toBe("refused");
  expect(await arriving(MODEL, "no-access", "develop")).toBe("refused");
  expect(await arriving(MODEL.replace("required_access_grants: [west]\n", ""), "no-access")).toBe("refused");
});
