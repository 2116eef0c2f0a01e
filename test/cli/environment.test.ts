import { expect, it } from "vitest";
import { openFolder } from "../commands/folder.js";
import { orgform } from "../support/run-in-process.js";

const FILE = "version: 1\norganization: {id: org_northwind}\nworkspaces: {prod: {}}\n";

async function start() {
  const folder = await openFolder();
  await folder.write("northwind.yaml", FILE);
  const run = (env: Readonly<Record<string, string>>, ...args: string[]) =>
    orgform(args, { cwd: folder.path(""), env });
  return { folder, run };
}

it("takes the file and the sandbox from the environment, so that no line needs them", async () => {
  const { run, folder } = await start();
  const env = { ORGFORM_FILE: "northwind.yaml", ORGFORM_SANDBOX: "org.json" };
  expect(await run(env, "apply", "--auto-approve", "--no-receipt")).toMatchObject({ exitCode: 0 });
  expect((await run(env, "plan")).stdout).toContain("No changes.");
  expect(await folder.read("org.json")).toContain("prod");
});

it("takes 1 for a sandbox of one run, and an empty variable for none", async () => {
  const { run } = await start();
  const file = { ORGFORM_FILE: "northwind.yaml" };
  expect((await run({ ...file, ORGFORM_SANDBOX: "1" }, "plan")).stdout).toContain("Plan: 1 to add");
  expect((await run({ ...file, ORGFORM_SANDBOX: "" }, "plan")).stderr).toContain("address of the service");
  expect((await run({ ORGFORM_FILE: "", ORGFORM_SANDBOX: "1" }, "plan")).stderr).toContain("orgform.yaml");
});

it("does what the command line says, where that says something", async () => {
  const { run, folder } = await start();
  await folder.write("other.yaml", FILE.replace("prod", "lab"));
  const env = { ORGFORM_FILE: "northwind.yaml", ORGFORM_SANDBOX: "org.json" };
  const plan = await run(env, "plan", "-f", "other.yaml", "--sandbox");
  expect(plan.stdout).toContain("+ lab");
  await expect(folder.read("org.json")).rejects.toThrow();
  const elsewhere = await run(
    { ...env, ORGFORM_TOKEN: "t" },
    "plan",
    "--base-url",
    "http://127.0.0.1:9/api/v2",
  );
  expect(elsewhere.stderr).not.toContain("--base-url beside --sandbox");
});

it("is no option of commands that have none", async () => {
  const { run } = await start();
  const env = { ORGFORM_FILE: "northwind.yaml", ORGFORM_SANDBOX: "org.json" };
  expect(await run(env, "completion", "bash")).toMatchObject({ exitCode: 0, stderr: "" });
});
