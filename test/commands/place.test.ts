import { expect, it, onTestFinished } from "vitest";
import type { PlanDocument } from "../../src/model/plan/plan.js";
import { openSandbox } from "../support/open-sandbox.js";
import { withoutBreaks } from "../support/plan-formats.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const ORGANIZATION = `version: 1
organization: {id: org_northwind}
people: {file: people.csv}
templates:
  usual:
    attributes:
      region: {data_type: string}
`;

const PROD = `version: 1
workspaces:
  prod:
    extends: [usual]
    exact: {groups: true}
    people: {}
    groups:
      All Users:
        values:
          region: no-access
      Sales:
        precedence: 30
        previously: [Selling]
        members:
          where: {team: sales}
      Gone: {state: absent}
`;

/** Runs the command in a folder of files, on an organization that has groups which the files lack. */
async function openFiles() {
  const sandbox = openSandbox({
    seed: {
      workspaces: [
        {
          name: "prod",
          groups: [
            { name: "Selling", precedence: 10 },
            { name: "Gone", precedence: 11, members: ["bob@northwind.example"] },
            { name: "Left", precedence: 12 },
          ],
          members: [{ email: "ada@northwind.example" }, { email: "bob@northwind.example" }],
        },
      ],
    },
  });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  await folder.write("a.yaml", ORGANIZATION);
  await folder.write("b.yaml", PROD);
  await folder.write("people.csv", "email,team\nada@northwind.example,sales\n");
  const run = async (...args: string[]) =>
    await orgform(["plan", "-f", "a.yaml", "-f", "b.yaml", ...args], {
      cwd: folder.path(""),
      env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token },
    });
  const document = async () => JSON.parse((await run("--format", "json")).stdout) as PlanDocument; // its own JSON
  return { folder, run, document };
}

it("says of each change where in the files it comes from; of a removal, where it is missing", async () => {
  const { document } = await openFiles();
  const { resource_changes } = await document();
  const places = resource_changes.map(
    ({ address, place }) => `${address} ${place === undefined ? "" : `${place.file}:${place.line}`}`,
  );
  expect(places).toEqual([
    "prod/attributes/region a.yaml:7",
    "prod/groups/All Users/values/region b.yaml:10",
    "prod/groups/Gone b.yaml:16",
    "prod/groups/Gone/members/bob@northwind.example b.yaml:16",
    "prod/groups/Left b.yaml:7",
    "prod/groups/Sales b.yaml:11",
    "prod/groups/Sales/members/ada@northwind.example people.csv:2",
  ]);
});

it("shows the place beside its change in every format, and once", async () => {
  const { run } = await openFiles();
  const text = (await run()).stdout;
  expect(text).toMatch(/^ {4}~ groups\/Selling → Sales {2}precedence 10 → 30 {2}b\.yaml:11$/m);
  expect(text).toMatch(/^ {4}- groups\/Left .* b\.yaml:7$/m);
  // The row of the list is the reason already, and what goes with another removal has its place there.
  expect(text).toMatch(/^ {4}\+ groups\/Sales\/members\/ada@northwind\.example\n {8}\(people\.csv:2\)$/m);
  expect(text).toMatch(/^ {4}- groups\/Gone\/members\/bob@northwind\.example\n {8}\(goes with/m);
  expect((await run("--format", "markdown")).stdout).toMatch(/^- groups\/Left .* b\.yaml:7$/m);
  const page = withoutBreaks((await run("--format", "html")).stdout);
  expect(page).toContain('<span class="place">b.yaml:11</span>');
  expect(page.match(/b\.yaml:11/g)).toHaveLength(1);
});

it("makes no other plan of a line that moved", async () => {
  const { folder, document } = await openFiles();
  const before = await document();
  await folder.write("b.yaml", `# A comment.\n${PROD}`);
  const after = await document();
  expect(after.plan_digest).toBe(before.plan_digest);
  expect(after.resource_changes.map(({ place }) => place?.line)).toContain(17);
});
