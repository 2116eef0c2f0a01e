import { dirname } from "node:path";
import type { Sandbox, SandboxOptions } from "../../sandbox/start-sandbox.js";
import { isRecord } from "../../util/is-record.js";
import { type CommandError, usageError } from "./command-error.js";

const fs = process.getBuiltinModule("node:fs");

type Faults = NonNullable<SandboxOptions["faults"]>;

/** Starts a sandbox; what it cannot make sense of (a seed, faults, a file of another kind, a port) ends the command. */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { startSandbox } = await import("../../sandbox/start-sandbox.js");
  try {
    return await startSandbox(options);
  } catch (error) {
    throw cannotStart(options.file ?? "", error);
  }
}

function cannotStart(file: string, error: unknown): CommandError {
  const { message, code } =
    error instanceof Error
      ? { code: undefined, ...error, message: error.message }
      : { message: String(error), code: undefined };
  if (code === "EISDIR")
    return usageError(`${file} is a folder`, "--sandbox keeps an organization in a file: name one.");
  if (code === "ENOENT") {
    const detail = `--sandbox cannot make ${file}: ${dirname(file)} does not exist, or no file can be created in it.`;
    return usageError("The sandbox's file cannot be written", detail);
  }
  const detail = message.endsWith("is not a sandbox file")
    ? "--sandbox takes the file that an earlier run with --sandbox wrote, or a new one. A plan file goes before it: `orgform apply plan.json --sandbox org.json`."
    : "`orgform sandbox --help` says what it takes.";
  return usageError(`The sandbox cannot start: ${message}`, detail);
}

/** Faults from a JSON file, for demonstrations. */
export async function readFaults(path: string): Promise<Faults> {
  try {
    const parsed: unknown = JSON.parse(await fs.promises.readFile(path, "utf8"));
    if (Array.isArray(parsed) && parsed.every(isFault)) return parsed as Faults; // The sandbox checks the rest.
  } catch {
    // Said below, with the way out.
  }
  throw usageError(`--faults ${path} does not hold a JSON list of faults`, "docs/safety.md shows one.");
}

function isFault(value: unknown): boolean {
  return isRecord(value) && value.kind !== undefined && isRecord(value.match ?? {});
}
