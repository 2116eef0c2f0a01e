import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { approvedPart } from "../../src/plan/assemble/digest.js";
import { planDifferenceText } from "../../src/report/plan/plan-difference.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";

const FILE = `
version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, label: region}}
    groups:
      West: {precedence: 10, values: {region: west}, members: [ada@northwind.example]}
    members: {ada@northwind.example: {role: view, values: {region: north}}}
`;

it("waits for an invite, sends it once, and goes on where it was accepted", async () => {
  const sandbox = createSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  const client = clientOf(sandbox);
  const { desired } = parseConfig([{ filename: "orgform.yaml", text: FILE }]);
  if (desired === null) throw new Error("the file is not valid");

  const first = await planAgainst(client, desired);
  expect(first.deferred.map(({ address }) => address)).toEqual([
    "prod/groups/West/members/ada@northwind.example",
    "prod/members/ada@northwind.example/values/region",
  ]);
  await applyAgainst(client, first);
  const waiting = await planAgainst(client, desired);
  expect(waiting.resource_changes).toEqual([]);
  expect(waiting.deferred).toHaveLength(2);

  await sandbox.acceptInvites("ada@northwind.example");
  const accepted = await planAgainst(client, desired);
  expect(accepted.plan_digest).not.toBe(waiting.plan_digest);
  expect(accepted.resource_changes.map(({ address }) => address)).toEqual(
    first.deferred.map(({ address }) => address),
  );
  expect(planDifferenceText(approvedPart(waiting), approvedPart(accepted))).toContain(
    "ada@northwind.example: region no value (sees all) → north",
  );
  await applyAgainst(client, accepted);
  expect((await planAgainst(client, desired)).resource_changes).toEqual([]);
  expect(
    sandbox.log().filter(({ method, path }) => method === "POST" && path.endsWith("/invites")),
  ).toHaveLength(1);
});

it("sees a member, not an invite, where both answers name somebody", async () => {
  const email = "ada@northwind.example";
  const sandbox = createSandbox({
    seed: {
      workspaces: [
        {
          id: "ws_prod",
          name: "prod",
          groups: [{ name: "G", precedence: 1 }],
          members: [{ email, role: "view" }],
        },
      ],
    },
  });
  const desired = desiredState(
    `workspaces: {prod: {members: {${email}: {role: view}}, groups: {G: {members: [${email}]}}}}`,
  );
  const created_date = "2026-01-01T00:00:00Z";
  const place = { workspace_id: "ws_prod", invite_url: "https://app.example/invite" };
  const invite = { id: "inv_1", email, role: "explore", created_date, ...place };
  sandbox.addFaults({ kind: "merge", match: { path: "/**/invites" }, merge: { data: [invite] } });
  const plan = await planAgainst(clientOf(sandbox), desired);
  expect(plan.unsupported).toEqual([]);
  expect(new Map(plan.identities).get(`prod/members/${email}`)).toMatch(/^usr_/);
});
