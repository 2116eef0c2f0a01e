import { expect, it } from "vitest";
import { snapshot } from "../../src/commands/snapshot/snapshot.js";
import { testContext } from "../support/context.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";
import { openNorthwind } from "./northwind.js";

const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    groups:
      Sales: {members: [ada@northwind.example, bob@northwind.example, cal@northwind.example]}
      Execs: {values: {region: all, team: changed}, members: [ada@northwind.example, cal@northwind.example]}
    members:
      cal@northwind.example: {values: {team: c}}
`;

/** Cal was invited when the snapshot was taken, and has joined since; that Bob is to be in Sales is somebody else's matter. */
async function open(file = FILE) {
  const folder = await openFolder();
  const sandbox = await openNorthwind();
  await folder.write("orgform.yaml", file);
  await snapshot(testContext({ sandbox }).context, {
    output: folder.path("last.json"),
    file: [folder.path("orgform.yaml")],
  });
  await fetch(`${sandbox.origin}/_sandbox/accept-invite`, {
    method: "POST",
    body: JSON.stringify({ workspace: "prod", email: "cal@northwind.example" }),
  });
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  return { sandbox, run: (...args: string[]) => orgform(args, { cwd: folder.path(""), env }) };
}

it("does what was approved for people who have joined, and names what it leaves out", async () => {
  const { sandbox, run } = await open();
  const { exitCode, stderr } = await run("apply", "--joined", "--since", "last.json", "--auto-approve");
  expect(exitCode).toBe(0);
  const [prod] = sandbox.state().workspaces;
  expect(prod?.groups?.find(({ name }) => name === "Sales")?.members).toEqual([
    "Ada@northwind.example",
    "cal@northwind.example",
  ]);
  // What the group gives is to change: that is another matter than what was approved.
  expect(prod?.groups?.find(({ name }) => name === "Execs")?.members).toEqual(["Ada@northwind.example"]);
  expect(prod?.members?.find(({ email }) => email === "cal@northwind.example")?.values).toEqual({
    team: "c",
  });
  for (const left of ["Sales/members/bob@", "Execs/members/cal@", "Execs/values/team"])
    expect(stderr).toContain(left);
});

it("is no drift since the snapshot, and is one without it", async () => {
  const { run } = await open(`version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    groups:
      Sales: {members: [ada@northwind.example, cal@northwind.example]}
    members: {cal@northwind.example: {}}
`);
  expect((await run("drift")).exitCode).toBe(2);
  expect((await run("drift", "--since", "last.json")).exitCode).toBe(0);
});

it("knows people from the snapshot whom the file names in a group only", async () => {
  const { sandbox, run } = await open(`version: 1
organization: {id: org_northwind}
workspaces: {prod: {groups: {Sales: {members: [ada@northwind.example, cal@northwind.example]}}}}
`);
  expect((await run("drift", "--since", "last.json")).exitCode).toBe(0);
  expect((await run("apply", "--joined", "--since", "last.json", "--auto-approve")).exitCode).toBe(0);
  const sales = sandbox.state().workspaces[0]?.groups?.find(({ name }) => name === "Sales");
  expect(sales?.members).toContain("cal@northwind.example");
});

it("counts everybody else's changes as drift", async () => {
  const { run } = await open();
  expect((await run("drift", "--since", "last.json")).exitCode).toBe(2);
});

it("takes both options or none", async () => {
  const { run } = await open();
  expect(await run("apply", "--joined")).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("belong together"),
  });
  expect((await run("apply", "--since", "last.json")).exitCode).toBe(1);
});
