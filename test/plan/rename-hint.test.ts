import { expect, it, onTestFinished } from "vitest";
import { parseConfig } from "../../src/config/config.js";
import { findingsFrom } from "../../src/model/plan/finding.js";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { desiredState } from "../support/parse.js";
import { clientOf, planAgainst } from "../support/plan-against.js";

const NEW = "precedence: 30, values: {}";
const GONE = "Old: {state: absent}";

it("says that the name takes the place of a tombstone, and leads to a file that is valid", async () => {
  const sandbox = await startSandbox({
    seed: { workspaces: [{ name: "prod", groups: [{ name: "Old", precedence: 30 }] }] },
  });
  onTestFinished(() => sandbox.close());
  const hintFor = async (groups: string) => {
    const plan = await planAgainst(clientOf(sandbox), desiredState(`workspaces: {prod: {${groups}}}`));
    return findingsFrom(plan, "file").map(({ code, detail }) => `${code}: ${detail}`);
  };
  expect(await hintFor(`groups: {New: {${NEW}}, ${GONE}}`)).toEqual([
    'rename-hint: If it is the same group under a new name, add `previously: ["Old"]` to it in place of the entry of "Old" with `state: absent`: it is then renamed in place, with its members and values.',
  ]);
  expect(await hintFor(`groups: {New: {${NEW}, previously: [Old]}}`)).toEqual([]);
  const [unlisted] = await hintFor(`groups: {New: {${NEW}}}, exact: {groups: true}`);
  expect(unlisted).toContain('add `previously: ["Old"]` to it: it is then renamed');
});

it("tells of a group that is to be renamed and deleted which line to take out", () => {
  const text = `version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {groups: {New: {${NEW}, previously: [Old]}, ${GONE}}}}\n`;
  const { diagnostics } = parseConfig([{ filename: "orgform.yaml", text }]);
  expect(diagnostics.map(({ detail }) => detail)).toEqual([
    'A group is renamed or deleted. To rename it to "New", take the entry of "Old" with `state: absent` out; to delete it, take this name out of `previously`.',
  ]);
});
