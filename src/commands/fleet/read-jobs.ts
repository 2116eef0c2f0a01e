import { isRecord } from "../../util/record.js";
import { usageError } from "../context/command-error.js";

const fs = process.getBuiltinModule("node:fs");

/** The ids of the organizations in what `orgform fleet jobs` printed, in any of its formats for pipelines, in order. */
export async function readJobs(path: string): Promise<readonly string[]> {
  let text: string;
  try {
    text = await fs.promises.readFile(path, "utf8");
  } catch {
    throw unreadable(path);
  }
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return lines.flatMap((line) => entriesOf(path, line).map((entry) => idOf(path, entry)));
}

function entriesOf(path: string, line: string): readonly unknown[] {
  let jobs: unknown;
  try {
    jobs = JSON.parse(line);
  } catch {
    throw unreadable(path);
  }
  const entries = isRecord(jobs) ? jobs.include : jobs;
  if (!Array.isArray(entries)) throw unreadable(path);
  return entries;
}

/** The id of an organization, which must be a plain file name: it becomes one. */
function idOf(path: string, entry: unknown): string {
  const id = isRecord(entry) ? (entry.organization_id ?? entry.ORGFORM_ORGANIZATION_ID) : undefined;
  if (typeof id !== "string" || !/^\w[\w.-]*$/.test(id)) throw unreadable(path);
  return id;
}

function unreadable(path: string) {
  const detail = "Write one: orgform fleet jobs FOLDER --format json --out jobs.json";
  return usageError(`${path} is not a list of jobs`, detail);
}
