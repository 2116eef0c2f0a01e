import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { orgform as runBuilt } from "../support/run-built.js";
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

it("says in its headline who sees more than the file says, and once who has another role", async () => {
  const [ada, dan, eve] = ["ada", "dan", "eve"].map((name) => `${name}@northwind.example`);
  // Dan was added to the group by hand, and ada was given a value; eve has another role than the file says.
  const folder = await openFolder();
  await folder.write(
    "org.json",
    JSON.stringify({
      workspaces: [
        {
          name: "prod",
          definitions: [{ name: "region", data_type: "string" }],
          all_users: { values: { region: "no-access" } },
          groups: [{ name: "West", precedence: 1, values: { region: "west" }, members: [dan] }],
          members: [
            { email: ada, role: "view", values: { region: "east" } },
            { email: dan, role: "view" },
            { email: eve, role: "develop" },
          ],
        },
      ],
    }),
  );
  await folder.write(
    "orgform.yaml",
    `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string, deny: no-access}}
    groups:
      All Users: {values: {region: no-access}}
      West: {precedence: 1, values: {region: west}, members: []}
    members: {"${ada}": {values: {}}, "${eve}": {role: view}}
`,
  );
  const env = { ORGFORM_SANDBOX: "org.json" };
  for (const format of ["text", "markdown", "html"]) {
    const options = { cwd: folder.path(""), env };
    const built = await runBuilt(["drift", "--format", format, "--out", "drift.json"], options);
    expect([built.exitCode, built.stderr]).toEqual([2, expect.anything()]);
    // Shown again, it has the words of drift, its file and its sandbox.
    expect((await orgform(["show", "drift.json", "--format", format], { ...options, env: {} })).stdout).toBe(
      built.stdout,
    );
    const text = withoutBreaks(built.stdout).replaceAll("\\@&#8203;", "@").replaceAll(/\s+/g, " ");
    const headline = `2 people see more than the file says: ${ada}, ${dan}. 1 person has another role than the file says: ${eve}.`;
    expect(text.split(headline)).toHaveLength(2);
    expect(text).not.toMatch(/sees? less/);
  }
});
