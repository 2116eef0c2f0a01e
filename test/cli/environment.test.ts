import { expect, it } from "vitest";
import { openFolder } from "../commands/folder.js";
import { orgform as built } from "../support/run-built.js";
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

it.each(["1", "true"])("takes %s for a sandbox of one run", async (yes) => {
  const { run } = await start();
  const env = { ORGFORM_FILE: "northwind.yaml", ORGFORM_SANDBOX: yes };
  expect((await run(env, "plan")).stdout).toContain("Plan: 1 to add");
});

it.each(["", "0", "false"])("takes `%s` for no sandbox, in the environment", async (no) => {
  const { run } = await start();
  const env = { ORGFORM_FILE: "northwind.yaml", ORGFORM_SANDBOX: no };
  expect((await run(env, "plan")).stderr).toContain("address of the service");
});

it("takes `--sandbox false` for none, whatever the environment says", async () => {
  const { run } = await start();
  const env = { ORGFORM_FILE: "northwind.yaml", ORGFORM_SANDBOX: "org.json" };
  expect((await run(env, "plan", "--sandbox", "false")).stderr).toContain("address of the service");
});

it.each([
  ["plan", "--base-url"],
  ["plan", "--sandbox"],
  ["plan", "--file"],
  ["apply", "--approve"],
  ["review", "--out"],
  ["acceptance", "--organization"],
])("refuses %s %s where it is empty: what it names must not be something else", async (command, option) => {
  const { run } = await start();
  const env = { ORGFORM_FILE: "northwind.yaml", ORGFORM_SANDBOX: "1" };
  const said = expect.stringContaining("It is empty; a variable may be unset.");
  expect(await run(env, command, option, "")).toMatchObject({ exitCode: 1, stderr: said });
});

it.each(["no", "off", "yes", "on", "TRUE", " ", "org", "ada@northwind.example"])(
  "refuses `%s`, which is neither yes nor no nor a file",
  async (text) => {
    const { run, folder } = await start();
    const said = `cannot be ${JSON.stringify(text)}`;
    const file = { ORGFORM_FILE: "northwind.yaml" };
    for (const command of ["plan", "apply", "drift", "who", "whoami", "review", "snapshot", "log"]) {
      const ended = await run({ ...file, ORGFORM_SANDBOX: text }, command);
      expect(ended, command).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(said) });
    }
    expect((await run(file, "plan", "--sandbox", text)).stderr).toContain(`--sandbox ${said}`);
    await expect(folder.read(text)).rejects.toThrow();
  },
);

it.each(["ORGFORM_BASE_URL", "ORGFORM_FILE"])(
  "refuses %s where it is set and empty: a protection must not be off because a pipeline lacks a variable",
  async (name) => {
    const { run } = await start();
    const ended = await run({ ORGFORM_SANDBOX: "1", [name]: "" }, "plan", "-f", "northwind.yaml");
    expect(ended).toMatchObject({ exitCode: 1, stderr: expect.stringContaining(`${name} is set and empty`) });
    expect((await run({ [name]: "" }, "help", "guards")).exitCode).toBe(0);
  },
);

it.each(["Orgform_Base_Url", "orgform_token", "Orgform_Var_region"])(
  "refuses %s, a setting in other letters, and says how it is written",
  async (name) => {
    const { run } = await start();
    const { exitCode, stderr } = await run({ [name]: "x" }, "validate", "-f", "northwind.yaml");
    expect(exitCode).toBe(1);
    expect(stderr).toContain(`${name} is a setting in other letters`);
    expect(stderr).toContain(name === "Orgform_Var_region" ? "ORGFORM_VAR_region" : name.toUpperCase());
  },
);

it("says what it does not read and nearly has the name of a setting", async () => {
  const { run } = await start();
  const { exitCode, stderr } = await run({ ORGFORM_BASE_UR: "x" }, "validate", "-f", "northwind.yaml");
  expect(exitCode).toBe(0);
  expect(stderr).toContain("orgform does not read ORGFORM_BASE_UR. Did you mean ORGFORM_BASE_URL?");
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

it("says that a file that does not exist was named by the environment", async () => {
  const { run } = await start();
  for (const command of ["validate", "plan", "fmt", "who"]) {
    const { stdout, stderr, exitCode } = await run({ ORGFORM_FILE: "nope.yaml" }, command);
    expect([exitCode, stdout + stderr]).toEqual([1, expect.stringContaining("ORGFORM_FILE names it")]);
    expect(stderr).toContain('There is no file "nope.yaml"');
  }
  const own = await run({ ORGFORM_FILE: "nope.yaml" }, "validate", "-f", "northwind.yaml");
  expect(own).toMatchObject({ exitCode: 0 });
});

it("has no variable that moves the clock", async () => {
  const { folder } = await start();
  const env = { ORGFORM_FILE: "northwind.yaml", ORGFORM_SANDBOX: "1", SOURCE_DATE_EPOCH: "0" };
  const { stdout } = await built(["plan", "--format", "markdown"], { cwd: folder.path(""), env });
  expect(stdout).toContain("UTC");
  expect(stdout).not.toContain("1970");
});
