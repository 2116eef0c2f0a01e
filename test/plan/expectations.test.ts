import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

const ADA = "ada@northwind.example";

async function planOf(workspaces: string, expectation: string) {
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
  const { guards, warnings } = await planAgainst(
    clientOf(sandbox),
    desiredState(`workspaces: {${workspaces}}\nexpect:\n  - ${expectation}\n`),
  );
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
  "{workspace: prod, attribute: reqion, never: [emea]}",
  `{workspace: prod, attribute: reqion, member: ${ADA}, is: emea}`,
])("refuses what asks about an attribute that there is not: %s", async (expectation) => {
  expect(await planOf("prod: {}", expectation)).toEqual(["expectation-failed"]);
});
