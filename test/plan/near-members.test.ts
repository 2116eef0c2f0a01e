import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { fileWith } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

it("supposes no slip in an address of somebody who is there", async () => {
  const members = [{ email: "john@northwind.example" }, { email: "joan@northwind.example" }];
  const groups = [{ name: "West", precedence: 1, members: ["john@northwind.example"] }];
  const sandbox = await startSandbox({ seed: { workspaces: [{ name: "prod", members, groups }] } });
  onTestFinished(() => sandbox.close());
  const file = fileWith(
    "workspaces: {prod: {members: {joan@northwind.example: {}}, groups: {West: {precedence: 1, members: [john@northwind.example, joanne@northwind.example, jaon@northwind.example]}}}}",
  );
  const supposed = file.diagnostics.map(({ code, address }) => `${code} ${address}`);
  expect(supposed).toEqual([
    "member-undeclared prod/groups/West/members/john@northwind.example",
    "member-undeclared prod/groups/West/members/jaon@northwind.example",
  ]);
  const { diagnostics } = await planAgainst(clientOf(sandbox), file.desired, { file });
  expect(diagnostics.map(({ summary }) => summary)).toEqual([
    "jaon@northwind.example is neither a member of prod nor invited",
    "joanne@northwind.example is neither a member of prod nor invited",
  ]);
});
