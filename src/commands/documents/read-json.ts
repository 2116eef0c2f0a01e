import fs from "node:fs";
import { errorCode } from "../../util/error-code.js";
import { type CommandError, unreadFile, usageError } from "../context/command-error.js";

/** The error of a document that is not what it says of itself, for whichever command reads it. */
export function notAsSaid(
  path: string,
  { claim }: { readonly claim?: string },
  how: string,
): CommandError | undefined {
  if (claim === undefined) return undefined;
  return usageError(`${path} does not hold ${claim}`, `Somebody changed it after orgform wrote it. ${how}`);
}

/** The text of a file; `how` to get one is for people. */
export async function readText(path: string, how: string): Promise<string> {
  try {
    return await fs.promises.readFile(path, "utf8");
  } catch (error) {
    throw unreadFile(path, error, how);
  }
}

/** The value of a JSON text; `undefined` for a text that is none. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The JSON in a file, if it has the form that `fits` looks for; otherwise the command ends with `problem` and `how`. */
export async function readJsonOf<T>(
  path: string,
  fits: (json: unknown) => json is T,
  problem: string,
  how: string,
): Promise<T> {
  const json: unknown = await fs.promises
    .readFile(path, "utf8")
    .then(JSON.parse)
    .catch((error: unknown) => {
      if (errorCode(error) === "ENOENT") throw unreadFile(path, error, how);
    });
  if (fits(json)) return json;
  throw usageError(problem, how);
}
