import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import { type FakeGithub, REPOSITORY, startFakeGithub } from "../action/fake-github.js";
import { runInThread } from "../support/in-thread.js";
import { nodeHere, programsHere } from "../support/programs-here.js";
import { ghOf, type PullRequest } from "./gh.js";
import { fill, isDue, type Scope, statusOf } from "./github-expressions.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ACTION = join(ROOT, ".github/action/main.mjs");
const INPUTS = parse(readFileSync(join(ROOT, "action.yml"), "utf8")).inputs as Record<string, Input>;

interface Input {
  readonly default?: string;
}

/** What starts a run. */
export interface Occasion {
  readonly event: object;
  readonly sha: string;
  readonly ref?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  /** Fails each step of this kind, as a machine without a network does. */
  readonly fails?: "checkout";
  /** Gets the group of processes of each step that runs the action. */
  readonly meanwhile?: (group: number) => Promise<void>;
}

type Result = "success" | "failure" | "skipped";

/** A run of a workflow that has ended, or that was cancelled while it waited. */
export interface WorkflowRun {
  readonly id: number;
  readonly workflow: string;
  readonly sha: string;
  readonly conclusion: Result | "cancelled";
  readonly jobs: Readonly<Record<string, Result>>;
  readonly log: string;
}

interface Job {
  readonly needs?: string | readonly string[];
  readonly if?: string;
  readonly environment?: string;
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> };
  readonly steps: readonly WorkflowStep[];
}

interface WorkflowStep {
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, string | number | boolean>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** What an environment gives to its jobs: the token and the address of an organization. */
export interface Environment {
  readonly token: string;
  readonly url: string;
}

/** A repository on GitHub, whose workflows run here as they stand: job after job, each in a checkout of its own. */
export interface Repository {
  readonly github: FakeGithub;
  readonly origin: string;
  readonly runs: readonly WorkflowRun[];
  /** Those that workflows have opened. */
  readonly pullRequests: PullRequest[];
  git(...args: readonly string[]): string;
  /** Runs a workflow to its end. */
  run(workflow: string, occasion: Occasion): Promise<WorkflowRun>;
  /** Notes a run that is over: one that GitHub cancelled before its first job, or one that another test is about. */
  note(workflow: string, sha: string, conclusion: WorkflowRun["conclusion"]): void;
  /** The folder in which an artifact of the last run that has one lies. */
  artifact(name: string): string;
  close(): Promise<void>;
}

/**
 * Opens one with these workflows; `environments` gives what a job of an environment may read. The action, and what it and
 * its steps call orgform for, is done in this process, but for runs of the built command and those of which somebody has
 * to have the process.
 */
export async function openRepository(
  workflows: string,
  environments: (name: string) => Environment,
  { isBuilt = false }: { readonly isBuilt?: boolean } = {},
): Promise<Repository> {
  const home = mkdtempSync(join(tmpdir(), "orgform-github-"));
  const origin = join(home, "origin");
  cpSync(workflows, join(origin, ".github/workflows"), { recursive: true });
  const git = (...args: readonly string[]): string =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], {
      cwd: origin,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  git("config", "uploadpack.allowAnySHA1InWant", "true");
  const github = await startFakeGithub();
  const runs: WorkflowRun[] = [];
  const artifacts: { readonly run: number; readonly name: string; readonly folder: string }[] = [];
  const pullRequests: PullRequest[] = [];
  const gh = await programsHere({ gh: ghOf({ github, pullRequests, artifacts, origin }) });
  const here = await programsHere({ node: nodeHere });

  /** Runs the steps of a job; resolves with how it ended. */
  async function runJob(job: Job, scope: Scope, occasion: Occasion, note: (text: string) => void) {
    const place = mkdtempSync(join(home, "job-"));
    const [workspace, temp] = [join(place, "work"), join(place, "temp")];
    for (const folder of [workspace, temp]) mkdirSync(folder);
    const steps: Record<string, { readonly outputs: Readonly<Record<string, string>> }> = {};
    const run = scope.run as { readonly id: number };
    const own: Scope = { ...scope, steps, runner: { temp }, secrets: {}, vars: {} };
    if (job.environment !== undefined) {
      const { token, url } = environments(fill(job.environment, own));
      Object.assign(own, { secrets: { ORGFORM_TOKEN: token }, vars: { ORGFORM_BASE_URL: url } });
    }
    const hashFiles = (path: string): string => (existsSync(join(workspace, path)) ? "hash" : "");
    let path = `${gh.folder}:${process.env.PATH}`;
    let failed = false;
    for (const [number, step] of job.steps.entries()) {
      const functions = { ...statusOf(failed), hashFiles };
      if (!isDue(step.if, own, functions)) continue;
      const given = Object.fromEntries(
        Object.entries(step.with ?? {}).map(([key, value]) => [key, fill(`${value}`, own)]),
      );
      const file = (name: string): string => {
        writeFileSync(join(place, `${number}-${name}`), "");
        return join(place, `${number}-${name}`);
      };
      const [output, added] = [file("output"), file("path")];
      writeFileSync(join(place, "event.json"), JSON.stringify(occasion.event));
      const env = {
        ...{ PATH: path, HOME: place, CI: "true", GITHUB_OUTPUT: output, GITHUB_PATH: added },
        ...{ GITHUB_API_URL: github.url, GITHUB_SERVER_URL: "https://github.example" },
        ...{ GITHUB_REPOSITORY: REPOSITORY, GITHUB_RUN_ID: `${run.id}`, GITHUB_RUN_ATTEMPT: "1" },
        ...{ GITHUB_SHA: occasion.sha, GITHUB_WORKSPACE: workspace, RUNNER_TEMP: temp },
        ...{ GITHUB_EVENT_PATH: join(place, "event.json"), GITHUB_STEP_SUMMARY: file("summary") },
        ...Object.fromEntries(Object.entries(step.env ?? {}).map(([key, value]) => [key, fill(value, own)])),
      };
      const play = async (program: string, args: readonly string[], more: object = {}): Promise<boolean> => {
        const options = { cwd: workspace, env: { ...env, ...more } };
        // A group of its own, which can be killed as a whole.
        const detached = occasion.meanwhile !== undefined;
        if (program === process.execPath && !isBuilt && !detached)
          return (await runInThread(ACTION, { ...options, node: join(here.folder, "node"), note })) === 0;
        const child = spawn(program, args, { ...options, detached });
        for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => note(`${data}`));
        const ended = once(child, "close");
        if (program === process.execPath) await occasion.meanwhile?.(child.pid ?? 0);
        return (await ended)[0] === 0;
      };
      const uses = step.uses?.replace(/@.*/, "");
      let ok = true;
      if (uses === "actions/checkout") {
        ok = occasion.fails !== "checkout";
        if (ok) checkOut(origin, workspace, given.ref ?? occasion.sha, given["fetch-depth"] === "0");
      } else if (uses === "actions/upload-artifact") {
        const folder = join(home, `artifact-${artifacts.length}`);
        if (keep(given.path ?? "", workspace, folder))
          artifacts.push({ run: run.id, name: given.name ?? "", folder });
      } else if (uses === "actions/download-artifact") {
        const artifact = artifacts.find((one) => one.run === run.id && one.name === given.name);
        ok = artifact !== undefined;
        if (ok) cpSync(artifact?.folder ?? "", join(workspace, given.path ?? ""), { recursive: true });
      } else if (uses === "your-org/orgform") {
        const inputs = Object.entries(INPUTS).map(([name, { default: value = "" }]) => [
          `INPUT_${name.toUpperCase()}`,
          given[name] ?? { "github-token": github.token }[name] ?? value,
        ]);
        ok = await play(process.execPath, [ACTION], Object.fromEntries(inputs));
      } else if (step.run !== undefined) ok = await play("bash", ["-e", "-c", step.run]);
      failed ||= !ok;
      note(readFileSync(env.GITHUB_STEP_SUMMARY, "utf8"));
      if (step.id !== undefined) steps[step.id] = { outputs: outputsIn(readFileSync(output, "utf8")) };
      path = [...readFileSync(added, "utf8").split("\n").filter(Boolean), path].join(":");
    }
    rmSync(place, { recursive: true, force: true });
    return { result: failed ? ("failure" as const) : ("success" as const), steps };
  }

  function record(ended: WorkflowRun): WorkflowRun {
    runs.push(ended);
    const { id, workflow, sha, conclusion } = ended;
    if (workflow === "orgform-apply")
      github.runs.push({ run_number: id, event: "push", head_branch: "main", head_sha: sha, conclusion });
    return ended;
  }

  async function run(workflow: string, occasion: Occasion): Promise<WorkflowRun> {
    const text = readFileSync(join(origin, ".github/workflows", `${workflow}.yml`), "utf8");
    const jobs = Object.entries(parse(text).jobs as Readonly<Record<string, Job>>);
    const id = runs.length + 1;
    const results: Record<string, Result> = {};
    const needs: Record<string, object> = {};
    const { event, sha, ref = "refs/heads/main", inputs = {} } = occasion;
    const { repository = { full_name: REPOSITORY, private: true } } = event as { repository?: object };
    const whole = { ...event, repository: { default_branch: "main", ...repository } };
    const scope: Scope = {
      ...{ needs, inputs, run: { id } },
      github: { event: whole, sha, ref, token: github.token, repository: REPOSITORY },
    };
    let log = "";
    const note = (text: string): void => {
      log += text;
    };
    for (const [name, job] of jobs) {
      const isHeldUp = [job.needs ?? []].flat().some((one) => results[one] !== "success");
      const outputs: Record<string, string> = {};
      results[name] = "skipped";
      if (isDue(job.if, scope, statusOf(isHeldUp)))
        for (const matrix of combinations(job)) {
          const { result, steps } = await runJob(
            job,
            { ...scope, matrix },
            { ...occasion, event: whole },
            note,
          );
          if (results[name] !== "failure") results[name] = result;
          for (const [key, value] of Object.entries(
            (job as { outputs?: Record<string, string> }).outputs ?? {},
          ))
            outputs[key] = fill(value, { ...scope, steps });
        }
      needs[name] = { result: results[name], outputs };
    }
    const all = Object.values(results);
    const conclusion = all.includes("failure") ? "failure" : all.includes("success") ? "success" : "skipped";
    return record({ id, workflow, sha, conclusion, jobs: results, log });
  }

  return {
    ...{ github, origin, runs, pullRequests, git, run },
    note: (workflow, sha, conclusion) =>
      void record({ id: runs.length + 1, workflow, sha, conclusion, jobs: {}, log: "" }),
    artifact: (name) => artifacts.findLast((one) => one.name === name)?.folder ?? "",
    async close() {
      await Promise.all([gh.close(), here.close()]);
      await github.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

const combinations = ({ strategy }: Job): readonly Readonly<Record<string, string>>[] =>
  Object.entries(strategy?.matrix ?? { "": [""] }).flatMap(([key, values]) =>
    values.map((one) => ({ [key]: one })),
  );

const ALL_BRANCHES = "+refs/heads/*:refs/remotes/origin/*";

/** A checkout: of this commit alone, or of the whole history. One shell starts git faster than this process four times. */
function checkOut(origin: string, workspace: string, sha: string, whole: boolean): void {
  const what = whole ? `${sha} ${ALL_BRANCHES}` : sha;
  const script = `git init --quiet
git remote add origin "file://${origin}"
git fetch --quiet ${whole ? "" : "--depth=1"} origin ${what}
git checkout --quiet --detach ${sha}`;
  execFileSync("bash", ["-efc", script], { cwd: workspace, stdio: ["ignore", "pipe", "pipe"] });
}

/** Copies the files and folders that an artifact names, one on a line; returns true if there is one. */
function keep(paths: string, workspace: string, folder: string): boolean {
  const found = paths.split("\n").filter((path) => path !== "" && existsSync(resolve(workspace, path)));
  for (const path of found.map((one) => resolve(workspace, one)))
    cpSync(path, statSync(path).isDirectory() ? folder : join(folder, basename(path)), { recursive: true });
  return existsSync(folder);
}

/** The outputs that a step wrote, in both of their forms. */
function outputsIn(text: string): Readonly<Record<string, string>> {
  const long = [...text.matchAll(/^(\w+)<<(\S+)\n([\s\S]*?)\n\2$/gm)].map(([, key, , value]) => [key, value]);
  const short = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key, value]);
  return Object.fromEntries([...short, ...long]);
}
