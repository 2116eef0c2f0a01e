import { describe, expect, it } from "vitest";
import { openFolder } from "./folder.js";
import { gitIn, HEAD, openRepository, planned, workspace } from "./repository.js";

const STRICT = `protect: ["*/groups/B"]\nlimits: {delete: {count: 0}}\n`;

describe("what pipelines give where they know no commit", () => {
  it.each([
    ["0".repeat(40), `--base ${"0".repeat(40)} names no revision`],
    ["0".repeat(64), `--base ${"0".repeat(64)} names no revision`],
    ["", "It is empty; a variable may be unset."],
  ])("%j", async (base, said) => {
    const repository = await openRepository({ "orgform.yaml": HEAD + workspace("prod", "A") });
    const plan = await planned(repository, `--base=${base}`);
    expect(plan).toMatchObject({ exitCode: 1, said: [expect.stringContaining(said)] });
    const compared = await repository.run(["compare", base, "live"]);
    expect(compared.exitCode).toBe(1);
    expect(compared.stderr).toContain("names no revision");
  });
});

it("a tag or branch that is called like a remote's branch does not take its place", async () => {
  const model = "type: view\nname: orders\nmodel_name: m\nfields: []\n";
  const upstream = await openRepository({
    "orgform.yaml": `${HEAD + STRICT}data_model: model\n${workspace("prod", "A", "B")}`,
    "model/orders.yml": model,
  });
  const folder = await openFolder();
  await gitIn(folder.path(""))("clone", "-q", upstream.path(""), "clone");
  const run: typeof upstream.run = (args, env) => upstream.run(args, env, folder.path("clone"));
  const git = gitIn(folder.path("clone"));
  await folder.write("clone/orgform.yaml", `${HEAD}data_model: model\n${workspace("prod", "A")}`);
  const plan = async (...base: string[]) => await planned({ run }, ...base.map((one) => `--base=${one}`));
  const strict = { exitCode: 3, refused: ["protect", "delete.group"] };
  expect(await plan("origin/main")).toMatchObject(strict);
  await git("commit", "-qam", "lax");
  await git("tag", "origin/main");
  const said = "is more than one revision: refs/tags/origin/main, refs/remotes/origin/main";
  for (const base of ["origin/main", "origin/main~0", "origin/main:orgform.yaml"])
    expect(await plan(base)).toMatchObject({ exitCode: 1, said: [`usage: --base ${base} ${said}`] });
  for (const args of [
    ["compare", "origin/main", "HEAD"],
    ["compare", "live", "live", "--model-from", "origin/main"],
    ["compare", "live", "live", "--model-from", ".", "--model-to", "origin/main"],
  ])
    expect((await run(args)).stderr.replace(/\s+/g, " ")).toContain(said);
  expect(await plan("refs/remotes/origin/main")).toMatchObject(strict);
  // A full name is itself, whoever pushes one that ends with it, and so is a commit.
  await git("tag", "refs/remotes/origin/main");
  await git("tag", "HEAD");
  expect(await plan("refs/remotes/origin/main")).toMatchObject(strict);
  expect(await plan("HEAD~1")).toMatchObject(strict);
  await git("tag", "-d", "origin/main");
  await git("branch", "-q", "origin/main");
  expect((await plan("origin/main")).exitCode).toBe(1);
});

it("a replacement of the base's commit does not take its place", async () => {
  const repository = await openRepository({ "orgform.yaml": HEAD + STRICT + workspace("prod", "A", "B") });
  await repository.commit("lax", { "orgform.yaml": HEAD + workspace("prod", "A") });
  await repository.git("replace", "HEAD~1", "HEAD");
  const strict = { exitCode: 3, refused: ["protect", "delete.group"] };
  expect(await planned(repository, "--base", "HEAD~1")).toMatchObject(strict);
});

it("takes no folder for a data model at a revision of its name", async () => {
  const view = "type: view\nname: orders\nmodel_name: m\nfields: []\n";
  const model = "type: model\nname: m\nconnection: c\n";
  const repository = await openRepository({
    "orgform.yaml": `${HEAD}data_model: model\n${workspace("prod", "A")}`,
    ...{ "model/orders.yml": view, "model/m.yml": model, "main/orders.yml": view, "main/m.yml": model },
  });
  const { stderr, exitCode } = await repository.run(["compare", "live", "live", "--model-from", "main"]);
  expect(exitCode).toBe(1);
  expect(stderr).toContain("--model-from main is a revision and a file");
  for (const point of ["./main", "HEAD:main"])
    expect(await repository.run(["compare", "live", "live", "--model-from", point])).toMatchObject({
      exitCode: 0,
      stderr: "",
    });
});

it("names the command that fetches a base which the clone lacks, or its history", async () => {
  const upstream = await openRepository({ "orgform.yaml": HEAD + workspace("prod", "A", "B") });
  await upstream.commit("second", { "orgform.yaml": HEAD + workspace("prod", "A") });
  const first = (await upstream.git("rev-parse", "HEAD~1")).stdout;
  await upstream.git("branch", "other", "HEAD~1");
  await upstream.git("config", "uploadpack.allowAnySHA1InWant", "true");
  const folder = await openFolder();
  await gitIn(folder.path(""))("clone", "-q", "--depth=1", `file://${upstream.path("")}`, "clone");
  const run: typeof upstream.run = (args, env) => upstream.run(args, env, folder.path("clone"));
  const git = gitIn(folder.path("clone"));
  for (const [base, command] of [
    [first, `git fetch origin ${first}`],
    ["origin/other", "git fetch origin +refs/heads/other:refs/remotes/origin/other"],
    ["HEAD~1", "git fetch --unshallow"],
  ] as const) {
    const plan = await planned({ run }, "--base", base);
    expect(plan).toMatchObject({ exitCode: 1, said: [`usage: --base ${base} cannot be read`] });
    expect(plan.details).toContain(`\`${command}\``);
  }
  await git("fetch", "-q", "--depth=1", "origin", first);
  const short = await planned({ run }, "--base", first);
  expect(short).toMatchObject({
    exitCode: 1,
    said: [`usage: The history here is too short to tell whether HEAD contains --base ${first}`],
  });
  expect(short.details).toContain("`git fetch --unshallow`");
  await git("fetch", "-q", "--unshallow");
  expect(await planned({ run }, "--base", first)).toMatchObject({ said: [], exitCode: 0 });
});
