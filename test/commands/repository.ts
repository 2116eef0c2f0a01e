import { mkdir, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { execa } from "execa";
import { onTestFinished } from "vitest";
import { openSandbox } from "../support/open-sandbox.js";
import { orgform, type Run } from "../support/run-in-process.js";
import { openFolder } from "./folder.js";

export const HEAD = "version: 1\norganization: {id: org_northwind}\n";

/** The workspaces of a file, each with groups. */
export const workspace = (name: string, ...names: string[]) =>
  `workspaces: {${name}: {groups: {${names.map((one, i) => `${one}: {precedence: ${i + 1}}`).join(", ")}}}}\n`;

/** Git in a folder, as Ada. */
export const gitIn =
  (cwd: string) =>
  (...args: string[]) =>
    execa("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], { cwd });

/** A repository whose first commit has some files, beside an organization with groups A and B in prod and dev. */
export async function openRepository(files: Readonly<Record<string, string>>) {
  const groups = ["A", "B"].map((name, i) => ({ name, precedence: i + 1 }));
  const sandbox = openSandbox({ seed: { workspaces: ["prod", "dev"].map((name) => ({ name, groups })) } });
  onTestFinished(() => sandbox.close());
  const folder = await openFolder();
  const git = gitIn(folder.path(""));
  const write = async (all: Readonly<Record<string, string>>) => {
    for (const [name, text] of Object.entries(all)) {
      await mkdir(dirname(folder.path(name)), { recursive: true });
      await folder.write(name, text);
    }
  };
  const commit = async (message: string, all: Readonly<Record<string, string>> = {}) => {
    await write(all);
    await git("add", ".");
    await git("commit", "-qm", message);
  };
  await git("init", "-q", "-b", "main");
  await commit("first", files);
  return {
    git,
    write,
    commit,
    path: folder.path,
    remove: (...names: string[]) =>
      Promise.all(names.map((name) => rm(folder.path(name), { recursive: true }))),
    run: (args: readonly string[], env = {}, cwd = folder.path("")): Promise<Run> =>
      orgform(args, { cwd, env: { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token, ...env } }),
  };
}

type Repository = Awaited<ReturnType<typeof openRepository>>;

/** What a plan says that tests of a base are about. */
export async function planned({ run }: Pick<Repository, "run">, ...args: string[]) {
  const { stdout, stderr, exitCode } = await run(["plan", "--format", "json", ...args]);
  const { resource_changes = [], guards = [], diagnostics, ...plan } = JSON.parse(stdout);
  return {
    exitCode,
    stderr,
    changes: resource_changes.map(
      ({ address, change, origin }: { address: string; change: { actions: string[] }; origin: string }) =>
        `${origin} ${change.actions[0]} ${address}`,
    ),
    refused: guards
      .filter(({ refused }: { refused: boolean }) => refused)
      .map(({ name }: { name: string }) => name),
    said: diagnostics.map(({ code, summary }: { code: string; summary: string }) => `${code}: ${summary}`),
    details: diagnostics.map(({ detail }: { detail: string }) => detail).join("\n"),
    newFiles: plan.new_files,
    notInBranch: plan.not_in_branch,
    list: plan.people_list,
    digest: plan.plan_digest,
  };
}
