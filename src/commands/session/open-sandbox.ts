import { promises as fs } from "node:fs";
import type { Sandbox, SandboxOptions } from "../../sandbox/start-sandbox.js";
import { isRecord } from "../../util/is-record.js";
import { fail } from "./command-error.js";

type Faults = NonNullable<SandboxOptions["faults"]>;

/** Starts a sandbox; what it cannot make sense of (a seed, faults, a file of another kind, a port) ends the command. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { startSandbox } = await import("../../sandbox/start-sandbox.js");
  try {
    return await startSandbox(options);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw fail(
      "error",
      "usage",
      `The sandbox cannot start: ${reason}`,
      "docs/sandbox.md says what it takes.",
    );
  }
}

/** Faults from a JSON file, for demonstrations. */
export async function readFaults(path: string): Promise<Faults> {
  try {
    const parsed: unknown = JSON.parse(await fs.readFile(path, "utf8"));
    if (Array.isArray(parsed) && parsed.every(isFault)) return parsed as Faults; // The sandbox checks the rest.
  } catch {
    // Said below, with the way out.
  }
  throw fail(
    "error",
    "usage",
    `--faults ${path} does not hold a JSON list of faults`,
    "docs/safety.md shows one.",
  );
}

function isFault(value: unknown): boolean {
  return isRecord(value) && value.kind !== undefined && isRecord(value.match ?? {});
}
