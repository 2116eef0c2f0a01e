import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "yaml";
import type { Sandbox } from "../../src/sandbox/start-sandbox.js";
import { runInThread } from "../support/in-thread.js";
import { nodeHere, programsHere } from "../support/programs-here.js";
import { type FakeGithub, REPOSITORY } from "./fake-github.js";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ACTION = join(ROOT, ".github/action/main.mjs");

/** What a step of a job left behind. */
export interface StepResult {
  readonly exitCode: number;
  readonly log: string;
  readonly summary: string;
  readonly outputs: Readonly<Record<string, string>>;
  /** Folders that later steps find programs in. */
  readonly path: readonly string[];
  /** How many secrets the runner was told to hide. */
  readonly masked: number;
}

/** A step that is under way. */
export interface Step {
  /** Its process, where what it calls is not done in this one. */
  readonly process: ReturnType<typeof spawn> | undefined;
  readonly result: Promise<StepResult>;
}

/** A machine with a checkout, on which steps run as GitHub's runner would run them. */
export interface Machine {
  readonly workspace: string;
  write(file: string, text: string): void;
  git(...args: string[]): string;
  start(command: string, options: StepOptions): Step;
  run(command: string, options: StepOptions): Promise<StepResult>;
  close(): Promise<void>;
}

export interface StepOptions {
  /** The step calls the built orgform, as one with a package calls that; what others call is done in this process. */
  readonly isBuilt?: boolean;
  readonly event: object;
  readonly sha?: string;
  readonly runId?: string;
  readonly inputs?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

/** The secret of the sandbox in these tests; no output may ever hold it. */
export const ORGFORM_TOKEN = "zlt-secret-of-northwind";

/** An empty repository on branch main. */
export async function setUpMachine(github: FakeGithub, sandbox: Sandbox): Promise<Machine> {
  const home = mkdtempSync(join(tmpdir(), "orgform-action-"));
  const workspace = join(home, "work");
  mkdirSync(workspace);
  const git = (...args: string[]): string =>
    execFileSync("git", ["-c", "user.name=Ada", "-c", "user.email=ada@northwind.example", ...args], {
      cwd: workspace,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    }).trim();
  git("init", "--quiet", "--initial-branch=main");
  const here = await programsHere({ node: nodeHere });

  const start = (
    command: string,
    { event, sha = "", runId = "7", inputs = {}, env = {}, isBuilt }: StepOptions,
  ): Step => {
    const place = mkdtempSync(join(home, "step-"));
    const file = (name: string, text = ""): string => {
      writeFileSync(join(place, name), text);
      return join(place, name);
    };
    const given = { ...DEFAULT_INPUTS, command, "github-token": github.token, ...inputs };
    const options = {
      cwd: workspace,
      env: {
        PATH: process.env.PATH,
        CI: "true",
        GITHUB_API_URL: github.url,
        GITHUB_SERVER_URL: "https://github.example",
        GITHUB_REPOSITORY: REPOSITORY,
        GITHUB_RUN_ID: runId,
        GITHUB_SHA: sha,
        GITHUB_WORKSPACE: workspace,
        GITHUB_EVENT_PATH: file("event.json", JSON.stringify(withBranch(event))),
        GITHUB_STEP_SUMMARY: file("summary"),
        GITHUB_OUTPUT: file("output"),
        GITHUB_PATH: file("path"),
        RUNNER_TEMP: join(home, "temp"),
        ORGFORM_BASE_URL: sandbox.url,
        ORGFORM_TOKEN,
        ...Object.fromEntries(
          Object.entries(given).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value]),
        ),
        ...env,
      },
    };
    let log = "";
    const note = (text: string): void => {
      log += text;
    };
    const child = isBuilt || inputs.package ? spawn(process.execPath, [ACTION], options) : undefined;
    for (const stream of child ? [child.stdout, child.stderr] : [])
      stream.on("data", (data) => note(`${data}`));
    const ended = child
      ? once(child, "close").then(([exitCode]) => exitCode)
      : runInThread(ACTION, { ...options, node: join(here.folder, "node"), note });
    const read = (name: string): string => readFileSync(join(place, name), "utf8");
    const result = ended.then((exitCode) => {
      const outputs = Object.fromEntries(
        [...read("output").matchAll(/^(\w+)<<(\S+)\n(.*)\n\2$/gm)].map(([, key, , value]) => [key, value]),
      );
      // The runner takes these lines for itself and prints none of them.
      const printed = log.replace(/^::add-mask::.*\n/gm, "");
      const masked = [...log.matchAll(/^::add-mask::(.*)$/gm)].map(([, secret = ""]) => secret);
      const made = {
        exitCode,
        log: printed,
        summary: read("summary"),
        outputs,
        path: read("path").split("\n").filter(Boolean),
        masked: masked.length,
      };
      for (const secret of [github.token, ORGFORM_TOKEN]) {
        if (JSON.stringify(made).includes(secret)) throw new Error(`A token is in the output:\n${log}`);
      }
      return made;
    });
    return { process: child, result };
  };

  return {
    workspace,
    git,
    start,
    run: (command, options) => start(command, options).result,
    write(path, text) {
      mkdirSync(dirname(join(workspace, path)), { recursive: true });
      writeFileSync(join(workspace, path), text);
    },
    async close() {
      await here.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

/** Every event of GitHub names the repository and its default branch. */
const withBranch = (event: { readonly repository?: object }) => ({
  ...event,
  repository: { default_branch: "main", ...event.repository },
});

/** The defaults of action.yml, as the runner fills them in. */
export const DEFAULT_INPUTS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<{ readonly default?: string }>(
    parse(readFileSync(join(ROOT, "action.yml"), "utf8")).inputs,
  ).map(([name, input]) => [name, input.default ?? ""]),
);
