import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

it("is refused by an expectation that does not hold, and not by limits of writes", async () => {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          groups: [
            { name: "A", precedence: 1, values: { region: "west" }, members: ["ada@northwind.example"] },
          ],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const options = {
    cwd: folder.path(""),
    env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
  };
  const head = "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: ";
  await folder.write(
    "orgform.yaml",
    `${head}{}}\nexpect: [{workspace: prod, attribute: region, never: [west, east]}]\n`,
  );
  const forbidden = await orgform(["drift", "--format", "json"], options);
  expect(forbidden.exitCode).toBe(3);
  const { outcome, guards } = JSON.parse(forbidden.stdout);
  expect(outcome).toBe("refused");
  expect(guards[0].message).toMatch(/would get west; .*\(orgform\.yaml:4\)$/);

  await folder.write("orgform.yaml", `${head}{groups: {A: {members: []}}}}\nlimits: {delete: {count: 0}}\n`);
  expect((await orgform(["drift"], options)).exitCode).toBe(2);
  // What is allowed to a guard of writes is no part of a document that has no such guard.
  const allowed = ["--allow", "delete.group_membership=1", "--out", "drift.json"];
  expect((await orgform(["drift", ...allowed], options)).exitCode).toBe(2);
  const shown = await orgform(["show", "drift.json"], options);
  expect({ stderr: shown.stderr, exitCode: shown.exitCode }).toEqual({ stderr: "", exitCode: 0 });
});
