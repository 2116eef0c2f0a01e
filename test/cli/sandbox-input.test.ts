import { expect, it } from "vitest";
import { openFolder } from "../commands/folder.js";
import { orgform } from "../support/run-in-process.js";

it.each([
  [
    "--seed",
    { worksp: [] },
    'The seed has no "worksp": it takes organization, users, workspaces, tokens, settings.',
  ],
  ["--seed", [], "is no organization in JSON"],
  ["--seed", { workspaces: {} }, "`workspaces` must be a list."],
  ["--seed", { organization: { id: "org_1" } }, "`organization` lacks `name`."],
  [
    "--seed",
    { workspaces: [{ name: "prod", grups: [] }] },
    '`workspaces[0]` has no "grups": it takes id, name,',
  ],
  [
    "--seed",
    { workspaces: [{ name: "prod", all_users: { values: { tier: 5 } } }] },
    "`workspaces[0].all_users.values.tier` must be text.",
  ],
  [
    "--seed",
    { users: [{ email: "ada@n.example", mfa_enabled: "yes" }] },
    "`users[0].mfa_enabled` must be true or false.",
  ],
  ["--faults", [{ kind: "drop", mach: { method: "POST" } }], 'a fault has no "mach"'],
  ["--faults", [{ kind: "drop", when: "during" }], 'there is no moment "during"'],
  ["--faults", [{ kind: "drop", match: { methd: "POST" } }], 'the match of a fault has no "methd"'],
])("the sandbox refuses a misspelt %s", async (option, content, says) => {
  const folder = await openFolder();
  const path = await folder.write("input.json", JSON.stringify(content));
  const { exitCode, stderr } = await orgform(["sandbox", option, path]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(says);
});
