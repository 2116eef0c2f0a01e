import { mkdir, rename, rm, symlink } from "node:fs/promises";
import { dirname } from "node:path";
import { execa } from "execa";
import { describe, expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform, type Run } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const HEAD = "version: 1\norganization: {id: org_northwind}\n";
const groups = (...names: string[]) => names.map((name, i) => `${name}: {precedence: ${i + 1}}`).join(", ");
const workspace = (name: string, ...names: string[]) =>
  `workspaces: {${name}: {groups: {${groups(...names)}}}}\n`;
const OTHER = HEAD.replace("org_northwind", "org_other");

/** A repository whose first commit has some files, and the organization that they describe. */
async function openRepository(files: Readonly<Record<string, string>>) {
  const made = (name: string) => ({ name, groups: ["A", "B"].map(groupOf) });
  const sandbox = openSandbox({ seed: { workspaces: ["prod", "dev"].map(made) } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const cwd = folder.path("");
  const git = (...args: string[]) =>
    execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], { cwd });
  const write = async (all: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(all)) {
      await mkdir(dirname(folder.path(name)), { recursive: true });
      await folder.write(name, text);
    }
  };
  await git("init", "-q", "-b", "main");
  await write(files);
  await git("add", ".");
  await git("commit", "-qm", "first");
  return {
    git,
    write,
    path: folder.path,
    remove: (...names: string[]) =>
      Promise.all(names.map((name) => rm(folder.path(name), { recursive: true }))),
    run: (args: readonly string[], env = {}, at = cwd): Promise<Run> =>
      orgform(args, {
        cwd: at,
        env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token, ...env },
      }),
  };
}

const groupOf = (name: string, i: number) => ({ name, precedence: i + 1 });

type Repository = Awaited<ReturnType<typeof openRepository>>;

/** The facts of a plan against the first commit that these tests are about. */
async function planned({ run }: Repository, ...args: string[]) {
  const { stdout, exitCode } = await run(["plan", "--base", "HEAD", "--format", "json", ...args]);
  const { resource_changes = [], guards = [], diagnostics, ...plan } = JSON.parse(stdout);
  return {
    exitCode,
    deleted: resource_changes
      .filter(({ change }: { change: { actions: string[] } }) => change.actions[0] === "delete")
      .map(({ address }: { address: string }) => address),
    refused: guards
      .filter(({ refused }: { refused: boolean }) => refused)
      .map(({ name }: { name: string }) => name),
    said: diagnostics.map(({ code, summary }: { code: string; summary: string }) => `${code}: ${summary}`),
    newFiles: plan.new_files,
    digest: plan.plan_digest,
  };
}

const follows = (file: string, ...old: string[]) =>
  `base-followed: The base HEAD does not have "${file}": ${old.map((one) => `"${one}"`).join(", ")} ${old.length === 1 ? "was" : "were"} read there`;
const unread = (file: string, other: string) =>
  `base-unread: The base HEAD does not have "${file}", but it has "${other}", a file of the same organization that this run does not read`;

describe("what the base has under another name is followed", () => {
  it("the other default name, with the guards and rules of the base", async () => {
    const protect = 'protect: ["*/groups/B"]\nlimits: {delete: {count: 0}}\n';
    const repository = await openRepository({ "orgform.yaml": HEAD + protect + workspace("prod", "A", "B") });
    await repository.remove("orgform.yaml");
    await repository.write({ "orgform.yml": HEAD + workspace("prod", "A") });
    expect(await planned(repository, "--fail-on", "rules", "--fail-on", "warning")).toMatchObject({
      exitCode: 3,
      deleted: ["prod/groups/B"],
      refused: ["protect", "delete.group", "fail-on.rules", "fail-on.warning"],
      said: [follows("orgform.yml", "orgform.yaml")],
    });
    // Left where it was, beside the one that is named, it is read all the same.
    await repository.git("checkout", "-q", "--", "orgform.yaml");
    expect((await planned(repository, "-f", "orgform.yml")).refused).toContain("protect");
  });

  it.each<[string, Record<string, string>, string[], Record<string, string>, string[], string[]]>([
    [
      "one of several files",
      { "org.yaml": HEAD, "prod.yaml": `version: 1\n${workspace("prod", "A", "B")}` },
      ["prod.yaml"],
      { "production.yaml": `version: 1\n${workspace("prod", "A")}` },
      ["org.yaml", "production.yaml"],
      [follows("production.yaml", "prod.yaml")],
    ],
    [
      "a file that became a folder",
      { "orgform.yaml": HEAD + workspace("prod", "A", "B") },
      ["orgform.yaml"],
      { "conf/orgform.yaml": HEAD + workspace("prod", "A") },
      ["conf"],
      [follows("conf/orgform.yaml", "orgform.yaml")],
    ],
    [
      "a file of the name that the folder has now",
      { conf: HEAD + workspace("prod", "A", "B") },
      ["conf"],
      { "conf/orgform.yaml": HEAD + workspace("prod", "A") },
      ["conf"],
      [follows("conf/orgform.yaml", "conf")],
    ],
    [
      "a folder that became a file, by merging",
      { "conf/org.yaml": HEAD, "conf/prod.yaml": `version: 1\n${workspace("prod", "A", "B")}` },
      ["conf"],
      { "orgform.yaml": HEAD + workspace("prod", "A") },
      ["orgform.yaml"],
      [follows("orgform.yaml", "conf/org.yaml", "conf/prod.yaml")],
    ],
    [
      "a file that was split",
      { "orgform.yaml": HEAD + workspace("prod", "A", "B") },
      ["orgform.yaml"],
      { "conf/org.yaml": HEAD, "conf/prod.yaml": `version: 1\n${workspace("prod", "A")}` },
      ["conf"],
      [follows("conf/org.yaml", "orgform.yaml"), follows("conf/prod.yaml", "orgform.yaml")],
    ],
    [
      "a file of another folder whose workspace is gone, as git says",
      { "old/all.yaml": `${HEAD}# ${"a long comment ".repeat(20)}\n${workspace("prod", "A", "B")}` },
      ["old"],
      { "new/one.yaml": `${HEAD}# ${"a long comment ".repeat(20)}\n${workspace("third", "A", "B")}` },
      ["new/one.yaml"],
      [follows("new/one.yaml", "old/all.yaml")],
    ],
  ])("%s", async (_, before, gone, after, files, said) => {
    const repository = await openRepository(before);
    await repository.remove(...gone);
    await repository.write(after);
    const plan = await planned(repository, ...files.flatMap((file) => ["-f", file]));
    expect(plan.said).toEqual(said);
    expect(plan.deleted).toContain(after["new/one.yaml"] === undefined ? "prod/groups/B" : "prod");
    expect(plan.newFiles).toBeUndefined();
  });

  it("a list of people, by the name of the edit or as git says", async () => {
    const rows = (...names: string[]) =>
      `Email\n${names.map((name) => `${name}@northwind.example\n`).join("")}`;
    const file = (list: string) =>
      `${HEAD}variables: {list: {default: people.csv}}\npeople: {file: "${list}", email: Email}\nworkspaces: {prod: {people: {where: {}}, groups: {A: {precedence: 1, members: {where: {}}}}}}\n`;
    const repository = await openRepository({
      "orgform.yaml": file(["$", "{var.list}"].join("")),
      "people.csv": rows("ada", "bob", "eve", "ida"),
    });
    await rename(repository.path("people.csv"), repository.path("staff.csv"));
    const said =
      'base-followed: The base HEAD does not have the list "staff.csv": "people.csv" was read there';
    expect((await planned(repository, "--var", "list=staff.csv")).said).toContain(said);
    await repository.write({ "orgform.yaml": file("staff.csv") });
    expect((await planned(repository)).said).toContain(said);
  });
});

describe("what the base has and nobody reads ends the run", () => {
  it("names both, and takes the other for something else where it is told to", async () => {
    const repository = await openRepository({ "prod.yaml": HEAD + workspace("prod", "A", "B") });
    await repository.write({ "dev.yaml": HEAD + workspace("dev", "A") });
    expect(await planned(repository, "-f", "dev.yaml")).toMatchObject({
      exitCode: 1,
      said: [unread("dev.yaml", "prod.yaml")],
    });
    const { stdout } = await repository.run([
      "plan",
      "--base",
      "HEAD",
      "-f",
      "dev.yaml",
      "--format",
      "json",
      "--allow",
      "base-unread=prod.yaml",
    ]);
    expect(JSON.parse(stdout)).toMatchObject({
      guards: [{ name: "base-unread", refused: false, override: "--allow base-unread=prod.yaml" }],
      new_files: ["dev.yaml"],
    });
  });

  it.each<[string, Record<string, string>, string[], Record<string, string>, string[], string[]]>([
    [
      "a copy of one of several files, of which the first is left where it was",
      { "org.yaml": HEAD, "prod.yaml": `version: 1\n${workspace("prod", "A", "B")}` },
      [],
      { "production.yaml": `version: 1\n${workspace("prod", "A")}` },
      ["org.yaml", "production.yaml"],
      [unread("production.yaml", "prod.yaml")],
    ],
    [
      "a file that is gone, and has nothing in common with the new one",
      { "org.yaml": HEAD, "prod.yaml": `version: 1\nprotect: ["**"]\n${workspace("prod", "A", "B")}` },
      ["prod.yaml"],
      { "other.yaml": `version: 1\n${workspace("dev", "A")}x-a: [1, 2, 3, 4, 5, 6]\n` },
      ["org.yaml", "other.yaml"],
      [unread("other.yaml", "prod.yaml")],
    ],
    [
      "a file that cannot be parsed any more",
      { "old.yaml": `${HEAD}workspaces: {prod: [\n` },
      ["old.yaml"],
      { "new.yaml": HEAD + workspace("dev", "A") },
      ["new.yaml"],
      [unread("new.yaml", "old.yaml")],
    ],
  ])("%s", async (_, before, gone, after, files, said) => {
    const repository = await openRepository(before);
    await repository.remove(...gone);
    await repository.write(after);
    expect(await planned(repository, ...files.flatMap((file) => ["-f", file]))).toMatchObject({
      exitCode: 1,
      said,
    });
  });

  it("a submodule in which the file lies, lay, or may have been", async () => {
    const inner = await openRepository({ "orgform.yaml": HEAD + workspace("prod", "A", "B") });
    const repository = await openRepository({ "readme.txt": "1" });
    const add = ["-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.path(""), "conf"];
    await repository.git(...add);
    await repository.git("commit", "-qam", "second");
    const said = (file: string) => [
      `base-unread: The base HEAD does not have "${file}", but it has "conf", whose files are in a repository of their own`,
    ];
    const inSubmodule = await planned(repository, "-f", "conf/orgform.yaml");
    expect(inSubmodule).toMatchObject({ exitCode: 1, said: said("conf/orgform.yaml") });
    await symlink("conf/orgform.yaml", repository.path("linked.yaml"));
    expect(await planned(repository, "-f", "linked.yaml")).toMatchObject({ exitCode: 1 });
    await repository.git("rm", "-qf", "conf");
    await repository.remove("conf").catch(() => undefined);
    await repository.write({ "orgform.yaml": HEAD + workspace("prod", "A") });
    expect(await planned(repository)).toMatchObject({ exitCode: 1, said: said("orgform.yaml") });
    await repository.write({ "conf/orgform.yaml": HEAD + workspace("prod", "A") });
    expect(await planned(repository, "-f", "conf")).toMatchObject({
      exitCode: 1,
      said: said("conf/orgform.yaml"),
    });
  });

  it("a repository inside this one", async () => {
    const repository = await openRepository({ "readme.txt": "1" });
    await repository.write({ "conf/orgform.yaml": HEAD + workspace("prod", "A") });
    await repository.git("init", "-q", "conf");
    expect(await planned(repository, "-f", "conf/orgform.yaml")).toMatchObject({ exitCode: 1 });
  });
});

describe("what is none of the run's is left alone", () => {
  it.each<[string, Record<string, string>, string[], Record<string, string>, string[]]>([
    ["files of another organization", { "a.yaml": OTHER + workspace("prod", "A") }, [], {}, ["b.yaml"]],
    [
      "parts of another organization, in its folder",
      { "other/org.yaml": OTHER, "other/prod.yaml": `version: 1\n${workspace("prod", "A")}` },
      ["other/prod.yaml"],
      {},
      ["b.yaml"],
    ],
    [
      "a file of another organization that looks like the new one",
      { "a.yaml": OTHER + workspace("prod", "A", "B", "C", "D") },
      ["a.yaml"],
      { "b.yaml": HEAD + workspace("prod", "A", "B", "C", "D") },
      ["b.yaml"],
    ],
    [
      "a copy of a workspace that the base reads",
      {
        "org.yaml": HEAD + workspace("prod", "A"),
        "examples/a.yaml": `${HEAD}workspaces: {prod: {}, dev: {}}\n`,
      },
      [],
      { "b.yaml": `version: 1\n${workspace("dev", "A")}` },
      ["org.yaml", "b.yaml"],
    ],
    [
      "a file that has a run of its own, beside one that the base has",
      { "org.yaml": HEAD + workspace("prod", "A"), "own.yaml": HEAD + workspace("third", "A") },
      [],
      { "b.yaml": `version: 1\n${workspace("dev", "A")}` },
      ["org.yaml", "b.yaml"],
    ],
    [
      "YAML of other programs",
      { "compose.yaml": 'version: "3"\nservices: {a: 1}\n', "chart.yaml": "version: 1.2.3\nname: a\n" },
      ["chart.yaml"],
      {},
      ["b.yaml"],
    ],
  ])("%s", async (_, before, gone, after, files) => {
    const repository = await openRepository(before);
    await repository.remove(...gone);
    await repository.write({ "b.yaml": HEAD + workspace("prod", "A"), ...after });
    const plan = await planned(repository, ...files.flatMap((file) => ["-f", file]));
    expect(plan).toMatchObject({ exitCode: 0, deleted: [], newFiles: ["b.yaml"] });
    expect(plan.said).toEqual(['new-file: The base HEAD has nothing of "b.yaml"']);
  });
});

it("a new file stands in an open block of its own in every format, and in the digest", async () => {
  const repository = await openRepository({ "readme.txt": "1" });
  await repository.write({ "orgform.yaml": HEAD + workspace("prod", "A") });
  for (const format of ["text", "markdown", "html"]) {
    const { stdout } = await repository.run(["plan", "--base", "HEAD", "--format", format]);
    expect(stdout).toMatch(/New files[\s\S]*orgform.yaml \[?.*new-file/);
  }
  const { digest } = await planned(repository);
  await repository.git("add", ".");
  await repository.git("commit", "-qm", "second");
  const later = await planned(repository);
  expect(later).toMatchObject({ said: [], newFiles: undefined });
  expect(later.digest).not.toBe(digest);
  expect((await planned(repository, "--fail-on", "warning")).exitCode).toBe(0);
});

it("follows links as the base has them", async () => {
  const repository = await openRepository({ "real.yaml": HEAD + workspace("prod", "A", "B") });
  await symlink("real.yaml", repository.path("orgform.yaml"));
  await mkdir(repository.path("conf"));
  await symlink("../real.yaml", repository.path("conf/all.yaml"));
  await repository.git("add", ".");
  await repository.git("commit", "-qm", "links");
  await repository.remove("orgform.yaml", "conf");
  await repository.write({
    "orgform.yaml": HEAD + workspace("prod", "A"),
    "conf/all.yaml": HEAD + workspace("prod", "A"),
  });
  for (const file of ["orgform.yaml", "conf"])
    expect(await planned(repository, "-f", file)).toMatchObject({ deleted: ["prod/groups/B"], said: [] });
});

it("compares points in the same way", async () => {
  const repository = await openRepository({ "orgform.yaml": HEAD + workspace("prod", "A", "B") });
  await rename(repository.path("orgform.yaml"), repository.path("orgform.yml"));
  const compared = async (...args: string[]) => {
    const { stdout, exitCode } = await repository.run(["compare", ...args, "--format", "json"]);
    const { warnings, diagnostics } = JSON.parse(stdout);
    return { exitCode, warnings, diagnostics };
  };
  const followed = [
    {
      code: "base-followed",
      message: 'The point HEAD does not have "orgform.yml": "orgform.yaml" was read there',
    },
  ];
  expect(await compared("HEAD", "planned")).toMatchObject({ exitCode: 0, warnings: followed });
  const text = await repository.run(["compare", "HEAD", "live"]);
  expect(text.stdout).toContain('"orgform.yaml" was read there');
  await repository.write({ "dev.yaml": HEAD + workspace("dev", "A") });
  expect(await compared("HEAD", "planned", "-f", "dev.yaml")).toMatchObject({
    exitCode: 1,
    diagnostics: [{ code: "base-unread" }],
  });
});

it("finds files whatever git is told by attributes, settings and hooks, and takes a list for a list", async () => {
  const list = "email\nada@northwind.example\n";
  const file = (people: string, ...names: string[]) =>
    `${HEAD}people: {file: ${people}}\n${workspace("prod", ...names)}`;
  const repository = await openRepository({
    ".gitattributes": "*.yaml binary\n*.csv binary\n",
    "old/orgform.yaml": file("people.csv", "A", "B"),
    "old/people.csv": list,
  });
  for (const name of ["color.ui", "color.grep", "color.diff"]) await repository.git("config", name, "always");
  await rename(repository.path("old"), repository.path("conf"));
  await rename(repository.path("conf/people.csv"), repository.path("conf/staff.csv"));
  await repository.write({ "conf/orgform.yaml": file("staff.csv", "A") });
  const { stdout } = await repository.run(["plan", "--base", "HEAD", "--format", "json", "-f", "conf"], {
    GIT_DIR: ".git",
    GIT_INDEX_FILE: ".git/index",
  });
  const { diagnostics, new_files } = JSON.parse(stdout);
  expect(new_files).toBeUndefined();
  expect(diagnostics.map(({ summary }: { summary: string }) => summary)).toEqual([
    'The base HEAD does not have "conf/orgform.yaml": "old/orgform.yaml" was read there',
    'The base HEAD does not have the list "conf/staff.csv": "old/people.csv" was read there',
  ]);
});

it("compares data models by the folder that git says it was", async () => {
  const view =
    "type: view\nname: orders\nmodel_name: m\nfields: [{name: margin, field_type: dimension, type: string, sql: x}]\n";
  const repository = await openRepository({
    "orgform.yaml": `${HEAD}data_model: models\n${workspace("prod", "A")}`,
    "models/orders.yml": view,
  });
  await rename(repository.path("models"), repository.path("model"));
  await repository.write({ "orgform.yaml": `${HEAD}data_model: model\n${workspace("prod", "A")}` });
  const compare = ["compare", "live", "live", "--model-from", "HEAD", "--format", "json"];
  const { stdout } = await repository.run(compare);
  expect(JSON.parse(stdout).warnings).toEqual([
    {
      code: "base-followed",
      message: 'The point HEAD does not have the folder "model": "models" was read there',
    },
  ]);
  const inner = await openRepository({ "more.yml": view });
  await rename(repository.path("model"), repository.path("models"));
  const add = ["-c", "protocol.file.allow=always", "submodule", "add", "-q", inner.path(""), "models/more"];
  await repository.git(...add);
  await repository.write({ "orgform.yaml": `${HEAD}data_model: models\n${workspace("prod", "A")}` });
  await repository.git("commit", "-qam", "submodule");
  expect((await repository.run(compare)).stdout).toContain("models/more is a submodule there");
  await repository.git("reset", "-q", "--hard", "HEAD~1");
  await repository.remove("models");
  await repository.write({ "orgform.yaml": `${HEAD}data_model: model\n${workspace("prod", "A")}` });
  await repository.write({ "model/orders.yml": "type: view\nname: another\n" });
  expect((await repository.run(compare)).exitCode).toBe(1);
});

describe("git that could not be asked is said as what it is", () => {
  const DUBIOUS = { GIT_TEST_ASSUME_DIFFERENT_OWNER: "1", HOME: "/nowhere" };
  const summaries = async ({ run }: Repository, args: string[], env: Record<string, string>) => {
    const { stdout, exitCode } = await run([...args, "--format", "json"], env);
    return {
      exitCode,
      said: JSON.parse(stdout)
        .diagnostics.map(({ detail }: { detail: string }) => detail)
        .join(),
    };
  };

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
    ])
      expect(await summaries(repository, args, env)).toEqual({
        exitCode: 1,
        said: expect.stringContaining(words),
      });
    // A path is no revision.
    expect((await repository.run(["plan", "--base", "./before"], env)).exitCode).toBe(0);
    expect((await repository.run(["plan", "--format", "html"], env)).stderr).toContain(
      `No commit is named: git`,
    );
  });

  it("outside a checkout nobody misses it", async () => {
    const repository = await openRepository({ "orgform.yaml": HEAD, before: HEAD });
    await repository.remove(".git");
    expect((await repository.run(["plan", "--base", "before"], { PATH: "/nowhere" })).exitCode).toBe(0);
    expect((await repository.run(["plan", "--format", "html"], { PATH: "/nowhere" })).stderr).toBe("");
  });
});
