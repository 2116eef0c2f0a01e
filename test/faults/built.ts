import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished } from "vitest";
import type { Sandbox } from "../../src/sandbox/start-sandbox.js";
import { orgform } from "../support/run-in-process.js";

const MAIN = fileURLToPath(new URL("../../dist/main.js", import.meta.url));

/** How a command ended. */
export interface Ended {
  /** The exit code, or the signal that ended it. */
  readonly code: number | NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** The built command under way. */
export interface Started {
  kill(signal: NodeJS.Signals): void;
  /** What it has said on stderr so far. */
  said(): string;
  readonly ended: Promise<Ended>;
}

/** A folder of this test's own with an `orgform.yaml`. */
export function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), "orgform-faults-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  writeFileSync(join(folder, "orgform.yaml"), text);
  return folder;
}

/** What a run must never say or write. */
const secretsOf = ({ token }: Pick<Sandbox, "token">): readonly string[] => [
  token,
  "app.northwind.example/join",
];

/**
 * Starts the built command in a folder against a sandbox. Whatever the command prints, and whatever it leaves in the
 * folder, must hold neither the token nor the link of an invite, and be readable by its owner only.
 */
export function start(
  folder: string,
  sandbox: Pick<Sandbox, "url" | "token">,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Started {
  return watch(folder, sandbox, process.execPath, [MAIN, ...args], env);
}

/** The same to its end, from the sources in this process: for runs that nothing happens to. */
export async function runHere(
  folder: string,
  sandbox: Pick<Sandbox, "url" | "token">,
  args: readonly string[],
): Promise<Ended> {
  const env = { ORGFORM_BASE_URL: sandbox.url, ORGFORM_TOKEN: sandbox.token };
  const { stdout, stderr, exitCode } = await orgform(args, { cwd: folder, env, now: new Date() });
  return withoutSecrets(folder, sandbox, { stdout, stderr, code: exitCode });
}

/** The same by a shell, where `orgform` is the built command. */
export function startShell(folder: string, sandbox: Pick<Sandbox, "url" | "token">, script: string): Started {
  const orgform = `orgform() { ${process.execPath} ${MAIN} "$@"; }`;
  return watch(folder, sandbox, "bash", ["-c", `${orgform}; ${script}`], {});
}

function watch(
  folder: string,
  sandbox: Pick<Sandbox, "url" | "token">,
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Started {
  const child = spawn(program, args, {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      PATH: process.env.PATH,
      ORGFORM_BASE_URL: sandbox.url,
      ORGFORM_TOKEN: sandbox.token,
      ...env,
    },
  });
  let stdout = "";
  let stderr = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const ended = new Promise<Ended>((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code, signal) => resolve({ code: code ?? signal, stdout, stderr }));
  }).then((end) => withoutSecrets(folder, sandbox, end));
  return { kill: (signal) => child.kill(signal), said: () => stderr, ended };
}

/** The end of a run, in whose output and folder no secret is. */
function withoutSecrets(folder: string, sandbox: Pick<Sandbox, "url" | "token">, end: Ended): Ended {
  for (const text of [end.stdout, end.stderr, ...writtenIn(folder).values()])
    for (const secret of secretsOf(sandbox))
      expect(text.includes(secret), `a secret in: ${text}`).toBe(false);
  return end;
}

/** What the command wrote into its folder, each file for its owner's eyes only. */
export function writtenIn(folder: string): ReadonlyMap<string, string> {
  const receipts = ".orgform/receipts";
  const inFolder = existsSync(join(folder, receipts)) ? readdirSync(join(folder, receipts)) : [];
  const names = [
    ...readdirSync(folder).filter((name) => /\.(jsonl?|txt|md)(\.\d+)?$/.test(name)),
    ...inFolder.map((name) => `${receipts}/${name}`),
  ];
  for (const name of names) expect((statSync(join(folder, name)).mode & 0o077).toString(8), name).toBe("0");
  return new Map(names.map((name) => [name, readFileSync(join(folder, name), "utf8")]));
}
