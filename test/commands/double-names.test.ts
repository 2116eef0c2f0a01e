import { expect, it } from "vitest";
import { sealed } from "../../src/live/snapshot/snapshot-file.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const [ADA, DAN, ROOT] = ["ada@n.example", "dan@n.example", "root@n.example"];
const values = (region: string) => ({ region });

/** An organization with two groups Partners. */
const SEED = {
  organization: { id: "org_n", name: "N" },
  users: [
    { id: "usr_1", email: DAN },
    { id: "usr_2", email: "other@n.example" },
    { email: ROOT, organization_admin: true },
  ],
  workspaces: [
    {
      name: "prod",
      definitions: [{ name: "region", data_type: "string" }],
      all_users: { values: values("none") },
      groups: [
        { id: "grp_1", name: "Partners", precedence: 10, values: values("west"), members: [DAN] },
        { id: "grp_2", name: "Partners", precedence: 20, values: values("east"), members: [DAN, ADA] },
      ],
      members: [DAN, "other@n.example", ADA].map((email) => ({ email, role: "explore" })),
    },
  ],
};

const fileOf = (rest: string) => `version: 1
organization: {id: org_n}
workspaces:
  prod:
${rest}
`;

/** A folder with a file, and a snapshot of the organization in which Dan's address has another account as well. */
async function open(rest: string) {
  const folder = await openFolder();
  const run = (...args: string[]) => orgform(args, { cwd: folder.path("") });
  await folder.write("orgform.yaml", fileOf(rest));
  await folder.write("seed.json", JSON.stringify(SEED));
  expect((await run("snapshot", "--sandbox", "./seed.json", "--out", "single.json")).exitCode).toBe(0);
  const { digest: _, ...snapshot } = JSON.parse(
    (await folder.read("single.json")).replace("other@n.example", "DAN@n.example"),
  );
  await folder.write("double.json", sealed(`${JSON.stringify(snapshot, null, 2)}\n`).text);
  return { folder, run: (...args: string[]) => run(...args, "--live", "double.json") };
}

const OTHER_GROUP = "    groups: {All Users: {values: {region: none}}}";

it("tells groups and people whom the file does not name apart by their ids", async () => {
  const { folder, run } = await open(OTHER_GROUP);
  const plan = JSON.parse((await run("plan", "--format", "json")).stdout);
  expect(plan).toMatchObject({
    outcome: "ok",
    resource_changes: [],
    unmanaged: ["grp_1", "grp_2"].map((id) => ({ address: `prod/groups/Partners (${id})` })),
  });

  const { stdout } = await run("who", "--format", "csv");
  for (const [member, value, source] of [
    [ADA, "east", "Partners (grp_2)"],
    ["dan@n.example (usr_1)", "east", "Partners (grp_2)"],
    ["dan@n.example (usr_2)", "none", "All Users"],
  ])
    expect(stdout).toContain(`"${member}","explore","region","${value}","${source}"`);

  expect((await run("snapshot", "--out", "again.json")).exitCode).toBe(0);
  expect(await folder.read("again.json")).toBe(await folder.read("double.json"));
  expect((await run("compare", "double.json", "live")).stdout).toContain("nobody sees anything else");
  expect((await run("review", "--out", "q")).exitCode).toBe(0);
  expect(await folder.read("q.csv")).toMatch(/dan@n\.example \(usr_1\)[\s\S]*dan@n\.example \(usr_2\)/);
});

it("asks which account is meant, and lists them", async () => {
  const { run } = await open(OTHER_GROUP);
  const { exitCode, stderr } = await run("who", DAN);
  expect(exitCode).toBe(1);
  expect(stderr).toMatch(/Several members have the address "dan@n\.example"[\s\S]*usr_1[\s\S]*usr_2/);
  expect((await run("who", "dan@n.example (usr_2)")).stdout).toContain('→  "none"  All Users');
});

it.each([
  ["a group", "    groups: {Partners: {precedence: 10}}", "Partners"],
  ["a group by its former name", "    groups: {Friends: {previously: [Partners]}}", "Partners"],
  ["the groups, as they are exact", `${OTHER_GROUP}\n    exact: {groups: true}`, "Partners"],
  [
    "a group in a rule",
    `${OTHER_GROUP}\n    attributes: {region: {data_type: string, label: Region}}\nexpect:\n  - {workspace: prod, attribute: region, never: [all], except_groups: [Partners]}`,
    "Partners",
  ],
  [
    "a person in `protect`",
    `    groups: {Sales: {precedence: 5, members: []}}\nprotect: ["prod/groups/*/members/Dan@n.example", "prod/**"]`,
    DAN,
  ],
  ["groups by a pattern in `protect`", `${OTHER_GROUP}\nprotect: ["*/groups/Part*/**"]`, "Partners"],
  ["a person", `    members: {${DAN}: {}}`, DAN],
  ["a person in a group", `    groups: {Sales: {precedence: 5, members: [${DAN}]}}`, DAN],
])("is an error where the file names %s", async (_, rest, name) => {
  const { run } = await open(rest);
  for (const command of [["plan"], ["review", "--out", "q"]]) {
    const { exitCode, stderr } = await run(...command);
    expect([exitCode, stderr]).toEqual([1, expect.stringContaining("orgform help duplicate-live-name")]);
    expect(stderr).toContain(name);
  }
  expect((await run("who", "region")).exitCode).toBe(1);
  expect((await run("who", "region=east")).exitCode).toBe(0);
});
