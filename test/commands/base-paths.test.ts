import { rename, symlink } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { withoutBreaks } from "../support/plan-formats.js";
import { gitIn, HEAD, openRepository, planned, workspace } from "./repository.js";

const PROTECT = 'protect: ["*/groups/B"]\n';

describe("a file that the base lacks", () => {
  it("ends the run where the edit deletes one of the same organization, and names the way", async () => {
    const repository = await openRepository({ "orgform.yaml": HEAD + PROTECT + workspace("prod", "A", "B") });
    await repository.git("mv", "orgform.yaml", "org.yaml");
    await repository.commit("moved", { "org.yaml": HEAD + workspace("prod", "A") });
    const plan = await planned(repository, "-f", "org.yaml", "--base", "HEAD~1");
    expect(plan).toMatchObject({
      exitCode: 1,
      said: [
        'usage: The base HEAD~1 does not have "org.yaml", and this edit deletes "orgform.yaml" of the same organization',
      ],
    });
    expect(plan.details).toContain("--base HEAD~1:orgform.yaml");
    expect(await planned(repository, "-f", "org.yaml", "--base", "HEAD~1:orgform.yaml")).toMatchObject({
      exitCode: 3,
      refused: ["protect"],
      changes: ["intent delete prod/groups/B"],
      newFiles: undefined,
    });
  });

  it("is new where none was deleted: in a block of every format, and in the digest", async () => {
    const OTHER = HEAD.replace("org_northwind", "org_other");
    const repository = await openRepository({
      "other.yaml": OTHER,
      "dev.yaml": HEAD,
      "chart.yaml": "a: 1\n",
    });
    await repository.git("rm", "-q", "other.yaml", "chart.yaml");
    await repository.write({ "orgform.yaml": HEAD + workspace("prod", "A") });
    for (const format of ["text", "markdown", "html"]) {
      const { stdout } = await repository.run(["plan", "--base", "HEAD", "--format", format]);
      expect(withoutBreaks(stdout)).toMatch(/New files[\s\S]*orgform.yaml.*new-file/);
    }
    const plan = await planned(repository, "--base", "HEAD");
    expect(plan).toMatchObject({
      exitCode: 0,
      newFiles: ["orgform.yaml"],
      said: ['new-file: The base HEAD has nothing of "orgform.yaml"'],
    });
    await repository.commit("second");
    const later = await planned(repository, "--base", "HEAD");
    expect(later).toMatchObject({ said: [], newFiles: undefined });
    expect(later.digest).not.toBe(plan.digest);
    expect(later.stderr).toBe(
      "The base HEAD says what the file says, with its lists: whatever this run would write is drift.\n",
    );
  });

  it("that a sparse checkout leaves out was deleted by nobody", async () => {
    const repository = await openRepository({ "a/org.yaml": HEAD + workspace("dev", "A"), "b/x": "" });
    await repository.git("sparse-checkout", "set", "b");
    await repository.write({ "b/org.yaml": HEAD + workspace("prod", "A") });
    expect(await planned(repository, "-f", "b/org.yaml", "--base", "HEAD")).toMatchObject({
      newFiles: ["b/org.yaml"],
    });
  });
});

describe("a folder", () => {
  it("may move a workspace between its files, lose one of them, and gain one", async () => {
    const repository = await openRepository({
      "conf/org.yaml": HEAD + PROTECT + workspace("prod", "A", "B"),
      "conf/dev.yaml": `version: 1\n${workspace("dev", "A", "B")}`,
    });
    await repository.git("rm", "-q", "conf/dev.yaml");
    await repository.commit("moved", {
      "conf/org.yaml": HEAD + PROTECT,
      "conf/prod.yaml": `version: 1\n${workspace("prod", "A", "B")}`,
    });
    const moved = await planned(repository, "-f", "conf", "--base", "HEAD~1");
    expect(moved).toMatchObject({
      newFiles: undefined,
      said: [],
      changes: expect.arrayContaining(["intent delete dev"]),
    });
    await repository.write({ "conf/third.yaml": `version: 1\n${workspace("third", "A")}` });
    const more = await planned(repository, "-f", "conf", "--base", "HEAD");
    expect(more).toMatchObject({ newFiles: ["conf/third.yaml"] });
  });

  it("is read by way of the links that the base has, without files of a hidden one", async () => {
    const repository = await openRepository({
      "real.yaml": HEAD + workspace("prod", "A", "B"),
      "conf/.hidden/x.yaml": "a: [\n",
    });
    await symlink("../real.yaml", repository.path("conf/all.yaml"));
    await repository.commit("links");
    await repository.remove("conf/all.yaml");
    await repository.write({ "conf/all.yaml": HEAD + workspace("prod", "A") });
    expect(await planned(repository, "-f", "conf", "--base", "HEAD")).toMatchObject({
      changes: ["intent delete prod/groups/B"],
      said: [],
    });
  });
});

it("REF:PATH takes the place of the one -f: a file or folder, with its own list", async () => {
  const file = (...names: string[]) =>
    `${HEAD}people: {file: people.csv, email: Email}\n${workspace("prod", ...names)}`;
  const repository = await openRepository({
    "old/orgform.yaml": file("A", "B"),
    "old/people.csv": "Email\nada@northwind.example\nbob@northwind.example\n",
  });
  await repository.git("mv", "old", "new");
  await repository.commit("moved", {
    "new/orgform.yaml": file("A"),
    "new/people.csv": "Email\nada@northwind.example\n",
  });
  for (const path of ["old", "old/orgform.yaml"])
    expect(await planned(repository, "-f", "new", "--base", `HEAD~1:${path}`)).toMatchObject({
      changes: ["intent delete prod/groups/B"],
      list: { rows: 1, rows_before: 2 },
      said: [],
    });
  await repository.write({ "more.yaml": "version: 1\n" });
  const several = await planned(repository, "-f", "new", "-f", "more.yaml", "--base", "HEAD~1:old");
  expect(several).toMatchObject({
    exitCode: 1,
    said: ["usage: --base HEAD~1:old is one file, and the run reads several"],
  });
  const nothing = await planned(repository, "-f", "new", "--base", "HEAD~1:gone.yaml");
  expect(nothing).toMatchObject({ exitCode: 1, said: ["usage: --base HEAD~1:gone.yaml is nothing"] });
  const saved = await repository.run(["plan", "-f", "new", "--base", "HEAD~1:old", "--out", "p.json"]);
  expect(saved.exitCode).toBe(0);
  const applied = await repository.run([
    "apply",
    "p.json",
    "-f",
    "new",
    "--base",
    "HEAD~1:old",
    "--no-receipt",
  ]);
  expect(applied.stdout).toContain("1 removed");
});

it("a list that git does not know is read from the disk for both, and the page says so", async () => {
  const file = (...names: string[]) =>
    `${HEAD}people: {file: people.csv, email: Email}\n${workspace("prod", ...names)}`;
  const repository = await openRepository({ ".gitignore": "people.csv\n", "orgform.yaml": file("A", "B") });
  await repository.write({ "orgform.yaml": file("A"), "people.csv": "Email\nada@northwind.example\n" });
  expect(await planned(repository, "--base", "HEAD")).toMatchObject({
    changes: ["intent delete prod/groups/B"],
    list: { rows: 1, rows_before: 1, untracked: ["people.csv"] },
  });
  const { stdout } = await repository.run(["plan", "--base", "HEAD"]);
  expect(stdout).toContain("No earlier people.csv is known, so the base was read with what is there now.");
  // One that git has now was another one then.
  await repository.git("add", "-f", "people.csv");
  expect(await planned(repository, "--base", "HEAD")).toMatchObject({
    exitCode: 1,
    said: ['file-not-found: There is no list "HEAD:people.csv"'],
  });
});

it("what passes a git filter is read as the tree has it: files, lists and models", async () => {
  const file = (...names: string[]) =>
    `${HEAD}people: {file: people.csv, email: Email}\ndata_model: model\n${workspace("prod", ...names)}`;
  const view = "type: view\nname: orders\nmodel_name: m\nfields: []\n";
  const repository = await openRepository({ ".gitattributes": "* filter=rot\n.gitattributes -filter\n" });
  const rot = "tr A-Za-z N-ZA-Mn-za-m";
  await repository.git("config", "filter.rot.clean", rot);
  await repository.git("config", "filter.rot.smudge", rot);
  await repository.commit("second", {
    "orgform.yaml": file("A", "B"),
    "people.csv": "Email\nada@northwind.example\n\n",
    "model/orders.yml": view,
    "model/m.yml": "type: model\nname: m\nconnection: c\n",
    "model/empty.yml": "",
  });
  expect((await repository.git("cat-file", "-p", "HEAD:people.csv")).stdout).toContain("nqn@abegujvaq");
  await repository.write({ "orgform.yaml": file("A") });
  expect(await planned(repository, "--base", "HEAD")).toMatchObject({
    changes: ["intent delete prod/groups/B"],
    list: { rows: 1, rows_before: 1 },
  });
  const compared = await repository.run(["compare", "live", "live", "--model-from", "HEAD"]);
  expect(compared).toMatchObject({ exitCode: 0, stderr: "" });
});

it("a submodule is read at the commit that the base names", async () => {
  const inner = await openRepository({ "rules.yaml": HEAD + PROTECT + workspace("prod", "A", "B") });
  const repository = await openRepository({ "readme.txt": "1" });
  await repository.git("-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.path(""), "conf");
  await repository.commit("with rules");
  const git = gitIn(repository.path("conf"));
  await repository.write({ "conf/rules.yaml": HEAD + workspace("prod", "A") });
  await git("commit", "-qam", "lax");
  await repository.commit("lax");
  for (const path of ["conf/rules.yaml", "conf", "."])
    expect(await planned(repository, "-f", path, "--base", "HEAD~1")).toMatchObject({
      exitCode: 3,
      refused: ["protect"],
      said: [],
    });
  // In a hook, git's variables are about the repository around it.
  const hook = { GIT_DIR: ".git", GIT_INDEX_FILE: ".git/index" };
  const { exitCode } = await repository.run(["plan", "-f", "conf", "--base", "HEAD~1"], hook);
  expect(exitCode).toBe(3);
  await git("checkout", "-q", "--orphan", "other");
  await git("commit", "-qm", "other");
  await git("branch", "-qD", "main");
  await git("update-ref", "-d", "refs/remotes/origin/main");
  await git("reflog", "expire", "--expire=now", "--all");
  await rename(repository.path(".git/modules/conf"), repository.path("gone"));
  await repository.git("init", "-q", "fresh");
  await rename(repository.path("fresh/.git"), repository.path(".git/modules/conf"));
  const missing = await planned(repository, "-f", "conf", "--base", "HEAD~1");
  expect(missing.exitCode).toBe(1);
  expect(missing.details).toContain("git -C conf fetch origin ");
});

it("no edit of .gitattributes chooses how the base is read", async () => {
  const file = (name: string) => `${HEAD}protect: ["*/groups/${name}"]\n${workspace("prod", name)}`;
  const repository = await openRepository({ "conf/orgform.yaml": file("Führung") });
  const args = ["-f", "conf", "--base", "main"];
  await repository.write({ ".gitattributes": "* text=auto eol=crlf\n" });
  expect((await planned(repository, ...args)).said).toEqual([]);
  await repository.write({ ".gitattributes": "*.yaml working-tree-encoding=ISO-8859-1\n" });
  const refused = {
    exitCode: 1,
    said: ['usage: "conf/orgform.yaml" of --base main cannot be read as it was'],
  };
  expect(await planned(repository, ...args)).toMatchObject(refused);
  await repository.git("checkout", "-q", "-b", "change");
  await repository.commit("attributes");
  expect(await planned(repository, ...args)).toMatchObject(refused);
});

describe("git that could not be asked is said as what it is", () => {
  const DUBIOUS = { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1", HOME: "/nowhere" };
  it.each([
    ["not installed", { PATH: "/nowhere" }, "git is not installed, or not on PATH"],
    [
      "somebody else's checkout",
      DUBIOUS,
      "belongs to another user. If you trust it: `git config --global --add safe.directory",
    ],
  ])("%s", async (_, env, words) => {
    const repository = await openRepository({
      "orgform.yaml": `${HEAD}data_model: model\n${workspace("prod", "A")}`,
      "model/a.yml": "type: view\n",
    });
    await repository.write({ before: HEAD });
    for (const args of [
      ["plan", "--base", "HEAD"],
      ["plan", "--base", "before"],
      ["compare", "HEAD", "live"],
      ["compare", "live", "live", "--model-from", "HEAD"],
    ]) {
      const { stdout, exitCode } = await repository.run([...args, "--format", "json"], env);
      expect(exitCode).toBe(1);
      expect(JSON.parse(stdout).diagnostics[0].detail).toContain(words);
    }
    // A path is no revision: no git is needed, and one that is there must say what is missing.
    const { exitCode } = await repository.run(["plan", "--base", "./before", "--format", "html"], env);
    expect(exitCode).toBe(env === DUBIOUS ? 1 : 0);
  });

  it("outside a checkout nobody misses it", async () => {
    const repository = await openRepository({ "orgform.yaml": HEAD, before: HEAD });
    await repository.remove(".git");
    expect((await repository.run(["plan", "--base", "before"], { PATH: "/nowhere" })).exitCode).toBe(0);
    expect((await repository.run(["plan", "--format", "html"], { PATH: "/nowhere" })).stderr).toBe("");
  });
});
