import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startSandbox } from "../../src/sandbox/start-sandbox.js";
import { isLeftOut } from "../support/apart.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MOST_BYTES = 3_000_000;

let folder: string;
let tarball: string;

/** Runs in the folder of somebody who has installed the package, with nothing of this repository in reach. */
async function run(program: string, ...args: string[]) {
  const env = { PATH: process.env.PATH ?? "", HOME: folder, NO_UPDATE_NOTIFIER: "1" };
  return await execa(program, args, { cwd: folder, env, extendEnv: false, reject: false, stdin: "ignore" });
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "orgform-package-"));
  // Without prepack: the tests that run beside this one use the same build.
  await execa("npm", ["pack", "--silent", "--ignore-scripts", "--pack-destination", folder], { cwd: ROOT });
  tarball = readdirSync(folder)[0] ?? "";
  writeFileSync(
    join(folder, "package.json"),
    JSON.stringify({ name: "somebody", private: true, type: "module" }),
  );
  await execa(
    "npm",
    ["install", "--offline", "--no-audit", "--no-fund", "--ignore-scripts", `./${tarball}`],
    {
      cwd: folder,
    },
  );
  cpSync(join(ROOT, "examples/quickstart/orgform.yaml"), join(folder, "orgform.yaml"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the package", () => {
  it("installs offline and alone, without anything that only builds or tests it", () => {
    expect(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith("."))).toEqual([
      "orgform",
    ]);
    expect(readdirSync(join(folder, "node_modules/orgform")).sort()).toEqual([
      "CHANGELOG.md",
      "LICENSE",
      "README.md",
      "dist",
      "docs",
      "package.json",
      "schemas",
    ]);
    expect(statSync(join(folder, tarball)).size).toBeLessThan(MOST_BYTES);
    expect(readFileSync(join(folder, "node_modules/orgform/dist/THIRD-PARTY-LICENSES.txt"), "utf8")).toMatch(
      /^yaml \d/m,
    );
  });

  it("carries the pages with the picture that the README shows, and nothing that only the site needs", () => {
    const docs = readdirSync(join(folder, "node_modules/orgform/docs"));
    expect(docs).toContain("troubleshooting.md");
    expect(docs.filter((name) => !/\.md$/.test(name))).toEqual(["images"]);
    const readme = readFileSync(join(folder, "node_modules/orgform/README.md"), "utf8");
    const shown = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path = ""]) => path);
    expect(shown.length).toBeGreaterThan(0);
    for (const path of shown)
      expect(statSync(join(folder, "node_modules/orgform", path)).size).toBeGreaterThan(0);
  });

  it("carries the types that its face leads to, and no others", () => {
    const types = join(folder, "node_modules/orgform/dist/types");
    const carried = readdirSync(types, { recursive: true }).filter((path) => String(path).endsWith(".d.ts"));
    expect(carried).toContain("index.d.ts");
    expect(carried).not.toContain(join("tui", "show-apply.d.ts"));
    expect(carried.length).toBeLessThan(100);
  });

  it.skipIf(isLeftOut(".ci/tools"))(
    "is resolved and typed for every kind of project, as publint and attw judge",
    async () => {
      const bin = (name: string): string => join(ROOT, ".ci/tools/node_modules/.bin", name);
      const linted = await run(bin("publint"), "--strict", tarball);
      expect(linted.stdout).toContain("All good!");
      // Every supported Node can require an ES module, as the next test does.
      const resolved = await run(bin("attw"), tarball, "--ignore-rules", "cjs-resolves-to-esm");
      expect(resolved.exitCode, resolved.stdout).toBe(0);
      expect(resolved.stdout).toMatch(/node10 +│ 🟢/u);
    },
  );

  it("can be required by CommonJS", async () => {
    writeFileSync(join(folder, "use.cjs"), 'console.log(typeof require("orgform").createPlan);\n');
    expect(await run(process.execPath, "use.cjs")).toMatchObject({ exitCode: 0, stdout: "function" });
  });

  it("has a command that says its version, validates and plans", async () => {
    const { version } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
    const command = join(folder, "node_modules/.bin/orgform");
    expect(await run(command, "--version")).toMatchObject({ exitCode: 0, stdout: version });
    expect(await run(command, "validate")).toMatchObject({ exitCode: 0 });
    const plan = await run(command, "plan", "--sandbox");
    expect(plan).toMatchObject({ exitCode: 0, stderr: "" });
    expect(plan.stdout).toContain("Plan: ");
  });

  it("begins a file with the schema that an editor finds: the installed one, or else the published one", async () => {
    const command = join(folder, "node_modules/.bin/orgform");
    const elsewhere = join(folder, "elsewhere");
    mkdirSync(elsewhere);
    const firstLine = async (cwd: string): Promise<string | undefined> => {
      const args = ["init", "--empty", "--sandbox", "--out", "begun.yaml"];
      await execa(command, args, { cwd, stdin: "ignore" });
      return readFileSync(join(cwd, "begun.yaml"), "utf8").split("\n")[0];
    };
    const local = "./node_modules/orgform/schemas/orgform.schema.json";
    const { $id: published } = JSON.parse(readFileSync(join(ROOT, "schemas/orgform.schema.json"), "utf8"));
    expect(await firstLine(folder)).toBe(`# yaml-language-server: $schema=${local}`);
    expect(await firstLine(elsewhere)).toBe(`# yaml-language-server: $schema=${published}`);
  });

  it("installs into a container as the Dockerfile of the examples says", async () => {
    const dockerfile = readFileSync(join(ROOT, "examples/docker/Dockerfile"), "utf8");
    expect(dockerfile).toMatch(/^COPY orgform-\*\.tgz \.\/$/m);
    expect(tarball).toMatch(/^orgform-.*\.tgz$/);
    const [, install = ""] = /^RUN (npm install [^\n\\&]*)/m.exec(dockerfile) ?? [];
    const installed = await run("sh", "-c", `npm_config_prefix="$PWD/global" ${install}`);
    expect(installed.exitCode, installed.stderr).toBe(0);
    expect(await run(join(folder, "global/bin/orgform"), "validate")).toMatchObject({ exitCode: 0 });
  });

  it("is a library with types, for a strict project without any of ours", async () => {
    writeFileSync(join(folder, "use.ts"), USE);
    const options = {
      strict: true,
      noEmit: true,
      module: "nodenext",
      target: "es2022",
      types: [],
      skipLibCheck: false,
    };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions: options, files: ["use.ts"] }),
    );
    const checked = await run(join(ROOT, "node_modules/.bin/tsc"), "-p", ".");
    expect(checked.stdout).toBe("");
    expect(checked.exitCode).toBe(0);

    writeFileSync(join(folder, "use.mjs"), RUN);
    const ran = await run(process.execPath, "use.mjs");
    expect(ran).toMatchObject({ exitCode: 0, stdout: "northwind-prod" });
  });

  it("carries out a plan that one process saved and another has read, once and as it was approved", async () => {
    const sandbox = await startSandbox();
    const service = [sandbox.url, sandbox.token] as const;
    try {
      writeFileSync(join(folder, "save.mjs"), SAVE);
      writeFileSync(join(folder, "carry-out.mjs"), CARRY_OUT);
      const saved = await run(process.execPath, "save.mjs", ...service);
      expect(saved).toMatchObject({
        exitCode: 0,
        stderr: "",
        stdout: expect.stringMatching(/^[1-9]\d* steps$/),
      });
      expect(await run(process.execPath, "carry-out.mjs", ...service)).toMatchObject({ stdout: "ok" });
      expect(sandbox.state().workspaces.map(({ name }) => name)).toContain("northwind-prod");
      // What it approved is done, so that it is no longer what would happen.
      expect(await run(process.execPath, "carry-out.mjs", ...service)).toMatchObject({
        exitCode: 1,
        stderr: expect.stringContaining("no longer the one that was approved"),
      });
    } finally {
      await sandbox.close();
    }
  });

  it("exports the schemas that editors and validators need", async () => {
    writeFileSync(join(folder, "schema.mjs"), SCHEMA);
    expect(await run(process.execPath, "schema.mjs")).toMatchObject({ exitCode: 0, stdout: "orgform plan" });
  });
});

const USE = `import { checkSignIn, createPlan, loadConfig, type LiveState, type Plan, renderSignIn } from "orgform";
declare const live: LiveState;
const config = await loadConfig(["orgform.yaml"]);
if (config.desired !== null) {
  const plan: Plan = createPlan(config.desired, live, { orgformVersion: "1" });
  const digest: string = plan.plan_digest;
  const { warehouse_sign_in: block } = config.desired;
  if (block !== undefined) {
    const names: string[] = renderSignIn(block, "all").files.map(({ name }) => name);
    const outcome: string = checkSignIn(block, undefined, new Date()).outcome;
  }
  // @ts-expect-error: a digest is no number, which shows that these are types and not any
  const wrong: number = plan.plan_digest;
}
`;

const RUN = `import { loadConfig, renderSignIn } from "orgform";
if (typeof renderSignIn !== "function") throw new Error("the package cannot render a sign-in");
const { desired } = await loadConfig(["orgform.yaml"]);
console.log(desired.workspaces[0].name);
`;

const READ = `import { readFile, writeFile } from "node:fs/promises";
import { applyPlan, createClient, createPlan, loadConfig, parsePlan, readLiveStateFor, VERSION } from "orgform";
const [, , baseUrl, token] = process.argv;
const client = createClient({ baseUrl, token });
const config = await loadConfig(["orgform.yaml"]);
const read = await readLiveStateFor(config.desired, client);
if (!("live" in read)) throw new Error(read.diagnostics[0]?.summary);
const plan = createPlan(config.desired, read.live, { orgformVersion: VERSION, file: config });
`;

const SAVE = `${READ}
await writeFile("plan.json", JSON.stringify(plan));
console.log(plan.steps.length, "steps");
`;

const CARRY_OUT = `${READ}
const saved = parsePlan(await readFile("plan.json", "utf8"));
if (!("plan" in saved)) throw new Error(saved.diagnostics[0]?.detail);
if (plan.plan_digest !== saved.plan.plan_digest) throw new Error("the plan is no longer the one that was approved");
for await (const event of applyPlan(saved.plan, client)) if (event.type === "apply_summary") console.log(event.outcome);
`;

const SCHEMA = `import schema from "orgform/schemas/plan.schema.json" with { type: "json" };
console.log(schema.title);
`;
