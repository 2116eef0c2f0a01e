import { expect, it } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { findingsFrom, guardsOf } from "../../src/model/plan/finding.js";
import type { Plan } from "../../src/model/plan/plan.js";
import { createSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

async function openSandbox() {
  const sandbox = createSandbox({
    seed: { workspaces: [{ name: "old", groups: [{ name: "G", precedence: 10 }] }] },
  });
  return { client: clientOf(sandbox), id: sandbox.state().workspaces[0]?.id ?? "" };
}

const addresses = (plan: Plan) => plan.resource_changes.map(({ address }) => address);

it("does not archive what the file has under another name now", async () => {
  const { client, id } = await openSandbox();
  const base = desiredState("workspaces: {old: {groups: {G: {precedence: 10}}}}");
  const desired = desiredState(`workspaces: {new: {id: ${id}, groups: {G: {precedence: 20}}}}`);
  const plan = await planAgainst(client, desired, { base, allow: [["archive", "old"]] });
  expect(addresses(plan)).toEqual(["new/groups/G"]);
  expect(guardsOf(plan)).toEqual([]);
});

it("refuses a file that means one workspace twice", async () => {
  const { client, id } = await openSandbox();
  const desired = desiredState(
    `workspaces: {old: {groups: {H: {precedence: 5}}}, new: {id: ${id}, groups: {G: {precedence: 20}}}}`,
  );
  const plan = await planAgainst(client, desired);
  expect(plan.applyable).toBe(false);
  expect(findingsFrom(plan, "file")).toMatchObject([{ severity: "error", code: "duplicate-workspace" }]);

  const text = `version: 1\norganization: {id: o}\nworkspaces:\n  a: {id: ws_1}\n  b: {id: ws_1}\n`;
  const { diagnostics } = parseConfig([{ filename: "orgform.yaml", text }]);
  expect(diagnostics).toMatchObject([{ code: "duplicate-workspace", range: { start: { line: 5 } } }]);
});
