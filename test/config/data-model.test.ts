import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readDataModel } from "../../src/config/data-model/data-model.js";

let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "orgform-model-"));
});
afterEach(() => rm(folder, { recursive: true }));

async function write(files: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

const read = async () => {
  const { diagnostics, ...model } = await readDataModel(folder);
  return { ...model, found: diagnostics.map(({ severity, code }) => `${severity} ${code}`), diagnostics };
};

describe("reading a data model", () => {
  it("follows no link out of its folder, and every folder once", async () => {
    await write({
      "model/a.yml": "access_grants: [{name: west, user_attribute: region, allowed_values: [west]}]",
      "secret.txt": "access_grants: TOP-SECRET",
    });
    await symlink("../secret.txt", join(folder, "model/b.yml"));
    await symlink(".", join(folder, "model/loop"));
    await symlink(".", join(folder, "model/loop2"));
    const { grants, complete, diagnostics } = await readDataModel(join(folder, "model"));
    expect(grants.map(({ name }) => name)).toEqual(["west"]);
    expect(complete).toBe(false);
    expect(JSON.stringify(diagnostics)).not.toContain("TOP-SECRET");
  });

  it("gathers grants, filters and requirements wherever they stand, also in further documents and by alias", async () => {
    await write({
      "a.yml": [
        "x-west: &west {name: west, user_attribute: region, allowed_values: [west, 1.50, yes]}",
        "access_grants: [*west, {<<: *west, name: also}]",
        "---",
        "!model",
        "access_grants:",
        "- {name: east, user_attribute: region, allowed_values: east}",
      ].join("\n"),
      "views/deep/b.YAML":
        "fields: [{name: f, required_access_grants: [west]}, {sets: {access_filters: [{field: v.f, user_attribute: team}]}}]",
    });
    const { grants, filters, requirements, complete, found } = await read();
    expect(grants.map(({ name, attribute, allowed }) => [name, attribute, allowed])).toEqual([
      ["west", "region", ["west", "1.50", "yes"]],
      ["also", "region", ["west", "1.50", "yes"]],
      ["east", "region", ["east"]],
    ]);
    expect(filters.map(({ field, attribute }) => [field, attribute])).toEqual([["v.f", "team"]]);
    expect(requirements.map(({ grant }) => grant)).toEqual(["west"]);
    expect({ complete, found }).toEqual({ complete: true, found: [] });
  });

  it("passes over what is not about access, whatever it holds", async () => {
    await write({
      "template.yml": "{% if x %}\n\t- [unclosed",
      "twice.yml": "a: 1\na: 2\n? [complex]\n: key",
      "list.yml": "- access_grants\n- more",
      "empty.yml": "",
      ".hidden/c.yml": "access_grants: [broken",
      "notes.txt": "access_grants: [broken",
      "plain.yml": "access_grants:\nrequired_access_grants:\naccess_filters: []",
    });
    expect(await read()).toMatchObject({ grants: [], filters: [], complete: true, found: [] });
  });

  it.each([
    ["broken YAML", "access_grants: [{name: a"],
    ["a control character", "access_grants: []\nx: \u0001"],
    ["no list", "access_grants: {a: {user_attribute: region}}"],
    ["a list of names", "access_grants: [sales]"],
    ["a grant without values", "access_grants: [{name: a, user_attribute: region}]"],
    ["a grant without an attribute", "access_grants: [{name: a, user_attribute: , allowed_values: [x]}]"],
    ["a filter without a field", "access_filters: [{user_attribute: region}]"],
    ["aliases that explode", bomb()],
    ["deep nesting", `access_grants: ${"[".repeat(100)}`],
  ])("says where it does not understand: %s", async (_, text) => {
    await write({
      "good.yml": "access_grants: [{name: g, user_attribute: a, allowed_values: [x]}]",
      "bad.yml": text,
    });
    const { grants, complete, found, diagnostics } = await read();
    expect(grants.map(({ name }) => name)).toEqual(["g"]);
    expect(complete).toBe(false);
    expect(found).toEqual(["warning model-unreadable"]);
    expect(diagnostics[0]?.range?.filename).toBe(join(folder, "bad.yml"));
  });

  it("takes a folder that is not there for an error, and an empty one for a warning", async () => {
    expect((await read()).found).toEqual(["warning model-unreadable"]);
    const gone = await readDataModel(join(folder, "gone"));
    expect(gone.diagnostics.map(({ severity }) => severity)).toEqual(["error"]);
    expect(gone.complete).toBe(false);
  });
});

function bomb(): string {
  const levels = Array.from({ length: 12 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i}, `.repeat(10)}]`);
  return ["access_filters: []", "l0: &l0 [x, x, x]", ...levels].join("\n");
}
