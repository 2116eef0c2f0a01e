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

const PATHS = "model-paths: [m], view-paths: [v]";

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
        "{type: view, name: v, model_name: m, fields: [{name: f, field_type: dimension, required_access_grants: [west]}], access_filters: [{field: v.f, user_attribute: team}]}",
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
      await write(project('model-paths: []\nview-paths: ["views", views/]\ntopic-paths: [deep/topics]'));
      expect(await names()).toEqual({ read: ["v", "t"], complete: true, summaries: [] });
    });

    it("takes patterns of folders", async () => {
      await write(project("model-paths: []\nview-paths: ['v*s', 'o[a-z]her']\ntopic-paths: ['**/topics']"));
      expect(await names()).toEqual({ read: ["v", "w", "t"], complete: true, summaries: [] });
    });

    it("says what the query engine does not read", async () => {
      await write({
        ...project("model-paths: []\nview-paths: [views]\ntopic-paths: deep"),
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

    it.each([
      ["", "zenlytic_project.yml is no mapping"],
      ["- a", "zenlytic_project.yml is no mapping"],
      ["profile: x", "zenlytic_project.yml has no `model-paths`", "zenlytic_project.yml has no `view-paths`"],
      ["{model-paths: [m], view-paths: }", "`view-paths` is no list"],
      ["{model-paths: [m], view-paths: [v], topic-paths: 1}", "`topic-paths` is no list"],
      ["{model-paths: [m], view-paths: [5]}", "a folder of `view-paths` is no text"],
      [`{mode: dbt, ${PATHS}}`, "its project has a `mode` that there is not"],
      [`{mode: , ${PATHS}}`, "its project has a `mode` that there is not"],
      [`{mode: metricflow, ${PATHS}}`, "`mode: metricflow` needs a dbt_project.yml"],
    ])("is refused where the query engine refuses it: %s", async (text, ...why) => {
      await write({ "zenlytic_project.yml": text, "m/m.yml": "", "v/v.yml": "", "5/x.yml": "" });
      const { refused, diagnostics } = await read();
      expect(refused).toBe(true);
      expect(diagnostics.map(({ summary }) => summary)).toEqual(
        why.map((one) => `The query engine refuses the data model: ${one}`),
      );
    });

    it.each([
      [`{mode: metricflow, ${PATHS}}`, "with `mode: metricflow`, the model is that of a dbt project"],
      [`{view-pahts: [x], ${PATHS}}`, 'zenlytic_project.yml has "view-pahts", which may change what is read'],
      ["{model-paths: [m], view-paths: ./v}", "view-paths is no list"],
    ])("knows that it does not read what the query engine reads: %s", async (text, what) => {
      await write({
        "zenlytic_project.yml": text,
        "dbt_project.yml": "name: d",
        "m/m.yml": "",
        "v/v.yml": "",
      });
      const { refused, complete, diagnostics } = await read();
      expect({ refused, complete }).toEqual({ refused: false, complete: false });
      expect(diagnostics.map(({ code, summary }) => `${code} ${summary}`)).toEqual([
        `model-unread orgform does not read a part of the data model: ${what}`,
      ]);
    });

    it("is refused for every broken file in its folders", async () => {
      await write({ ...project("model-paths: [views]\nview-paths: [views]"), "views/x.yml": "a: [b" });
      const { refused, found } = await read();
      expect({ refused, found }).toEqual({ refused: true, found: ["error model-refused"] });
    });

    it("is that of the dbt project, where it has none of its own", async () => {
      await write({
        "dbt/dbt_project.yml": "name: d",
        "dbt/zenlytic_project.yml": "{model-paths: [views], view-paths: [views]}",
        ...Object.fromEntries(Object.entries(project("")).slice(1)),
      });
      expect(await names()).toMatchObject({ read: ["v"], complete: true });
    });

    it("reads the files of a folder twice that it names in two ways", async () => {
      await write(project("model-paths: []\nview-paths: [views, ./views]"));
      const { found } = await read();
      expect(new Set(found)).toEqual(new Set(["warning model-duplicate"]));
    });

    it("takes a folder that is not there for an empty one, and is not sure of one that is outside", async () => {
      await write(project("model-paths: [views]\nview-paths: [views]\ndashboard-paths: [dashboards]"));
      expect(await names()).toEqual({
        read: ["v"],
        complete: true,
        summaries: ['zenlytic_project.yml names the folder "dashboards", which does not exist'],
      });
      await write(project("model-paths: []\nview-paths: [views, veiws, ../elsewhere, /etc]"));
      expect(await names()).toEqual({
        read: ["v"],
        complete: false,
        summaries: [
          'zenlytic_project.yml names the folder "veiws", which does not exist',
          'zenlytic_project.yml names "../elsewhere", which is outside the data model\'s folder',
          'zenlytic_project.yml names "/etc", which is outside the data model\'s folder',
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
        "type: view\nname: v\nmodel_name: m\nfields:\n- {name: f, field_type: dimension, sql: f}\naccess_grants:\nrequired_access_grants:\naccess_filters: []",
      "other.yml": "type: source\naccess_grants: 1",
    });
    expect(await read()).toMatchObject({ grants: [], views: [{ filters: [] }], complete: true, found: [] });
  });

  it.each([
    ["a control character", "type: model\naccess_grants: []\nx: \u0001", "error model-refused"],
    ["deep nesting", `type: model\naccess_grants: ${"[".repeat(100)}`, "warning model-unreadable"],
  ])("says where it does not understand: %s", async (_, text, what) => {
    await write({ "bad.yml": text });
    const { complete, found, diagnostics } = await read();
    expect({ complete, found }).toEqual({ complete: false, found: [what] });
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
    "required_access_grants: [g]",
  ].join("\n");
}
