import { existsSync, readdirSync } from "node:fs";
import { basename, dirname, extname, join } from "node:path";
import { difference, isSwap, quote } from "../../config/text/wording.js";
import { docsAddress } from "../../report/words/docs-address.js";
import type { Sandbox, SandboxOptions } from "../../sandbox/start-sandbox.js";
import { errorCode } from "../../util/error-code.js";
import { isRecord } from "../../util/record.js";
import { type CommandError, usageError } from "../context/command-error.js";
import { readJsonOf } from "../documents/read-json.js";
import { formOfFile } from "./organization-file.js";

type Faults = NonNullable<SandboxOptions["faults"]>;

/**
 * Starts a sandbox; a seed, faults, a file or a port that it cannot use ends the command, and so does a new file whose
 * name looks like a slip.
 */
export async function openSandbox(options: SandboxOptions): Promise<Sandbox> {
  if (options.file !== undefined) assertNoSlip(options.file);
  const { startSandbox } = await import("../../sandbox/start-sandbox.js");
  try {
    return await startSandbox(options);
  } catch (error) {
    throw cannotStart(options.file ?? "", error);
  }
}

/**
 * Ends the command if a new sandbox has nearly the name of an existing one: it would be empty, which is
 * rather a slip.
 */
function assertNoSlip(file: string): void {
  const folder = dirname(file);
  if (existsSync(file) || !existsSync(folder)) return;
  const name = basename(file);
  const similar = readdirSync(folder).find(
    (other) => isNear(name, other) && formOfFile(join(folder, other)) === "sandbox",
  );
  if (similar === undefined) return;
  throw usageError(
    `There is no sandbox file ${quote(file)}`,
    `Did you mean ${quote(join(folder, similar))}? For a new sandbox, take another name, or make an empty file ${quote(name)} first.`,
  );
}

/**
 * Returns true if two names differ by a letter, by two that are swapped, or by an ending; another number is
 * intended.
 */
function isNear(name: string, other: string): boolean {
  if (extname(name) === "" && other === name + extname(other)) return true;
  const [left, right] = difference(name, other);
  const isLetter = left.length <= 1 && right.length <= 1 && !/\d/.test(left + right);
  return Math.min(name.length, other.length) > SHORT_NAME && (isLetter || isSwap(name, other));
}

/** Shorter names, such as `a.json` and `b.json`, differ by a letter on purpose. */
const SHORT_NAME = 6;

/** Says why no sandbox starts with the seed or file that somebody named. */
export function cannotStart(file: string, error: unknown): CommandError {
  const code = errorCode(error);
  if (code === "EISDIR")
    return usageError(`${file} is a folder`, "--sandbox keeps an organization in a file: name one.");
  if (code === "ENOENT") {
    const detail = `--sandbox cannot make ${file}: ${dirname(file)} does not exist, or no file can be created in it.`;
    return usageError("The sandbox's file cannot be written", detail);
  }
  const message = error instanceof Error ? error.message : String(error);
  const detail = message.endsWith("is not a sandbox file")
    ? "A sandbox keeps its organization in a file that an earlier run wrote, or in a new one. `orgform sandbox --seed SNAPSHOT --file org.json` makes one from a seed or snapshot. A plan file goes before --sandbox: `orgform apply plan.json --sandbox org.json`."
    : "`orgform sandbox --help` says what it takes.";
  return usageError(`The sandbox cannot start: ${message}`, detail);
}

/** Faults from a JSON file, for demonstrations; the sandbox checks the rest of them. */
export function readFaults(path: string, version: string): Promise<Faults> {
  const problem = `--faults ${path} does not hold a JSON list of faults`;
  return readJsonOf(path, areFaults, problem, `An example: ${docsAddress(version, "sandbox.md")}`);
}

function areFaults(json: unknown): json is Faults {
  const isFault = (value: unknown): boolean =>
    isRecord(value) && value.kind !== undefined && isRecord(value.match ?? {});
  return Array.isArray(json) && json.every(isFault);
}
