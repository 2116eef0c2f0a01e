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
  const exported = await run("export", "--people", "people.csv", "-o", "orgform.yaml");
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

it("init --people starts from a list, with what its columns look like as comments", async () => {
  const sandbox = await openNorthwind();
  const folder = await openFolder();
  const rows = Array.from(
    { length: 20 },
    (_, i) => `p${i}@northwind.example;active;${i % 2 ? "west" : "#x\u2028"};view;${i}`,
  );
  await folder.write("hr.csv", `mail;status;region;role;id\n${rows.join("\n")}\n`);
  const run = (...args: string[]) =>
    orgform(args, {
      cwd: folder.path(""),
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
    });
  expect(await run("init", "--people", "hr.csv")).toMatchObject({ exitCode: 0 });
  const text = await folder.read("orgform.yaml");
  expect(text).toContain(
    'people:\n  file: hr.csv\n  email: mail\n  delimiter: ";"\n  at_least: 18\n  # only: {status: active}',
  );
  expect(text).toContain('#       role: "${person.role}"');
  expect(text).toContain('#         each: {region: ["#x\\u2028", west]}');
  expect((await run("validate")).exitCode).toBe(0);
  // Uncommented, it is a file that reads.
  await folder.write("orgform.yaml", text.replace(/^# (?=workspaces| {2})/gm, ""));
  expect(await run("validate")).toMatchObject({ exitCode: 0 });
  expect(await run("init", "--people", "none.csv", "--force")).toMatchObject({ exitCode: 1 });
});
