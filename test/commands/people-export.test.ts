import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";
import { NORTHWIND, openNorthwind } from "./northwind.js";

const [PROD, LAB] = NORTHWIND.workspaces;

/** What a spreadsheet would run, what a header and a reference cannot hold, and what no cell can hold. */
const WORLD = {
  ...NORTHWIND,
  workspaces: [
    {
      ...PROD,
      definitions: [...PROD.definitions, { name: "a}b ", data_type: "string" }],
      members: [
        { email: "Ada@northwind.example", role: "view", values: { team: "=1+1", "a}b ": 'x,"y"\n z ' } },
        { email: "bob@northwind.example", role: "view", values: { team: "", region: "b\u0007" } },
      ],
    },
    { ...LAB, name: "lab/x" },
  ],
} as const;

it("export --people and the list that it writes are the organization: the next plan is empty", async () => {
  const sandbox = await openNorthwind(WORLD);
  const folder = await openFolder();
  const run = (...args: string[]) =>
    orgform(args, {
      cwd: folder.path(""),
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
    });
  const exported = await run("export", "--people", "people.csv", "--out", "orgform.yaml");
  expect([exported.exitCode, exported.stderr]).toEqual([
    0,
    expect.stringContaining("Wrote people.csv: 4 people."),
  ]);
  const list = await folder.read("people.csv");
  expect(list).toContain('"=1+1"');
  expect(list).toContain('"x,""y""\n z "');
  expect(await folder.read("orgform.yaml")).toContain('lab~1x/member: "yes"');
  const planned = await run("plan", "--detailed-exitcode", "--format", "json");
  expect(JSON.parse(planned.stdout)).toMatchObject({
    resource_changes: [],
    unsupported: [],
    people_list: { rows: 4 },
  });
  expect(planned.exitCode).toBe(0);
  expect((await run("export", "--people", "people.txt")).exitCode).toBe(1);
});
