import { expect, it } from "vitest";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { applyAgainst, clientOf, planAgainst } from "../support/plan-against.js";

it.each([
  ["New: {precedence: 10}, Old: {precedence: 30}", "New gets a precedence that another group has"],
  ["New: {precedence: 10}, Old: {state: absent}", "New gets a precedence that another group has"],
  ["New: {precedence: 10}, Old: {precedence: 10}", "New gets a precedence that another group has"],
  ["New: {precedence: 40}, Old: {precedence: 30}", undefined],
])("is said before the service says it: %s", async (groups, says) => {
  const sandbox = createSandbox({
    seed: { workspaces: [{ name: "prod", groups: [{ name: "Old", precedence: 10 }] }] },
  });
  const client = clientOf(sandbox);
  const plan = await planAgainst(client, desiredState(`workspaces: {prod: {groups: {${groups}}}}`));
  const said = findingsFrom(plan, "plan").filter(({ code }) => code === "shared-precedence");
  expect(said).toHaveLength(says === undefined ? 0 : 1);
  if (says !== undefined) expect(said[0]?.summary).toContain(says);
  const events = await applyAgainst(client, plan, { concurrency: 1 });
  const heard = events.flatMap((event) => (event.type === "apply_complete" ? event.warnings : []));
  expect(heard).toHaveLength(said.length);
});
