import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { OrganizationFiles } from "./organization.js";

declare const BENCH_FOLDER: string;

/** The built command. */
export const ORGFORM = join(BENCH_FOLDER, "../../dist/main.js");
/** The bare client that the floor is measured with. */
export const FLOOR_CLIENT = join(BENCH_FOLDER, "floor-client.mjs");
const REPORT_USAGE = join(BENCH_FOLDER, "report-usage.mjs");

/** What starts a process here, without settings of orgform's own. */
const ENVIRONMENT = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !name.startsWith("ORGFORM_")),
);

/** A command line with what it needs of the environment. */
export interface Command {
  readonly argv: readonly string[];
  /** Laid over the environment; an empty text takes a variable's meaning away. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** An invocation of the built command. */
export function orgform(args: readonly string[], service?: Service): Command {
  return {
    argv: [process.execPath, ORGFORM, ...args],
    ...(service === undefined ? {} : { env: service.env }),
  };
}

/** Runs a command to its end, its output thrown away, and gives the milliseconds that it took; rejects if it fails. */
export async function timeOf(command: Command): Promise<number> {
  const start = performance.now();
  await finish(spawnQuietly(command, []));
  return performance.now() - start;
}

/** What a run of a Node program used. */
export interface Usage {
  readonly peakMegabytes: number;
  readonly cpuMilliseconds: number;
}

/** Runs a Node program to its end and gives what it says that it used. */
export async function usageOf({ argv: [node = "", ...args], ...command }: Command): Promise<Usage> {
  const child = spawnQuietly({ ...command, argv: [node, "--import", REPORT_USAGE, ...args] }, ["pipe"]);
  let report = "";
  child.stdio[3]?.on("data", (chunk: Buffer) => {
    report += chunk.toString();
  });
  await finish(child);
  return JSON.parse(report);
}

function spawnQuietly(
  { argv: [program = "", ...args], env, cwd }: Command,
  more: readonly "pipe"[],
): ChildProcess {
  return spawn(program, args, {
    stdio: ["ignore", "ignore", "pipe", ...more],
    env: { ...ENVIRONMENT, ...env },
    ...(cwd === undefined ? {} : { cwd }),
  });
}

async function finish(child: ChildProcess): Promise<void> {
  let errors = "";
  child.stderr?.on("data", (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const [code] = await once(child, "close");
  if (code !== 0) throw new Error(`${child.spawnargs.join(" ")} ended with ${code}: ${errors}`);
}

/** A sandbox in a process of its own. */
export interface Service {
  readonly env: { readonly ORGFORM_BASE_URL: string; readonly ORGFORM_TOKEN: string };
  /** The paths of all requests since the last time that somebody asked, below the base. */
  takeRequests(): Promise<readonly string[]>;
  stop(): Promise<void>;
}

/** Starts `orgform sandbox` from a seed file and resolves once it listens. */
export async function startService(seedFile: string): Promise<Service> {
  const { argv } = orgform(["sandbox", "--seed", seedFile, "--token", "bench"]);
  const [program = "", ...args] = argv;
  const child = spawn(program, args, { stdio: ["ignore", "pipe", "ignore"] });
  const [lines] = await once(child.stdout, "data");
  const url = /ORGFORM_BASE_URL=(\S+)/.exec(String(lines))?.[1];
  if (url === undefined) throw new Error("the sandbox did not say where it listens");
  const log = new URL("/_sandbox/log", url);
  return {
    env: { ORGFORM_BASE_URL: url, ORGFORM_TOKEN: "bench" },
    async takeRequests() {
      const response = await fetch(log);
      const entries = (await response.json()) as readonly { readonly path: string }[];
      await fetch(log, { method: "DELETE" });
      return entries.map(({ path }) => path);
    },
    async stop() {
      child.kill();
      await once(child, "exit");
    },
  };
}

/** The milliseconds of an apply that creates everything, into an organization of its own that is empty. */
export async function timeOfApply({ file, emptySeed }: OrganizationFiles): Promise<number> {
  const service = await startService(emptySeed);
  try {
    return await timeOf(orgform(["apply", "--auto-approve", "-f", file], service));
  } finally {
    await service.stop();
  }
}
