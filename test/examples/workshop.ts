import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { execa } from "execa";
import { type Sandbox, startSandbox } from "../../src/sandbox/start-sandbox.js";
import { ORGFORM } from "../support/run-built.js";

export const EXAMPLES = fileURLToPath(new URL("../../examples", import.meta.url));
export const VERSION: string = JSON.parse(
  readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
).version;

/** How a script ended; stdout and stderr in the order in which they came. */
export interface ScriptResult {
  readonly exitCode: number;
  readonly output: string;
  readonly stdout: string;
}

/** A copy of examples/ with a live organization, in which the scripts of the examples can be run as they stand. */
export interface Workshop {
  readonly folder: string;
  readonly sandbox: Sandbox;
  /** Runs in bash, as CI does, in a folder of examples/. `orgform` is the built one, and `npm ci` installs nothing. */
  run(script: string, where: string, env?: Readonly<Record<string, string>>): Promise<ScriptResult>;
  close(): Promise<void>;
}

/** Opens one; `seed` is a file of examples/, or the world itself. */
export async function openWorkshop(seed: string | object): Promise<Workshop> {
  const home = mkdtempSync(join(tmpdir(), "orgform-examples-"));
  const folder = join(home, "examples");
  cpSync(EXAMPLES, folder, { recursive: true });
  const bin = join(home, "bin");
  mkdirSync(bin);
  program(join(bin, "orgform"), `exec ${quote(process.execPath)} ${quote(ORGFORM)} "$@"`);
  program(join(bin, "npm"), `[ "$*" = "ci --ignore-scripts --no-audit --no-fund" ]`);
  const sandbox = await startSandbox({
    seed: typeof seed === "string" ? JSON.parse(readFileSync(join(folder, seed), "utf8")) : seed,
  });
  return {
    folder,
    sandbox,
    async run(script, where, env = {}) {
      const { exitCode, all, stdout } = await execa("bash", ["-eo", "pipefail", "-c", script], {
        cwd: join(folder, where),
        env: {
          PATH: `${bin}:${process.env.PATH}`,
          ORGFORM_BASE_URL: sandbox.url,
          ORGFORM_TOKEN: sandbox.token,
          ...env,
        },
        extendEnv: false,
        reject: false,
        all: true,
        stdin: "ignore",
      });
      return { exitCode: exitCode ?? -1, output: all, stdout };
    },
    async close() {
      await sandbox.close();
      rmSync(home, { recursive: true, force: true });
    },
  };
}

function program(path: string, script: string): void {
  writeFileSync(path, `#!/bin/sh\n${script}\n`);
  chmodSync(path, 0o755);
}

const quote = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;
