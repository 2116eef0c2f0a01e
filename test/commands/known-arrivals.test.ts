import { appendFile, readdir } from "node:fs/promises";
import { expect, it } from "vitest";
import { run } from "../../src/cli/run.js";
import type { PlanDocument } from "../../src/model/plan/plan.js";
import { testContext } from "../support/context.js";
import { openFolder } from "./folder.js";

const fileOf = (west: string) => `version: 1
organization: {id: org_sandbox}
workspaces:
  prod:
    attributes: {region: {data_type: string}}
    groups: {West: {precedence: 1, values: {region: west}, members: [${west}]}}
    members: {ada@x.example: {}, bob@x.example: {}}
`;

it("compares pending invites with the newest receipt beside the file, if that is a whole one that no change brought along", async () => {
  const folder = await openFolder();
  const file = await folder.write("orgform.yaml", fileOf("ada@x.example"));
  const common = ["--sandbox", folder.path("org.json"), "-f", file];
  const accessOf = async (env = {}, more: readonly string[] = []) => {
    const { context, stdout } = testContext({ env });
    const argv = ["plan", "--format", "json", ...common, ...more];
    expect(await run({ argv, context, interruptedBy: () => undefined })).toBe(0);
    const plan: PlanDocument = JSON.parse(stdout());
    return plan.summary.access;
  };
  const apply = ["apply", "--auto-approve", ...common];
  expect(await run({ argv: apply, context: testContext().context, interruptedBy: () => undefined })).toBe(0);
  expect(await accessOf()).toMatchObject({ arriving: 0, known: 2, compared: "receipt" });
  await folder.write("orgform.yaml", fileOf("ada@x.example, bob@x.example"));
  expect(await accessOf()).toMatchObject({ arriving: 1, known: 1, compared: "receipt" });
  expect(await accessOf({ CI: "true" })).toMatchObject({ arriving: 2, compared: "nothing" });
  const base = await folder.write("base.yaml", fileOf("ada@x.example, bob@x.example"));
  expect(await accessOf({}, ["--base", base])).toMatchObject({ arriving: 0, known: 2, compared: "base" });
  const receipts = folder.path(".orgform/receipts");
  const [receipt = ""] = await readdir(receipts);
  await appendFile(`${receipts}/${receipt}`, "{");
  expect(await accessOf()).toMatchObject({ arriving: 2, compared: "nothing" });
});
