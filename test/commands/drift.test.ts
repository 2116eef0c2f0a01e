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
    const cwd = folder.path("");
    const built = await runBuilt(["drift", "--format", format, "--out", "drift.json"], { cwd, env });
    expect([built.exitCode, built.stderr]).toEqual([2, expect.anything()]);
    const shown = await orgform(["show", "drift.json", "--format", format], { cwd });
    // Shown again, it has the words of drift, its file and its sandbox.
    expect(shown.stdout).toBe(built.stdout);
    const headline = `2 people see more than the file says: ${ada}, ${dan}. 1 person has another role than the file says: ${eve}.`;
    for (const { stdout } of [built, shown]) {
      const text = withoutBreaks(stdout).replaceAll("\\@&#8203;", "@").replaceAll(/\s+/g, " ");
      expect(text.split(headline)).toHaveLength(2);
      expect(text).not.toMatch(/sees? less|--approve/);
      if (format === "html") expect(text).toContain("<dt>File</dt><dd>orgform.yaml</dd>");
    }
  }
});

it("judges each person once, from the file to live, and not by what the edit takes over", async () => {
  const [ada, dan, eve] = ["ada", "dan", "eve"].map((name) => `${name}@northwind.example`);
  const folder = await openFolder();
  const definitions = ["region", "area"].map((name) => ({ name, data_type: "string" as const }));
  const workspace = (
    name: string,
    members: readonly object[],
    west: readonly (string | undefined)[] = [],
  ) => ({
    ...{ name, definitions, all_users: { values: { region: "none", area: "none" } } },
    ...{ members, groups: [{ name: "West", precedence: 1, values: { region: "west" }, members: west }] },
  });
  // Ada is in West of the one workspace by hand, and out of that of the other; the edit takes over what dan has.
  const workspaces = [
    workspace("prod", [{ email: eve, values: { area: "we%" } }], [ada, dan]),
    workspace("test", [{ email: ada }]),
  ];
  await folder.write("org.json", JSON.stringify({ workspaces }));
  const attributes = "{region: {data_type: string, deny: none}, area: {data_type: string, deny: none}}";
  const file = (west: string) => `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: ${attributes}
    groups: {West: {precedence: 1, values: {region: west}, members: [${west}]}}
    members: {${eve}: {values: {area: west, region: west}}}
  test:
    attributes: ${attributes}
    groups: {West: {precedence: 1, values: {region: west}, members: [${ada}]}}
`;
  await folder.write("base.yaml", file(""));
  await folder.write("orgform.yaml", file(`${dan}`));
  const options = { cwd: folder.path(""), env: { ORGFORM_SANDBOX: "org.json" } };
  const { stdout } = await orgform(["drift", "--base", "./base.yaml"], options);
  const headline = `1 person sees more than the file says: ${ada}. 1 person may see more or less than the file says: ${eve}.`;
  expect(stdout.split("\n")[0]).toBe(headline);
  expect(stdout).toMatch(new RegExp(`Taken over[^]*\n  Sees more: 1 value\n    ${dan}`));
  expect(stdout).toContain("Access: 3 people change: 2 see more, 1 may see more or less.");
  // The gains of a plan are the losses of drift: a gate on them would pass whoever gained by hand.
  for (const gain of ["widened", "opened"]) {
    const gate = await orgform(["drift", "--fail-on", gain], options);
    expect(gate).toMatchObject({
      exitCode: 1,
      stdout: "",
      stderr: expect.stringContaining("drift takes no"),
    });
  }
});
