import { describe, expect, it } from "vitest";
import { openFolder } from "./folder.js";
import { gitIn, HEAD, openRepository, planned, workspace } from "./repository.js";

const RULES = 'version: 1\nprotect: ["*/groups/B"]\n';
const FILES = {
  "orgs/org.yaml": HEAD,
  "orgs/a/prod.yaml": `version: 1\n${workspace("prod", "A")}`,
  "orgs/b/rules.yaml": RULES,
  "orgs/b/notes.txt": "",
  "other/x.yaml": "",
};

const absent = (path: string) => `file-not-found: Git has "${path}", which is not here`;

describe("what the index has and the disk has not ends every command that reads it", () => {
  it("in a sparse checkout, which the message widens", async () => {
    const repository = await openRepository(FILES);
    await repository.git("sparse-checkout", "set", "--no-cone", "/orgs/org.yaml", "/orgs/a/");
    for (const args of [
      ["plan"],
      ["plan", "--base", "HEAD"],
      ["drift"],
      ["validate"],
      ["who", "ada@northwind.example"],
    ]) {
      const { stdout, exitCode } = await repository.run([...args, "-f", "orgs", "--format", "json"]);
      const [{ code, summary, detail }, ...more] = JSON.parse(stdout).diagnostics;
      expect([exitCode, more, `${code}: ${summary}`]).toEqual([1, [], absent("orgs/b/rules.yaml")]);
      expect(detail).toContain("`git sparse-checkout add orgs/b`");
    }
    const named = await planned(repository, "-f", "orgs/org.yaml", "-f", "orgs/b/rules.yaml");
    expect(named.said).toEqual([absent("orgs/b/rules.yaml")]);
    const below = await repository.run(["validate", "-f", "."], {}, repository.path("orgs"));
    expect(below.stderr).toContain("git -C .. sparse-checkout add orgs/b");
    await repository.git("sparse-checkout", "add", "orgs/b");
    expect((await planned(repository, "-f", "orgs")).refused).toEqual([]);
  });

  it("in a sparse checkout of a list, of a data model, or of one that is compared", async () => {
    const repository = await openRepository({
      "orgform.yaml": `${HEAD}data_model: model\npeople: {file: hr/people.csv, email: Email}\n`,
      "hr/people.csv": "Email\nada@northwind.example\n",
      "model/orders.yml": "type: view\nname: orders\nmodel_name: m\nfields: []\n",
      "model/views/more.yml": "type: view\nname: more\nmodel_name: m\nfields: []\n",
    });
    await repository.git("sparse-checkout", "set", "model");
    expect((await planned(repository)).said).toEqual([absent("hr/people.csv")]);
    await repository.git("sparse-checkout", "set", "--no-cone", "/*", "!/model/views");
    expect((await planned(repository)).said).toEqual([absent("model/views/more.yml")]);
    const { stderr } = await repository.run(["compare", "live", "live", "--model-from", "./model"]);
    expect(stderr).toContain("model/views/more.yml");
    // What only the base has was deleted by the edit.
    await repository.git("sparse-checkout", "disable");
    await repository.git("rm", "-q", "model/views/more.yml");
    expect((await planned(repository)).exitCode).toBe(0);
  });

  it("deleted without git", async () => {
    const repository = await openRepository(FILES);
    await repository.remove("orgs/b", "other");
    const plan = await planned(repository, "-f", "orgs");
    expect(plan.said).toEqual([absent("orgs/b/rules.yaml")]);
    expect(plan.details).toContain("`git checkout -- orgs/b/rules.yaml`");
    expect(plan.details).toContain("`git rm orgs/b/rules.yaml`");
    await repository.git("rm", "-q", "orgs/b/rules.yaml");
    expect((await planned(repository, "-f", "orgs")).exitCode).toBe(0);
  });

  it("in a submodule that was not fetched, or in a part of one", async () => {
    const inner = await openRepository({ "rules.yaml": RULES, "more.yaml": "version: 1\n" });
    const upstream = await openRepository(FILES);
    const file = ["-c", "protocol.file.allow=always"];
    await upstream.git(...file, "submodule", "add", "-q", inner.path(""), "orgs/shared");
    await upstream.commit("submodule");
    const folder = await openFolder();
    await gitIn(folder.path(""))("clone", "-q", upstream.path(""), "clone");
    const run: typeof upstream.run = (args, env) => upstream.run(args, env, folder.path("clone"));
    const git = gitIn(folder.path("clone"));
    for (const path of ["orgs", "orgs/shared", "orgs/shared/rules.yaml"]) {
      const plan = await planned({ run }, "-f", path);
      expect(plan.said).toEqual([absent("orgs/shared")]);
      expect(plan.details).toContain("`git submodule update --init orgs/shared`");
    }
    await git(...file, "submodule", "update", "-q", "--init");
    expect((await planned({ run }, "-f", "orgs")).said).toEqual([]);
    await gitIn(folder.path("clone/orgs/shared"))("sparse-checkout", "set", "--no-cone", "/more.yaml");
    const part = await planned({ run }, "-f", "orgs");
    expect(part.said).toEqual([absent("rules.yaml")]);
    expect(part.details).toContain("git -C orgs/shared sparse-checkout add rules.yaml");
  });

  it("as a pointer of Git LFS", async () => {
    const pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n";
    const repository = await openRepository({ "orgform.yaml": HEAD });
    const files = `${HEAD}data_model: model\npeople: {file: people.csv, email: Email}\n`;
    const people = "Email\nada@northwind.example\n";
    for (const all of [
      { "orgform.yaml": pointer },
      { "orgform.yaml": files, "people.csv": pointer, "model/a.yml": "" },
      { "orgform.yaml": files, "people.csv": people, "model/a.yml": pointer },
    ]) {
      await repository.write(all);
      for (const command of ["validate", "plan"]) {
        const { stderr, stdout, exitCode } = await repository.run([command]);
        expect(exitCode).toBe(1);
        expect((stderr + stdout).replace(/\s+/g, " ")).toContain("git lfs pull");
      }
    }
  });
});

it("asks nothing outside of a repository, and says where git is not installed", async () => {
  const repository = await openRepository(FILES);
  await repository.remove("orgs/b");
  const { exitCode, stderr } = await repository.run(["validate", "-f", "orgs"], { PATH: "/nowhere" });
  expect(exitCode).toBe(0);
  expect(stderr).toContain("files that git has are here: git is not installed, or not on PATH.\n");
  await repository.remove(".git");
  expect((await repository.run(["validate", "-f", "orgs"])).exitCode).toBe(0);
});

it("is ended by a git that does not say what it has", async () => {
  const repository = await openRepository(FILES);
  await repository.remove("orgs/b");
  const told = async (env = {}) => (await repository.run(["validate", "-f", "orgs"], env)).stderr;
  expect(await told({ GIT_CONFIG_PARAMETERS: "broken" })).toContain("bogus format in GIT_CONFIG_PARAMETERS");
  await repository.write({ ".git/index": "" });
  expect(await told()).toContain("index file smaller than expected");
});

it("takes paths as they are, and no repository but their own, whatever the environment says", async () => {
  const repository = await openRepository({ "a*/org.yaml": HEAD, "ab/org.yaml": HEAD });
  const other = await openRepository({ "orgform.yaml": HEAD });
  const env = { GIT_DIR: other.path(".git"), GIT_WORK_TREE: other.path(""), GIT_GLOB_PATHSPECS: "1" };
  await repository.remove("ab");
  expect((await repository.run(["validate", "-f", "a*"], env)).exitCode).toBe(0);
  await repository.remove("a*");
  const { stderr } = await repository.run(["validate", "-f", "a*/org.yaml"], env);
  expect(stderr).toContain('Git has "a*/org.yaml"');
});
