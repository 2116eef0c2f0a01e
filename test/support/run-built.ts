import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { execa } from "execa";

/** The built command; `npm test` builds it first. */
export const ORGFORM = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** How a run of the built command ended. */
export interface BuiltRun {
  readonly stdout: string;
  readonly stderr: string;
  readonly exitCode: number;
}

/** What a run is given. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** Runs the built command with a clean environment: what the caller gives, and of the machine's only where things lie. */
export async function orgform(args: readonly string[], options: RunOptions = {}): Promise<BuiltRun> {
  const { stdout, stderr, exitCode } = await execa(process.execPath, [ORGFORM, ...args], {
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
    ...(options.input === undefined ? { stdin: "ignore" as const } : { input: options.input }),
    env: { PATH: process.env.PATH ?? "", TMPDIR: tmpdir(), ...options.env },
    extendEnv: false,
    reject: false,
    stripFinalNewline: false,
  });
  return { stdout, stderr, exitCode: exitCode ?? -1 };
}
