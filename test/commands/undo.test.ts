import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-built.js";
import { openFolder } from "./folder.js";

it("goes back in the workspace that was changed, whatever another one is called", async () => {
  const sandbox = await startSandbox({
    seed: {
      workspaces: [
        { name: "prod", groups: [{ name: "New", precedence: 7 }] },
        { name: "legacy", groups: [{ name: "Old", precedence: 3 }] },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const groups = () =>
    sandbox.state().workspaces.map((w) => [w.name, ...(w.groups ?? []).map(({ name }) => name)]);
  const before = groups();
  const folder = await openFolder();
  const id = sandbox.state().workspaces.find(({ name }) => name === "legacy")?.id ?? "";
  const file = await folder.write(
    "orgform.yaml",
    `version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {id: ${id}, groups: {New: {precedence: 10}}}}\n`,
  );
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const receipt = folder.path("receipt.json");
  const apply = await orgform(["apply", "--auto-approve", "-f", file, "--receipt", receipt], { env });
  expect(apply.exitCode).toBe(0);
  expect(groups()).toEqual([before[0], [...(before[1] ?? []), "New"]]);

  const undo = await orgform(["undo", receipt, "--auto-approve", "--allow", "delete.group=1"], {
    env,
    cwd: folder.path(""),
  });
  expect(undo.exitCode).toBe(0);
  expect(groups()).toEqual(before);
});
