import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readDataModel } from "../../src/config/model-files/read-model.js";

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
      "model/a.yml":
        "{type: model, name: m, access_grants: [{name: west, user_attribute: region, allowed_values: [west]}]}",
      "secret.txt": "type: model\naccess_grants: TOP-SECRET",
    });
    await symlink("../secret.txt", join(folder, "model/b.yml"));
    await symlink(".", join(folder, "model/loop"));
    await symlink(".", join(folder, "model/loop2"));
    const { grants, complete, diagnostics } = await readDataModel(join(folder, "model"));
    expect(grants.map(({ name }) => name)).toEqual(["west"]);
    expect(complete).toBe(false);
    expect(JSON.stringify(diagnostics)).not.toContain("TOP-SECRET");
  });

  it("takes a file in another encoding for one that it cannot read: its names would become others", async () => {
    const grant = "{name: g, user_attribute: city, allowed_values: [München]}";
    await writeFile(join(folder, "m.yml"), `{type: model, name: m, access_grants: [${grant}]}`, "latin1");
    const { grants, complete, found, diagnostics } = await read();
    expect({ grants, complete, found }).toEqual({
      grants: [],
      complete: false,
      found: ["warning model-unreadable"],
    });
    expect(diagnostics[0]?.detail).toContain("not UTF-8");
  });

  it("gathers what the files of a folder say", async () => {
    await write({
      "a.yml":
        "{type: model, name: m, connection: c, access_grants: [{name: west, user_attribute: region, allowed_values: west}]}",
      "views/deep/b.yaml":
        "{type: view, name: v, model_name: m, fields: [{name: f, required_access_grants: [west]}], access_filters: [{field: v.f, user_attribute: team}]}",
    });
    const { grants, views, complete, found } = await read();
    expect(grants).toMatchObject([{ name: "west", attribute: "region", allowed: [], within: "west" }]);
    expect(views).toMatchObject([
      { name: "v", filters: [{ field: "v.f", attribute: "team" }], fields: [{ requires: ["west"] }] },
    ]);
    expect({ complete, found }).toEqual({ complete: true, found: [] });
  });

  describe("with a project file", () => {
    const project = (paths: string) => ({
      "zenlytic_project.yml": `name: demo\n${paths}`,
      "views/m.yml": "{type: model, name: m, connection: c}",
      "views/v.yml": "{type: view, name: v, model_name: m, fields: []}",
      "other/w.yml": "{type: view, name: w, model_name: m, fields: []}",
      "deep/topics/t.yml": "{type: topic, label: t, model_name: m, base_view: v}",
    });
    const names = async () => {
      const { views, topics, complete, diagnostics } = await read();
      const summaries = diagnostics.map(({ summary }) => summary);
      return { read: [...views, ...topics].map(({ name }) => name), complete, summaries };
    };

    it("reads the folders that it names, each once", async () => {
      await write(project('view-paths: ["views", ./views/]\ntopic-paths: [deep/topics]'));
      expect(await names()).toEqual({ read: ["v", "t"], complete: true, summaries: [] });
    });

    it("takes patterns of folders", async () => {
      await write(project("view-paths: ['v*s', 'o[a-z]her']\ntopic-paths: ['**/topics']"));
      expect(await names()).toEqual({ read: ["v", "w", "t"], complete: true, summaries: [] });
    });

    it("says what the query engine does not read", async () => {
      await write({
        ...project("view-paths: [views]\ntopic-paths: deep/topics"),
        "views/x.YML": "{type: view, name: x, model_name: m, fields: []}",
        "views/venv/y.yml": "{type: view, name: y, model_name: m, fields: []}",
      });
      const { read: seen, complete, summaries } = await names();
      expect({ seen, complete }).toEqual({ seen: ["v"], complete: true });
      expect(summaries.map((summary) => /read (\S+)/.exec(summary)?.[1]?.replace(folder, ""))).toEqual([
        '"/views/venv/y.yml"',
        '"/views/x.YML"',
        "topic-paths,",
      ]);
    });

    it("is refused where its name ends in .yaml", async () => {
      await write({
        "zenlytic_project.yaml": "name: demo",
        "m.yml": "{type: model, name: m, connection: c}",
      });
      const { refused, found } = await read();
      expect({ refused, found }).toEqual({ refused: true, found: ["error model-refused"] });
    });

    it("reads all where it names none", async () => {
      await write(project("profile: x"));
      expect(await names()).toMatchObject({ read: ["w", "v", "t"], complete: true });
    });

    it("says which folders are not there or outside, and is then not sure of anything missing", async () => {
      await write(project("view-paths: [views, veiws, ../elsewhere, /etc]"));
      expect(await names()).toEqual({
        read: ["v"],
        complete: false,
        summaries: [
          'zenlytic_project.yml names "../elsewhere", which is outside the data model\'s folder',
          'zenlytic_project.yml names "/etc", which is outside the data model\'s folder',
          'zenlytic_project.yml names the folder "veiws", which does not exist',
        ],
      });
    });
  });

  it("passes over what is not about access, whatever it holds", async () => {
    await write({
      "template.yml": "{% if x %}\n\t- [unclosed",
      "twice.yml": "a: 1\na: 2\n? [complex]\n: key",
      "list.yml": "- access_grants\n- more",
      "empty.yml": "",
      ".hidden/c.yml": "type: model\naccess_grants: [broken",
      "notes.txt": "type: model\naccess_grants: [broken",
      "model.yml": "{type: model, name: m, connection: c}",
      "plain.yml":
        "type: view\nname: v\nmodel_name: m\nfields:\n- {name: f}\naccess_grants:\nrequired_access_grants:\naccess_filters: []",
      "other.yml": "type: source\naccess_grants: 1",
    });
    expect(await read()).toMatchObject({ grants: [], views: [{ filters: [] }], complete: true, found: [] });
  });

  it.each([
    ["a control character", "type: model\naccess_grants: []\nx: \u0001", "error model-refused"],
    ["deep nesting", `type: model\naccess_grants: ${"[".repeat(100)}`, "warning model-unreadable"],
  ])("says where it does not understand: %s", async (_, text, what) => {
    await write({ "bad.yml": text });
    const { complete, unread, found, diagnostics } = await read();
    expect({ complete, unread, found }).toEqual({ complete: false, unread: true, found: [what] });
    expect(diagnostics[0]?.range?.filename).toBe(join(folder, "bad.yml"));
  });

  it("reads aliases that explode in no time", async () => {
    await write({ "bad.yml": bomb() });
    const { grants, found } = await read();
    expect({ grants, found }).toEqual({ grants: [], found: ["error model-refused"] });
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
  return [
    "type: model",
    "name: m",
    "connection: c",
    "l0: &l0 [x, x, x]",
    ...levels,
    "access_grants: *l12",
  ].join("\n");
}
