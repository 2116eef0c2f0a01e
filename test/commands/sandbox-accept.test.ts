import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    groups: {Sales: {precedence: 1, members: [ada@northwind.example]}}
    members: {ada@northwind.example: {role: explore}}
  lab: {members: {ada@northwind.example: {role: view}, bob@northwind.example: {}}}
`;

async function start() {
  const folder = await openFolder();
  await folder.write("orgform.yaml", FILE);
  const run = (...args: string[]) => orgform(args, { cwd: folder.path("") });
  expect((await run("apply", "--sandbox", "org.json", "--auto-approve", "--no-receipt")).exitCode).toBe(0);
  return run;
}

it("accepts all invites of a person, so that the next plan gives them what waits for them", async () => {
  const run = await start();
  const plan = async () =>
    JSON.parse((await run("plan", "--sandbox", "org.json", "--format", "json")).stdout);
  expect((await plan()).deferred).toHaveLength(1);
  const { stdout, exitCode } = await run("sandbox", "accept", "ADA@northwind.example", "org.json");
  expect(exitCode).toBe(0);
  expect(stdout).toBe(
    "ada@northwind.example accepted the invite and is in lab now, with the role view.\n" +
      "ada@northwind.example accepted the invite and is in prod now, with the role explore.\n",
  );
  const { deferred, resource_changes } = await plan();
  expect(deferred).toEqual([]);
  expect(resource_changes.map(({ address }: { address: string }) => address)).toEqual([
    "prod/groups/Sales/members/ada@northwind.example",
  ]);
});

it("accepts the invites of everybody, and says of how many people in which workspace", async () => {
  const run = await start();
  const all = () => run("sandbox", "accept", "--all", "org.json");
  expect(await all()).toMatchObject({
    exitCode: 0,
    stdout: "2 people accepted the invite to lab.\n1 person accepted the invite to prod.\n",
  });
  expect(await all()).toMatchObject({ exitCode: 0, stdout: "Nobody is invited.\n" });
});

it.each([
  [
    ["--all", "ada@northwind.example", "org.json"],
    "--all accepts the invites of everybody, and takes no address",
  ],
  [
    ["org.json"],
    "`orgform sandbox accept ADDRESS org.json` for one person, or `orgform sandbox accept --all",
  ],
  [["--all", "nope.json"], 'There is no file "nope.json"'],
  [["--all", "org.json", "--out", "org.json"], "org.json would be overwritten"],
  [["ad@northwind.example", "org.json"], 'Did you mean "ada@northwind.example"?'],
  [["ada@northwind.example", "nope.json"], 'There is no file "nope.json"'],
  [["ada@northwind.example", "orgform.yaml"], "is not a sandbox file"],
])("says what is wrong with %j, and changes nothing", async (words, says) => {
  const run = await start();
  const { stderr, exitCode } = await run("sandbox", "accept", ...words);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(says);
});
