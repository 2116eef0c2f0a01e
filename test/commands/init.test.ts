import { expect, it } from "vitest";
import { init } from "../../src/commands/file/init.js";
import { parseConfig } from "../../src/config/config.js";
import { loadConfig } from "../../src/config/load-config.js";
import type { SandboxSeed } from "../../src/sandbox/start-sandbox.js";
import { type TestContextOptions, testContext } from "../support/context.js";
import { clientOf, planAgainst } from "../support/plan-against.js";
import { orgform } from "../support/run-in-process.js";
import { ended } from "./ended.js";
import { openFolder } from "./folder.js";
import { NORTHWIND, openNorthwind } from "./northwind.js";

type InitOptions = Parameters<typeof init>[1];

async function start(given: TestContextOptions = {}, seed: SandboxSeed = NORTHWIND) {
  const [sandbox, folder] = [await openNorthwind(seed), await openFolder()];
  const test = testContext({ sandbox, ...given });
  const output = folder.path("orgform.yaml");
  const run = (options: InitOptions) => init(test.context, { out: output, ...options });
  return { ...test, run, sandbox, folder, out: output };
}

it("starts from what lives", async () => {
  const { run, sandbox, out: output, stdout, stderr } = await start();
  expect(await run({})).toBe("ok");
  const { desired } = await loadConfig([output]);
  if (desired === null) throw new Error("not valid");
  expect(await planAgainst(clientOf(sandbox), desired)).toMatchObject({
    resource_changes: [],
    unmanaged: [],
  });
  expect(stdout()).toBe("");
  expect(stderr()).toContain("2 workspaces");
});

it("starts where nothing exists with a start in comments that is valid", async () => {
  const { run, sandbox, folder, out: output } = await start({}, { workspaces: [] });
  expect(await run({ baseUrl: sandbox.url })).toBe("ok");
  const { desired } = await loadConfig([output]);
  expect(desired).toMatchObject({
    organization: { id: "org_northwind", name: "Northwind" },
    service: { base_url: sandbox.url },
    workspaces: [],
  });
  const text = await folder.read("orgform.yaml");
  const [starter = ""] = /(?:\n#.*|\n)+$/.exec(text) ?? [];
  const uncommented = text.replace(starter, starter.replace(/^#( |$)/gm, "").replace(/^orgform .*$/m, ""));
  expect(parseConfig([{ filename: "o", text: uncommented }]).diagnostics).toEqual([]);
  expect(parseConfig([{ filename: "o", text: uncommented }]).desired?.workspaces).toHaveLength(1);
});

it("names a next command that can be run as it stands", async () => {
  const sandbox = await openNorthwind();
  const folder = await openFolder();
  const cwd = folder.path("");
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const begun = await orgform(["init", "--region", "eu"], { cwd, env });
  const commands = [...begun.stderr.matchAll(/`orgform ([^`]+)`/g)].map(([, words = ""]) => words.split(" "));
  expect(commands).toEqual([["plan"], ["who", "--open"]]);
  for (const command of commands)
    expect(await orgform(command, { cwd, env })).toMatchObject({ exitCode: 0, stderr: "" });
});

it("keeps a file that exists, before anything is read", async () => {
  const { run, sandbox, folder } = await start();
  await folder.write("orgform.yaml", "mine");
  expect(await ended(run({}))).toMatchObject({ outcome: "error", diagnostics: [{ code: "output" }] });
  expect(await folder.read("orgform.yaml")).toBe("mine");
  expect(sandbox.log()).toEqual([]);
});

it("can be tried without an organization, and printed", async () => {
  const { context, stdout } = testContext();
  expect(await init(context, { sandbox: true, out: "-" })).toBe("ok");
  expect(stdout()).toContain("organization: {id: org_northwind, name: Northwind}");
});

it("says where the service is when it was told by region", async () => {
  const { context } = testContext();
  // No token: nothing is sent to a region's address here.
  expect(await ended(init(context, { region: "eu", out: "-" }))).toMatchObject({
    diagnostics: [{ code: "token-missing" }],
  });
  expect(await ended(init(context, { out: "-" }))).toMatchObject({
    diagnostics: [{ code: "missing-key" }],
  });
});
