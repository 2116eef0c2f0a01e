import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { expect, it, onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

const ADA = "ada@northwind.example";
const JOINED = ["apply", "--joined", "--auto-approve"];
const RECEIPTS = ".orgform/receipts";

const FILE = (board: string) => `version: 1
organization: {id: org_northwind}
workspaces:
  prod:
    groups: {Board: {precedence: 20, members: [${board}]}}
    members: {${ADA}: {role: explore}}
`;

/** A repository whose file an apply has invited Ada by; she has joined, and waits for Board. */
async function open() {
  const folder = await openFolder();
  const elsewhere = await openFolder();
  const sandbox = openSandbox({ seed: { workspaces: [{ name: "prod" }] } });
  onTestFinished(() => sandbox.close());
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder.path("") });
  git("init", "--quiet");
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    orgform(args, {
      cwd: folder.path(""),
      env: {
        PATH: process.env.PATH ?? "",
        ORGFORM_BASE_URL: sandbox.url,
        ORGFORM_TOKEN: sandbox.token,
        ...more,
      },
    });
  await folder.write("orgform.yaml", FILE(ADA));
  expect((await run(["apply", "--auto-approve"])).exitCode).toBe(0);
  const body = JSON.stringify({ workspace: "prod", email: ADA });
  await sandbox.fetch(`${sandbox.origin}/_sandbox/accept-invite`, { method: "POST", body });
  return {
    folder,
    elsewhere,
    git,
    run,
    board: () => sandbox.state().workspaces[0]?.groups?.find(({ name }) => name === "Board")?.members ?? [],
  };
}

const ON_SERVERS = [
  { CI: "true" },
  { GITHUB_ACTIONS: "true" },
  { GITLAB_CI: "true" },
  { BITBUCKET_BUILD_NUMBER: "7" },
  { TF_BUILD: "True" },
  { JENKINS_URL: "https://ci.example/" },
];

it("a receipt that git does not track counts on somebody's own machine", async () => {
  const { run, git, board } = await open();
  git("add", "--all");
  expect(git("ls-files").toString()).toBe("orgform.yaml\n");
  expect((await run(["drift", "--since", RECEIPTS])).exitCode).toBe(0);
  expect((await run(JOINED, { CI: "false" })).exitCode).toBe(0);
  expect(board()).toEqual([ADA]);
});

it("a receipt that git tracks approves nothing, wherever it stands and whatever ignores it", async () => {
  const { folder, run, git, board } = await open();
  git("add", "--force", RECEIPTS);
  mkdirSync(folder.path("kept"));
  const [name = ""] = readdirSync(folder.path(RECEIPTS));
  for (const since of [[], ["--since", RECEIPTS], ["--since", `${RECEIPTS}/${name}`]])
    expect(await run([...JOINED, ...since])).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining(`${name} is tracked by git, so it approves nothing`),
    });
  for (const command of ["plan", "drift"])
    expect((await run([command, "--since", RECEIPTS])).exitCode).toBe(1);
  // A copy that git does not track, beside the one that it does: still an error.
  writeFileSync(folder.path("kept/copy.jsonl"), readFileSync(folder.path(`${RECEIPTS}/${name}`)));
  expect((await run([...JOINED, "--since", "kept"])).exitCode).toBe(1);
  expect(board()).toEqual([]);
  git("rm", "--quiet", "--cached", "-r", RECEIPTS);
  expect((await run([...JOINED, "--since", "kept"])).exitCode).toBe(0);
});

it.each(ON_SERVERS)("on a build server, a receipt in the checkout approves nothing: %o", async (server) => {
  const { folder, elsewhere, run, board } = await open();
  for (const args of [JOINED, [...JOINED, "--since", RECEIPTS], ["drift", "--since", RECEIPTS]])
    expect(await run(args, server)).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("stands in the checkout"),
    });
  const kept = elsewhere.path("receipts");
  renameSync(folder.path(RECEIPTS), kept);
  // Its own receipt would stay in the checkout, and the next run would not know who got what.
  expect((await run([...JOINED, "--since", kept], server)).exitCode).toBe(1);
  expect(board()).toEqual([]);
  const receipt = ["--receipt", `${kept}/next.jsonl`];
  expect(await run([...JOINED, "--since", kept, ...receipt], server)).toMatchObject({ exitCode: 0 });
  expect(board()).toEqual([ADA]);
});

it("a commit that brings a receipt along gives nobody anything on a build server", async () => {
  const { folder, elsewhere, run, git, board } = await open();
  const kept = elsewhere.path("receipts");
  renameSync(folder.path(RECEIPTS), kept);
  await folder.write(
    "orgform.yaml",
    FILE(ADA).replace("groups: {", `groups: {More: {precedence: 30, members: [${ADA}]}, `),
  );
  const [name = ""] = readdirSync(kept);
  const forged = readFileSync(`${kept}/${name}`, "utf8").replace(
    '"groups":["Board"]',
    '"groups":["Board","More"]',
  );
  mkdirSync(folder.path(RECEIPTS));
  writeFileSync(folder.path(`${RECEIPTS}/forged.jsonl`), forged);
  git("add", "--force", RECEIPTS, "orgform.yaml");
  const args = [...JOINED, "--since", kept, "--receipt", `${kept}/next.jsonl`];
  expect((await run(args, { CI: "true" })).exitCode).toBe(1);
  expect(board()).toEqual([]);
});

it("a build server may have the files of a change without git's own: a receipt beside them approves nothing", async () => {
  const { folder, elsewhere, run, board } = await open();
  rmSync(folder.path(".git"), { recursive: true });
  const kept = elsewhere.path("receipts");
  for (const args of [JOINED, ["drift", "--since", RECEIPTS], [...JOINED, "--since", kept]])
    expect(await run(args, { CI: "true" })).toMatchObject({
      exitCode: 1,
      stderr: expect.stringContaining("stands in the checkout"),
    });
  expect(board()).toEqual([]);
  renameSync(folder.path(RECEIPTS), kept);
  const args = [...JOINED, "--since", kept, "--receipt", `${kept}/next.jsonl`];
  expect(await run(args, { CI: "true" })).toMatchObject({ exitCode: 0 });
  expect(board()).toEqual([ADA]);
});

it.each([
  { GIT_DIR: ".git" },
  { GIT_INDEX_FILE: "/nonexistent/index" },
  { GIT_LITERAL_PATHSPECS: "1" },
  { GIT_CEILING_DIRECTORIES: "/" },
])("what git tells its hooks hides no receipt that it tracks: %o", async (variables) => {
  const { run, git, board } = await open();
  git("add", "--force", RECEIPTS);
  expect(await run(JOINED, variables)).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("is tracked by git"),
  });
  expect(board()).toEqual([]);
});

it("says so where git cannot be asked", async () => {
  const { folder, run, board } = await open();
  const ended = await run(JOINED, { PATH: folder.path("nowhere") });
  expect(ended).toMatchObject({
    exitCode: 1,
    stderr: expect.stringContaining("Git cannot say whether it tracks the receipts"),
  });
  expect(board()).toEqual([]);
});
