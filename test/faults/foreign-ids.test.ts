import { expect, it, onTestFinished } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { openFolder } from "../commands/folder.js";
import { orgform } from "../support/run-in-process.js";

const FILE = `version: 1
organization: {id: org_northwind, name: Northwind}
workspaces:
  prod:
    attributes:
      region: {data_type: string, label: Region}
      team: {data_type: string, label: Team}
    groups:
      Sales: {precedence: 10, values: {region: west}}
      North: {precedence: 20, values: {region: north, team: b}}
  new:
    attributes: {region: {data_type: string, label: Region}}
    groups: {North: {precedence: 20, values: {region: north}}}
`;

// The creation of the second group, attribute or workspace is answered with the id of the first one.
it.each(["/workspaces", "/workspaces/*/groups", "/workspaces/*/user_attribute_definitions"])(
  "a creation at %s that is answered with the id of an existing resource changes nothing of that one",
  async (path) => {
    const sandbox = await startSandbox({
      seed: {
        organization: { id: "org_northwind", name: "Northwind" },
        workspaces: [
          {
            name: "prod",
            definitions: [{ name: "region", data_type: "string", label: "Region" }],
            groups: [{ name: "Sales", precedence: 10, values: { region: "west" } }],
          },
        ],
      },
    });
    onTestFinished(() => sandbox.close());
    const [prod] = sandbox.state().workspaces;
    const id = { "/workspaces": prod?.id, "/workspaces/*/groups": prod?.groups?.[0]?.id }[path];
    const merge = { data: { id: id ?? prod?.definitions?.[0]?.id } };
    sandbox.addFaults({ kind: "merge", times: 1, match: { method: "POST", path }, merge });
    const folder = await openFolder();
    await folder.write("orgform.yaml", FILE);
    const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
    const run = await orgform(["apply", "--auto-approve"], { cwd: folder.path(""), env });
    const [after, made] = sandbox.state().workspaces;
    expect(run.exitCode).toBe(0);
    expect(after?.groups?.map(({ name, values }) => [name, values])).toEqual([
      ["Sales", { region: "west" }],
      ["North", { region: "north", team: "b" }],
    ]);
    expect(made?.groups?.map(({ name, values }) => [name, values])).toEqual([["North", { region: "north" }]]);
  },
);
