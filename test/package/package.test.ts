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

  it.skipIf(isLeftOut(".ci/tools"))("is in order, as publint judges", async () => {
    const linted = await run(join(ROOT, ".ci/tools/node_modules/.bin/publint"), "--strict", tarball);
    expect(linted.stdout).toContain("All good!");
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
      const args = ["init", "--sandbox", "--out", "begun.yaml"];
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

  it("exports the schemas that editors and validators need, and no code", async () => {
    writeFileSync(join(folder, "schema.mjs"), SCHEMA);
    expect(await run(process.execPath, "schema.mjs")).toMatchObject({ exitCode: 0, stdout: "orgform plan" });
    const imported = await run(process.execPath, "--eval", 'import("orgform")');
    expect(imported.stderr).toContain("ERR_PACKAGE_PATH_NOT_EXPORTED");
  });
});

const SCHEMA = `import schema from "orgform/schemas/plan.schema.json" with { type: "json" };
console.log(schema.title);
`;
