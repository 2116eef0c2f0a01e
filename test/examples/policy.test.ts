import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { openWorkshop, type Workshop } from "./workshop.js";

let workshop: Workshop;
afterEach(() => workshop.close());

const judge = () => workshop.run("node policy.mjs plan.json", "policy");
const planOf = (): Record<string, unknown> =>
  JSON.parse(readFileSync(join(workshop.folder, "policy/plan.json"), "utf8"));

/** Plans a file on a live organization and asks the policy what it says. */
async function judgeFile(seed: string | object, file: string, options = "") {
  workshop = await openWorkshop(seed);
  writeFileSync(join(workshop.folder, "policy/orgform.yaml"), file);
  const planned = await workshop.run(`orgform plan ${options} --out plan.json`, "policy");
  expect(planned.exitCode, planned.output).toBe(0);
  return await judge();
}

it("lets the quickstart pass", async () => {
  workshop = await openWorkshop("quickstart/organization.json");
  await workshop.run("orgform plan --file ../quickstart --out plan.json", "policy");
  expect(await judge()).toMatchObject({ exitCode: 0, output: "" });
});

it("denies what opens somebody, also where a flag let it pass", async () => {
  workshop = await openWorkshop("default-deny/organization.json");
  await workshop.run("orgform apply --auto-approve", "default-deny");
  const plan = "orgform plan --file ../default-deny/careless.yaml --allow access.opened=2 --out plan.json";
  expect((await workshop.run(plan, "policy")).exitCode).toBe(0);
  expect(await judge()).toMatchObject({
    exitCode: 1,
    output: [
      "DENY  dan@northwind.example would see everything by region in northwind-prod",
      "DENY  grace@northwind.example would see everything by region in northwind-prod",
    ].join("\n"),
  });
});

const ZOE = "zoe@consult.example";
const CONSULTANCY = {
  organization: { id: "org_northwind", name: "Northwind" },
  workspaces: [
    {
      name: "prod",
      members: [{ email: ZOE, role: "view" }],
      definitions: [{ name: "region", data_type: "string" }],
      all_users: { values: { region: "none" } },
      groups: [
        { name: "East", precedence: 10, values: { region: "east" }, members: [ZOE] },
        { name: "West", precedence: 20, values: { region: "west" }, members: [ZOE] },
      ],
    },
  ],
};

/** The file of that organization, without a word for "nothing": what somebody loses is other data, not less. */
const consultancy = (groups: string): string => `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string}}
    groups:
      All Users: {values: {region: none}}
${groups}`;
const east = (region: string) =>
  `      East: {precedence: 10, values: {region: ${region}}, members: [${ZOE}]}\n`;
const west = (members: string) =>
  `      West: {precedence: 20, values: {region: west}, members: [${members}]}\n`;

it.each([
  ["from one group of two", east("east") + west("")],
  ["from both", east("east").replace(ZOE, "") + west("")],
  ["with the group", `${east("east")}      West: {state: absent}\n`],
])("lets an outsider be taken out %s", async (_, groups) => {
  expect(await judgeFile(CONSULTANCY, consultancy(groups))).toMatchObject({ exitCode: 0, output: "" });
  expect(planOf()).toMatchObject({ access_changes: [{ member: ZOE, verdict: "moved" }] });
});

it.each([
  ["another value of their group", east("east") + west(ZOE).replace("region: west", "region: north")],
  ["another value of the group that is left", east("north") + west("")],
  ["a wider value", east("east") + west(ZOE).replace("region: west", 'region: "west, east"')],
])("denies an outsider %s", async (_, groups) => {
  expect(await judgeFile(CONSULTANCY, consultancy(groups))).toMatchObject({
    exitCode: 1,
    output: `DENY  ${ZOE} is not of this company, and gains by region in prod`,
  });
});

it("denies an outsider whom a group will let see something, though nobody's access changes yet", async () => {
  workshop = await openWorkshop("quickstart/organization.json");
  const file = join(workshop.folder, "quickstart", "orgform.yaml");
  const text = readFileSync(file, "utf8")
    .replace("members: [cleo@northwind.example]", "members: [cleo@northwind.example, mallory@evil.example]")
    .replace(
      "    members:\n      eve@",
      "    members:\n      mallory@evil.example: {role: develop}\n      eve@",
    );
  writeFileSync(file, text);
  await workshop.run("orgform plan --file ../quickstart --out plan.json", "policy");
  expect(await judge()).toMatchObject({
    exitCode: 1,
    output: "DENY  mallory@evil.example is not of this company, and arrives in northwind-prod (Executives)",
  });
});

it("counts what goes along with another removal", async () => {
  const values = Object.fromEntries(["a", "b", "c", "d", "e"].map((name) => [name, "x"]));
  const world = {
    organization: CONSULTANCY.organization,
    workspaces: [
      {
        name: "prod",
        definitions: Object.keys(values).map((name) => ({ name, data_type: "string" })),
        groups: [{ name: "Old", precedence: 10, values }],
      },
    ],
  };
  const { exitCode, output } = await judgeFile(
    world,
    consultancy("      Old: {state: absent}\n")
      .replace(/ {4}attributes.*\n/, "")
      .replace(/ {6}All Users.*\n/, ""),
    "--allow all-groups=prod",
  );
  expect({ exitCode, output }).toEqual({
    exitCode: 1,
    output: "DENY  6 removals in one change, at most 5 are allowed",
  });
});

it("says in words that there is no plan", async () => {
  workshop = await openWorkshop("quickstart/organization.json");
  expect(await workshop.run("node policy.mjs", "policy")).toMatchObject({
    exitCode: 1,
    output: "plan.json is not there. Write it first: orgform plan --out plan.json",
  });
});

it("denies a plan that is not whole, and warns of what applying would undo", async () => {
  workshop = await openWorkshop("quickstart/organization.json");
  await workshop.run(
    "orgform plan --file ../quickstart --base ../quickstart/orgform.yaml --out plan.json",
    "policy",
  );
  writeFileSync(join(workshop.folder, "policy/plan.json"), JSON.stringify({ ...planOf(), complete: false }));
  const { exitCode, output } = await judge();
  expect(exitCode).toBe(1);
  expect(output).toContain("DENY  the plan is not whole");
  expect(output).toContain("WARN  northwind-prod/attributes/region: somebody changed this by hand");
});
