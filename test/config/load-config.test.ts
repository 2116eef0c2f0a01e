import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { loadConfig } from "../../src/config/load-config.js";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orgform-"));
});
afterEach(() => rm(folder, { recursive: true }));

const write = async (name: string, content: string | Uint8Array) => {
  const path = join(folder, name);
  await mkdir(join(path, ".."), { recursive: true });
  await writeFile(path, content);
  return path;
};

const codes = async (...paths: string[]) => (await loadConfig(paths)).diagnostics.map((d) => d.code);

it("reads a folder's YAML files and those of its folders, sorted, and no hidden ones", async () => {
  await write("b.yml", "version: 1\nworkspaces: {b: {}}");
  await write("a.yaml", "version: 1\norganization: {id: org_1}\ndata_model: model");
  await write("sub/c.yaml", "version: 1\nworkspaces: {c: {}}");
  await write(".git/config.yaml", "not ours");
  await write(".hidden.yaml", "not ours");
  await write("README.md", "not ours");
  const { desired, sources, diagnostics } = await loadConfig([folder]);
  expect(diagnostics).toEqual([]);
  expect(sources.map((s) => s.filename)).toEqual(
    ["a.yaml", "b.yml", "sub/c.yaml"].map((f) => join(folder, f)),
  );
  expect(desired?.workspaces.map((w) => w.name)).toEqual(["b", "c"]);
  expect(desired?.data_model).toBe(join(folder, "model"));
});

it.each(["people", "p\\u0065ople", "peo\\\n  ple"])(
  "reads a list of people whose key is written %j",
  async (key) => {
    await write("team.csv", "email\nada@northwind.example\n");
    const file = await write(
      "a.yaml",
      `version: 1\norganization: {id: org_1}\n? "${key}"\n: {file: team.csv}\n`,
    );
    const { people, diagnostics } = await loadConfig([file]);
    expect(diagnostics).toEqual([]);
    expect(people?.rows).toBe(1);
  },
);

it("reads a file once that is given twice", async () => {
  const file = await write("a.yaml", "version: 1\norganization: {id: org_1}\nworkspaces: {w: {}}");
  expect(await codes(file, folder)).toEqual([]);
});

it("says what cannot be read", async () => {
  expect(await codes(join(folder, "none.yaml"))).toEqual(["file-not-found"]);
  expect(await codes(folder)).toEqual(["file-not-found"]);
  const latin = await write("latin.yaml", new Uint8Array([0x61, 0x3a, 0x20, 0xe9]));
  expect(await codes(latin)).toEqual(["yaml-syntax"]);
});

it("does not open a file that is too large", async () => {
  const file = await write("big.yaml", "#".repeat(9 * 1024 * 1024));
  expect(await codes(file)).toEqual(["file-too-large"]);
});

it("follows no link out of a folder, into a hidden one or in a circle: findings quote what they find", async () => {
  await write("a.yaml", "version: 1\norganization: {id: org_1}\nworkspaces: {w: {}}");
  await write("shared/b.yml", "version: 1\nworkspaces: {b: {}}");
  await write(".git/config", "secret: [");
  await symlink("shared/b.yml", join(folder, "b.yaml"));
  expect((await loadConfig([folder])).diagnostics.map((d) => d.code)).toEqual(["duplicate-workspace"]);
  await rm(join(folder, "b.yaml"));
  for (const target of ["/proc/self/environ", "../x.yaml", ".git/config", "."]) {
    await symlink(target, join(folder, "link.yaml"));
    for (const path of [folder, join(folder, "link.yaml")]) {
      const { diagnostics } = await loadConfig([path]);
      expect(diagnostics.map((d) => d.code)).toEqual(["file-not-found"]);
      expect(JSON.stringify(diagnostics)).not.toMatch(/secret|PATH=/);
    }
    await rm(join(folder, "link.yaml"));
  }
});

it("names a link to nothing, not the folder that it is in", async () => {
  await write("a.yaml", "version: 1\norganization: {id: org_1}");
  const link = join(folder, "gone.yaml");
  await symlink("nowhere.yaml", link);
  for (const path of [folder, link]) {
    const { diagnostics } = await loadConfig([path]);
    expect(diagnostics.map(({ code }) => code)).toEqual(["file-not-found"]);
    expect(diagnostics[0]?.summary).toMatch(/gone\.yaml" is a link to a file that does not exist$/);
  }
});

it("does not read on where there is no end", async () => {
  expect(await codes("/dev/zero")).toEqual(["file-too-large"]);
});

it("substitutes variables", async () => {
  const file = await write(
    "a.yaml",
    `version: 1\norganization: {id: "$${"{var.org}"}"}\nvariables: {org: {}}`,
  );
  expect((await loadConfig([file], { variables: { org: "org_9" } })).desired?.organization.id).toBe("org_9");
});

it.each([
  ["UTF-16", Buffer.from("\ufeffversion: 1\n", "utf16le")],
  ["a workbook", Buffer.from("PK\u0003\u0004")],
  ["a pointer of Git LFS", Buffer.from("version https://git-lfs.github.com/spec/v1\n")],
])("says of a file that is none of ours what it is: %s", async (what, content) => {
  const { diagnostics } = await loadConfig([await write("orgform.yaml", content)]);
  expect(diagnostics.map(({ code }) => code)).toEqual(["yaml-syntax"]);
  expect(diagnostics[0]?.summary).toContain(`orgform.yaml" is ${what}`);
});
