import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

const ADA = "ada@northwind.example";

async function planFor(workspaces: string, expectation: string, only?: readonly string[]) {
  const sandbox = await startSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          groups: [{ name: "Wide", precedence: 1, members: [ADA] }],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  return await planAgainst(
    clientOf(sandbox),
    desiredState(`workspaces: {${workspaces}}\nexpect:\n  - ${expectation}\n`),
    only && { only },
  );
}

async function planOf(workspaces: string, expectation: string) {
  const { guards, warnings } = await planFor(workspaces, expectation);
  const codes = [...guards, ...warnings].map(({ code }) => code);
  return codes.filter((code) => code.startsWith("expectation"));
}

it("looks at each entry of a value that holds several", async () => {
  const wide = (value: string) => `prod: {groups: {Wide: {values: {region: "${value}"}}}}`;
  const never = "{workspace: prod, attribute: region, never: [emea]}";
  expect(await planOf(wide("west, emea"), never)).toEqual(["expectation-failed"]);
  expect(await planOf(wide("west, emeas"), never)).toEqual([]);
});

it("promises nothing of a workspace that is not there yet: its admins will be in it", async () => {
  const fresh = "{attributes: {region: {data_type: string}}, groups: {All Users: {values: {region: emea}}}}";
  expect(await planOf(`new: ${fresh}`, "{workspace: new, attribute: region, never: [emea]}")).toEqual([
    "expectation-undecided",
  ]);
});

it.each([
  ["{workspace: prod, attribute: reqion, never: [emea]}", "unknown-attribute expect/0/attribute region"],
  [
    `{workspace: prod, attribute: reqion, member: ${ADA}, is: emea}`,
    "unknown-attribute expect/0/attribute region",
  ],
  [
    "{workspace: prod, attribute: region, never: [emea], except_groups: [Wide, Wdie]}",
    "unknown-group expect/0/except_groups/1 Wide",
  ],
  ["{workspace: new, attribute: team, never: [emea]}", "unknown-attribute expect/0/attribute "],
])("is an error for a rule that names what there is not: %s", async (expectation, expected) => {
  const plan = await planFor("prod: {}, new: {}", expectation);
  expect(plan).toMatchObject({ outcome: "error", applyable: false });
  expect(plan.guards).toEqual([]);
  expect(
    plan.diagnostics.map(
      ({ code, address, detail }) => `${code} ${address} ${/Did you mean "(.*?)"/.exec(detail)?.[1] ?? ""}`,
    ),
  ).toEqual([expected]);
});

it.each([
  "{workspace: prod, attribute: region, never: [emea], except_groups: [All Users, Wide]}",
  "{workspace: prod, attribute: team, never: [emea], except_groups: [New]}",
])("takes what the file or the live organization has: %s", async (expectation) => {
  const prod = "prod: {attributes: {team: {data_type: string}}, groups: {New: {precedence: 2}}}";
  expect((await planFor(prod, expectation)).diagnostics).toEqual([]);
});

it("asks nothing of a part of a run that writes nothing", async () => {
  const wide = "prod: {groups: {Wide: {values: {region: emea}}}}, new: {}";
  const never = "{workspace: prod, attribute: region, never: [emea]}";
  expect((await planFor(wide, never, ["new"])).guards).toEqual([]);
  expect((await planFor(wide, never, ["*/groups/Nowhere"])).guards).toEqual([]);
  expect((await planFor(wide, never, ["prod/groups/*/values/*"])).outcome).toBe("refused");
});
