import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { orgformHere, program, programsHere } from "../support/programs-here.js";
import { ORGFORM, type RunOptions } from "../support/run-built.js";
import { orgform, plainWords } from "../support/run-in-process.js";

export const EXAMPLES = fileURLToPath(new URL("../../examples", import.meta.url));
export const VERSION: string = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
).version;

/** What git tracks of examples/: what somebody's own run left there is no part of an example. */
export const TRACKED = execFileSync("git", ["ls-files", "-z"], { cwd: EXAMPLES, encoding: "utf8" })
  .split("\0")
  .filter((path) => path !== "" && existsSync(join(EXAMPLES, path)));

/** How a script ended; stdout and stderr in the order in which they came. */
export interface ScriptResult {
  readonly exitCode: number;
  readonly output: string;
  readonly stdout: string;
}

/** A copy of the tracked examples/ with a live organization, in which the scripts of the examples can be run as they stand. */
export interface Workshop {
  readonly folder: string;
  readonly sandbox: Sandbox;
  /** Whether `orgform` is the built command; otherwise this process does what it is called for. */
  isBuilt: boolean;
  /**
   * Runs in bash, as CI does, in a folder of examples/. `npm ci` installs nothing. A script of nothing but plain commands
   * of orgform needs no shell, unless they are the built one's.
   */
  run(script: string, where: string, env?: Readonly<Record<string, string>>): Promise<ScriptResult>;
  close(): Promise<void>;
}

/** Opens one; `seed` is a file of examples/, or the world itself. */
export async function openWorkshop(seed: string | object): Promise<Workshop> {
  const home = mkdtempSync(join(tmpdir(), "orgform-examples-"));
  const folder = join(home, "examples");
  for (const path of TRACKED) cpSync(join(EXAMPLES, path), join(folder, path));
  const bin = join(home, "bin");
  program(join(bin, "built/orgform"), `exec ${quote(process.execPath)} ${quote(ORGFORM)} "$@"`);
  program(join(bin, "npm"), `[ "$*" = "ci --ignore-scripts --no-audit --no-fund" ]`);
  const here = await programsHere({ orgform: orgformHere });
  const sandbox = await startSandbox({
    seed: typeof seed === "string" ? JSON.parse(readFileSync(join(folder, seed), "utf8")) : seed,
  });
  const workshop: Workshop = {
    folder,
    sandbox,
    isBuilt: false,
    async run(script, where, more = {}) {
      const { isBuilt } = workshop;
      const cwd = join(folder, where);
      const env = {
        PATH: [bin, isBuilt ? join(bin, "built") : here.folder, process.env.PATH].join(":"),
        ORGFORM_BASE_URL: sandbox.url,
        ORGFORM_TOKEN: sandbox.token,
        ...more,
      };
      const commands = plainCommands(script);
      if (commands !== undefined && !isBuilt) return await runInTurn(commands, { cwd, env });
      const { exitCode, all, stdout } = await execa("bash", ["-eo", "pipefail", "-c", script], {
        cwd,
        env,
        extendEnv: false,
        reject: false,
        all: true,
        stdin: "ignore",
      });
      return { exitCode: exitCode ?? -1, output: all, stdout };
    },
    async close() {
      await here.close();
      await sandbox.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
  return workshop;
}

/** The arguments of each command where a script is nothing but plain commands of orgform. */
function plainCommands(script: string): readonly (readonly string[])[] | undefined {
  const lines = script.split("\n").map((line) => line.replace(/ +# .*/, ""));
  const commands = lines.filter((line) => line !== "").map((line) => plainWords(line) ?? []);
  return commands.every(([name]) => name === "orgform") ? commands.map(([, ...args]) => args) : undefined;
}

/** Up to the first that fails, as bash does it here. */
async function runInTurn(
  commands: readonly (readonly string[])[],
  options: RunOptions,
): Promise<ScriptResult> {
  let [exitCode, output, stdout] = [0, "", ""];
  for (const args of commands) {
    const ended = await orgform(args, options);
    exitCode = ended.exitCode;
    output += ended.printed;
    stdout += ended.stdout;
    if (exitCode !== 0) break;
  }
  return { exitCode, output: output.trimEnd(), stdout: stdout.trimEnd() };
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
