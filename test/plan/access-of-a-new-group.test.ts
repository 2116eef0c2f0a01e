import { expect, it } from "vitest";
import { findingsFrom } from "../../src/model/plan/finding.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";

const ADA = "ada@northwind.example";
const BOB = "bob@northwind.example";

async function openSandbox() {
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "no-access" } },
          groups: [
            { name: "Legacy", precedence: 10, values: { region: "blocked" }, members: [ADA, BOB] },
            { name: "West", precedence: 5, values: { region: "west" }, members: [ADA] },
          ],
          members: [{ email: BOB, values: { region: "own" } }],
        },
      ],
    },
  });
  return sandbox;
}

const whose = ({ access_changes }: Plan) =>
  access_changes.map(({ member, before, after }) => [member, before?.value, after?.value]);

it("shows what members of a group that the plan creates had, from wherever they had it", async () => {
  const sandbox = await openSandbox();
  const client = clientOf(sandbox);
  const desired = desiredState(
    `workspaces: {prod: {groups: {New: {precedence: 20, values: {region: west}, members: [${ADA}, ${BOB}]}}}}`,
  );
  const plan = await planAgainst(client, desired);
  expect(whose(plan)).toEqual([[ADA, "blocked", "west"]]);
  expect(findingsFrom(plan, "plan").map(({ code, address }) => [code, address])).toEqual([
    ["overridden", `prod/members/${BOB}/values/region`],
  ]);
  await applyAgainst(client, plan);
  expect((await planAgainst(client, desired)).access_changes).toEqual([]);
});

it("sees a tie of a group that it creates with one that the file does not speak of", async () => {
  const sandbox = await openSandbox();
  const desired = desiredState(
    `workspaces: {prod: {groups: {New: {precedence: 10, values: {region: west}, members: [${ADA}]}}}}`,
  );
  const plan = await planAgainst(clientOf(sandbox), desired);
  const errors = findingsFrom(plan, "file").filter(({ severity }) => severity === "error");
  expect(errors).toMatchObject([{ code: "tie" }]);
});

it("says of a tie that somebody's own value decides that it waits to happen", async () => {
  const sandbox = await openSandbox();
  const desired = desiredState(
    `workspaces: {prod: {groups: {New: {precedence: 10, values: {region: west}, members: [${BOB}]}}}}`,
  );
  const plan = await planAgainst(clientOf(sandbox), desired);
  expect(findingsFrom(plan, "file").map(({ code, severity }) => `${severity} ${code}`)).toContain(
    "warning tie",
  );
  expect(plan.applyable).toBe(true);
});

it("asks for nobody's values of an attribute that is not there yet", async () => {
  const sandbox = await openSandbox();
  const plan = await planAgainst(
    clientOf(sandbox),
    desiredState(
      `workspaces: {prod: {attributes: {team: {data_type: string}}, groups: {New: {precedence: 20, values: {team: blue}, members: [${ADA}, ${BOB}]}}}}`,
    ),
  );
  expect(whose(plan)).toEqual([
    [ADA, undefined, "blue"],
    [BOB, undefined, "blue"],
  ]);
  expect(findingsFrom(plan, "plan")).toEqual([]);
  expect(sandbox.log().filter(({ path }) => /members\/[^/]+\/user_attributes/.test(path))).toEqual([]);
});
