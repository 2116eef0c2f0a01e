import { expect, it } from "vitest";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { fileWith } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

it("supposes no slip in an address of somebody who is there", async () => {
  const members = [{ email: "john@northwind.example" }, { email: "joan@northwind.example" }];
  const groups = [{ name: "West", precedence: 1, members: ["john@northwind.example"] }];
  const sandbox = createSandbox({ seed: { workspaces: [{ name: "prod", members, groups }] } });
  const file = fileWith(
    "workspaces: {prod: {members: {joan@northwind.example: {}}, groups: {West: {precedence: 1, members: [john@northwind.example, joanne@northwind.example, jaon@northwind.example]}}}}",
  );
  const supposed = file.diagnostics.map(({ code, address }) => `${code} ${address}`);
  expect(supposed).toEqual([
    "member-undeclared prod/groups/West/members/john@northwind.example",
    "member-undeclared prod/groups/West/members/jaon@northwind.example",
  ]);
  const { findings } = await planAgainst(clientOf(sandbox), file.desired, { file });
  expect(findings.map(({ summary }) => summary)).toEqual([
    "jaon@northwind.example is neither a member of prod nor invited",
    "joanne@northwind.example is neither a member of prod nor invited",
  ]);
});

it("says in one place of somebody who is not in a new workspace how they would come into it", async () => {
  const sandbox = createSandbox({ seed: { workspaces: [] } });
  const file = fileWith(
    "workspaces: {lab: {groups: {West: {precedence: 1, members: [ada@northwind.example]}}}}",
  );
  const { findings, deferred } = await planAgainst(clientOf(sandbox), file.desired, { file });
  expect(deferred).toEqual([]);
  expect(findings.map(({ summary, detail }) => `${summary} | ${detail}`)).toEqual([
    expect.stringMatching(
      /^ada@northwind\.example is not yet a member of lab and not invited \| The membership is left out\. If they are an organization admin, .*the next apply adds them\. Anybody else has to be invited: add the line/,
    ),
  ]);
});

it("asks for the member who is meant, where the only one of nearly that address loses something", async () => {
  const emails = ["ben.lund@n.example", "ben.lind@n.example", "eva.berg@n.example", "eva.borg@n.example"];
  const world = (members: readonly string[]) =>
    createSandbox({
      seed: {
        workspaces: [
          {
            name: "prod",
            members: members.map((email) => ({ email })),
            groups: [{ name: "G", precedence: 1, members }],
          },
        ],
      },
    });
  const asked = async (members: readonly string[], inFile: readonly string[]) => {
    const file = fileWith(
      `workspaces: {prod: {groups: {G: {precedence: 1, members: [${inFile.join(", ")}]}}}}`,
    );
    const { findings } = await planAgainst(clientOf(world(members)), file.desired, { file });
    return findings.map(({ detail }) => /^Did you mean ([^?]*)\?/.exec(detail)?.[1]);
  };
  expect(await asked(emails.slice(0, 1), ["ben.lundt@n.example"])).toEqual([
    "ben.lund@n.example, a member who loses something by this plan",
  ]);
  // Somebody new, whose name is near to that of somebody who stays, or to those of two.
  expect(await asked(emails.slice(0, 1), ["ben.lundt@n.example", "ben.lund@n.example"])).toEqual([undefined]);
  expect(await asked(emails, [...emails.slice(0, 3), "eva.brg@n.example"])).toEqual([undefined]);
});
