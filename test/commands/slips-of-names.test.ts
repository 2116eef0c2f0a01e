import { expect, it } from "vitest";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const FILE = `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    attributes: {region: {data_type: string}}
    groups:
      All Users: {values: {region: west}}
      Nobody: {precedence: 5, values: {region: "east,south"}, members: []}
`;

async function start(file = FILE) {
  const folder = await openFolder();
  await folder.write("orgform.yaml", file);
  const run = (...args: string[]) => orgform(args, { cwd: folder.path("") });
  expect((await run("apply", "--sandbox", "org.json", "--auto-approve", "--no-receipt")).exitCode).toBe(0);
  return { folder, run };
}

it("does not answer `nobody` for a value that looks like a slip", async () => {
  const { run } = await start();
  const who = async (what: string) => await run("who", what, "--sandbox", "org.json");
  const slip = await who("region=wset");
  expect(slip).toMatchObject({ exitCode: 1, stdout: "" });
  expect(slip.stderr).toContain('Did you mean "west"? Run `orgform who region=west`.');
  // Nobody has it, and the file and the service know it; and something else altogether.
  const known = 'No value of "region" is "antarctica", in the file or in the service. Its values: ';
  for (const [what, says] of [
    ["region=south", /^(?!.*No value)/],
    ["region=antarctica", new RegExp(`^${known}"west", "east,south", "east", "south"\\.\n`)],
  ] as const)
    expect(await who(what)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(new RegExp(`^${what}: 1 person: 1 by role$`, "m")),
      stderr: expect.stringMatching(says),
    });
});

it("answers with those whose value leaves what nobody has, and says what may be meant", async () => {
  const members = "    members: {ada@northwind.example: {role: view}}\n";
  const { run } = await start(FILE.replace("region: west", "region: -est") + members);
  expect(await run("who", "region=west", "--planned", "--sandbox", "org.json")).toMatchObject({
    exitCode: 0,
    stdout: expect.stringContaining("ada@northwind.example"),
    stderr: expect.stringContaining('Did you mean "-est"?'),
  });
});

it.each([
  ["./org.jsn", "org.json"],
  ["ogr.json", "org.json"],
  ["./org", "org.json"],
])("does not make a new sandbox %s beside %s", async (slip, meant) => {
  const { folder, run } = await start();
  const { exitCode, stderr } = await run("plan", "--sandbox", slip);
  expect(exitCode).toBe(1);
  expect(stderr).toContain(`Did you mean "${meant}"?`);
  // An empty file says that it is meant.
  await folder.write(slip, "");
  expect((await run("plan", "--sandbox", slip)).exitCode).toBe(0);
});

it.each(["other.json", "org2.json", "orgform.json"])("makes a new sandbox %s", async (name) => {
  const { run } = await start();
  expect((await run("plan", "--sandbox", name)).exitCode).toBe(0);
});

it("takes no other file than a sandbox for the one that was meant", async () => {
  const { folder, run } = await start();
  await folder.write("plan-1.json", "{}");
  expect((await run("plan", "--sandbox", "plan-a.json")).exitCode).toBe(0);
});
