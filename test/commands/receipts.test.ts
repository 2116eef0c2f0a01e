import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { basename } from "node:path";
import { expect, it } from "vitest";
import { sourceOnServer } from "../../src/commands/plan/run-facts.js";
import { readReceiptAt } from "../support/receipts.js";
import { orgform } from "../support/run-in-process.js";
import { type Folder, openFolder } from "./folder.js";
import { FILE, openNorthwind } from "./northwind.js";

const OPENS = FILE.replace("{region: no-access, team: any}", "{team: any}");

async function open() {
  const folder = await openFolder();
  const sandbox = await openNorthwind();
  await folder.write("orgform.yaml", FILE);
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    orgform(args, { cwd: folder.path(""), env: { ...env, ...more } });
  return { folder, run, env, sandbox };
}

/** Taking the team away from everybody opens them. */

const receiptsIn = (folder: Folder, place = ".orgform/receipts"): string[] => {
  try {
    return readdirSync(folder.path(place)).map((name) => `${place}/${name}`);
  } catch {
    return [];
  }
};
const read = (folder: Folder, [path = ""]: readonly string[]) => readReceiptAt(folder.path(path));

it("is written beside the file, and says who and how", async () => {
  const { folder, run } = await open();
  const github = {
    GITHUB_ACTIONS: "true",
    GITHUB_SHA: "abc123",
    GITHUB_REF_NAME: "main",
    GITHUB_REPOSITORY: "o/r",
  };
  expect((await run(["apply", "--auto-approve"], github)).exitCode).toBe(0);
  const receipts = receiptsIn(folder);
  expect(receipts).toHaveLength(1);
  expect(statSync(folder.path(receipts[0] ?? "")).mode & 0o777).toBe(0o600);
  expect(await folder.read(".orgform/.gitignore")).toBe("*\n");
  const receipt = read(folder, receipts);
  expect(basename(receipts[0] ?? "")).toBe(`${receipt.started_at.replaceAll(":", "-")}.jsonl`);
  expect(receipt).toMatchObject({
    actor: { user_id: "usr_nora", email: "nora@northwind.example" },
    source: { commit: "abc123", branch: "main", repository: "o/r" },
    approved_by: "auto-approve",
    outcome: "ok",
  });
  expect((receipt.finished_at ?? "") >= receipt.started_at).toBe(true);
  expect(receipt.access_changes).toContainEqual(
    expect.objectContaining({ member: "ada@northwind.example", attribute: "region", kind: "changed" }),
  );
});

it("says that a digest or a plan file approved it", async () => {
  for (const way of ["digest", "plan-file"] as const) {
    const { folder, run } = await open();
    await run(["plan", "--out", "plan.json"]);
    const { plan_digest } = JSON.parse(await folder.read("plan.json"));
    await run(way === "digest" ? ["apply", "--approve", plan_digest] : ["apply", "plan.json"]);
    expect(read(folder, receiptsIn(folder))).toMatchObject({ approved_by: way });
  }
});

it("is not left by a run that is refused, or has nothing to do, or is told to leave none", async () => {
  const { folder, run } = await open();
  await folder.write("opens.yaml", OPENS);
  expect((await run(["apply", "--auto-approve", "-f", "opens.yaml"])).exitCode).toBe(3);
  expect((await run(["apply", "--auto-approve", "--no-receipt"])).exitCode).toBe(0);
  expect((await run(["apply", "--auto-approve"])).exitCode).toBe(0);
  expect((await run(["apply", "--auto-approve", "--receipt", "r.jsonl"])).exitCode).toBe(0);
  expect(readdirSync(folder.path("")).sort()).toEqual(["opens.yaml", "orgform.yaml"]);
});

it("of a folder of files lies in the folder", async () => {
  const { folder, run } = await open();
  await mkdir(folder.path("orgs"));
  await writeFile(folder.path("orgs/northwind.yaml"), await readFile(folder.path("orgform.yaml")));
  await run(["apply", "--auto-approve", "-f", "orgs"]);
  expect(receiptsIn(folder, "orgs/.orgform/receipts")).toHaveLength(1);
  expect(receiptsIn(folder)).toEqual([]);
});

it("is the output of `--format json`, line for line, but for the first one", async () => {
  const { folder, run } = await open();
  const { stdout } = await run(["apply", "--auto-approve", "--format", "json"]);
  const [path = ""] = receiptsIn(folder);
  const [first = "", ...lines] = (await folder.read(path)).split("\n");
  const [version = "", ...printed] = stdout.split("\n");
  expect(lines).toEqual(printed);
  expect([JSON.parse(first).type, JSON.parse(version).type]).toEqual(["run", "version"]);
});

it("is not left where somebody is arriving, and nothing is sent", async () => {
  const { folder, run } = await open();
  await run(["apply", "--auto-approve", "--no-receipt"]);
  await folder.write(
    "orgform.yaml",
    FILE.replace("  prod:\n", "  prod:\n    members: {cal@northwind.example: {groups: [Execs]}}\n").replace(
      "Execs: {",
      "Execs: {members: [ada@northwind.example], ",
    ),
  );
  const { stdout, exitCode } = await run(["apply", "--auto-approve"]);
  expect({ exitCode, stdout }).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("1 arrives") });
  expect(receiptsIn(folder)).toEqual([]);
});

it("says which guards were told to let what pass", async () => {
  const { folder, run } = await open();
  await folder.write("orgform.yaml", OPENS);
  const limit = ["--allow", "access.opened=3"];
  const applied = await run(["apply", "--auto-approve", ...limit]);
  expect(applied.exitCode).toBe(0);
  expect(read(folder, receiptsIn(folder)).allowed).toEqual([
    { name: "access.opened", override: "--allow access.opened=3", limit: 0, actual: 3 },
  ]);
});

it("says the address of the token's user, also where the run needs nobody's", async () => {
  const { folder, run } = await open();
  await folder.write(
    "orgform.yaml",
    "version: 1\norganization: {id: org_northwind}\nworkspaces: {lab: {groups: {New: {precedence: 5}}}}\n",
  );
  expect((await run(["apply", "--auto-approve"])).exitCode).toBe(0);
  expect(read(folder, receiptsIn(folder)).actor).toEqual({
    user_id: "usr_nora",
    email: "nora@northwind.example",
  });
});

it("has git's commit where no build server says it, and whether the files were changed", async () => {
  const { folder, run } = await open();
  const git = (...args: readonly string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@n.example", ...args], {
      cwd: folder.path(""),
      encoding: "utf8",
    }).trim();
  git("init", "--quiet");
  git("add", "orgform.yaml");
  git("commit", "--quiet", "--message", "first");
  const commit = git("rev-parse", "HEAD");
  expect((await run(["apply", "--auto-approve"])).exitCode).toBe(0);
  await folder.write("orgform.yaml", FILE.replace("precedence: 30", "precedence: 31"));
  expect((await run(["apply", "--auto-approve"])).exitCode).toBe(0);
  const sources = receiptsIn(folder).map((path) => read(folder, [path]).source);
  expect(sources).toHaveLength(2);
  expect(sources).toContainEqual({ commit });
  expect(sources).toContainEqual({ commit, files_changed: true });
});

it.each([".orgform", ".orgform/receipts"])("goes nowhere where %s is a link", async (link) => {
  const { folder, run, sandbox } = await open();
  mkdirSync(folder.path("public/receipts"), { recursive: true });
  if (link.includes("/")) mkdirSync(folder.path(".orgform"));
  symlinkSync(folder.path(link.includes("/") ? "public/receipts" : "public"), folder.path(link));
  const { exitCode, stderr } = await run(["apply", "--auto-approve"]);
  expect({ exitCode, stderr }).toEqual({
    exitCode: 1,
    stderr: expect.stringContaining(`${link} is a link`),
  });
  expect(sandbox.log().every(({ effect }) => effect === null)).toBe(true);
  expect(readdirSync(folder.path("public/receipts"))).toEqual([]);
  expect((await run(["apply", "--auto-approve", "--receipt", "r.jsonl"])).exitCode).toBe(0);
});

it.each([
  [
    {
      GITHUB_ACTIONS: "true",
      GITHUB_SHA: "c",
      GITHUB_HEAD_REF: "b",
      GITHUB_SERVER_URL: "https://github.com",
      GITHUB_REPOSITORY: "o/r",
      GITHUB_RUN_ID: "7",
    },
    { commit: "c", branch: "b", repository: "o/r", run_url: "https://github.com/o/r/actions/runs/7" },
  ],
  [
    {
      GITLAB_CI: "true",
      CI_COMMIT_SHA: "c",
      CI_COMMIT_REF_NAME: "b",
      CI_PROJECT_PATH: "g/p",
      CI_JOB_URL: "https://gl/j/1",
    },
    { commit: "c", branch: "b", repository: "g/p", run_url: "https://gl/j/1" },
  ],
  [
    {
      BITBUCKET_BUILD_NUMBER: "3",
      BITBUCKET_COMMIT: "c",
      BITBUCKET_BRANCH: "b",
      BITBUCKET_REPO_FULL_NAME: "w/r",
    },
    { commit: "c", branch: "b", repository: "w/r", run_url: "https://bitbucket.org/w/r/pipelines/results/3" },
  ],
  [
    {
      TF_BUILD: "True",
      BUILD_SOURCEVERSION: "c",
      BUILD_SOURCEBRANCH: "refs/heads/b",
      BUILD_REPOSITORY_NAME: "r",
      SYSTEM_COLLECTIONURI: "https://dev.azure.com/o/",
      SYSTEM_TEAMPROJECT: "My Project",
      BUILD_BUILDID: "9",
    },
    {
      commit: "c",
      branch: "refs/heads/b",
      repository: "r",
      run_url: "https://dev.azure.com/o/My%20Project/_build/results?buildId=9",
    },
  ],
  [
    {
      JENKINS_URL: "https://ci/",
      GIT_COMMIT: "c",
      GIT_BRANCH: "origin/main",
      GIT_URL: "https://me@northwind.example:secret@git.example/r.git",
      BUILD_URL: "https://ci/job/1/",
    },
    {
      commit: "c",
      branch: "origin/main",
      repository: "https://git.example/r.git",
      run_url: "https://ci/job/1/",
    },
  ],
  [
    {
      GITLAB_CI: "true",
      CI_COMMIT_SHA: "c",
      CI_COMMIT_REF_NAME: "fix/a@b#7",
      CI_PROJECT_PATH: "u:secret@gl.example/g/p;id=secret?token=secret",
      CI_JOB_URL:
        "https://u:secret@gl.example:8443/g/p;id=secret/-/jobs/1;id=secret?private_token=secret#secret",
    },
    {
      commit: "c",
      branch: "fix/a@b#7",
      repository: "gl.example/g/p",
      run_url: "https://gl.example:8443/g/p/-/jobs/1",
    },
  ],
  [
    {
      TF_BUILD: "True",
      SYSTEM_COLLECTIONURI: "https://dev.azure.example/o/?token=secret",
      SYSTEM_TEAMPROJECT: "p",
      BUILD_BUILDID: "9",
    },
    { run_url: "https://dev.azure.example/o/p/_build/results?buildId=9" },
  ],
  [
    {
      JENKINS_URL: "https://ci/",
      GIT_URL: "git@git.example:o/r.git",
      BUILD_URL: "https://u:se/cret@ci/job/1",
    },
    { repository: "git.example:o/r.git" },
  ],
  [{ GIT_COMMIT: "c" }, undefined],
])("knows where a run comes from: %o", (env, source) => {
  expect(sourceOnServer(env)).toEqual(source);
});
