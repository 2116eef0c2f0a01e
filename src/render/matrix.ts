import { count } from "../util/count.js";
import { escapeJson, visibleName } from "../util/escape.js";
import { table } from "./text/layout.js";

/** One job of a fleet: an organization with what a job needs to know to work on it. */
export interface MatrixEntry {
  readonly name: string;
  /** What to give to `--file`. */
  readonly path: string;
  readonly organization_id: string;
  readonly workspaces: readonly string[];
}

/** What GitHub Actions takes as `strategy.matrix`, on one line so that it fits into a job's output. */
export function matrixGithub(entries: readonly MatrixEntry[]): string {
  return line({ include: entries });
}

/** What GitLab takes as `parallel:matrix`: variables by name, each of one value (a list would multiply jobs). */
export function matrixGitlab(entries: readonly MatrixEntry[]): string {
  return line(
    entries.map(({ name, path, organization_id }) => ({
      ORGFORM_NAME: name,
      ORGFORM_PATH: path,
      ORGFORM_ORGANIZATION_ID: organization_id,
    })),
  );
}

/** What Argo Workflows takes as `withParam`: a list, of which each task gets one `item`. */
export function matrixArgo(entries: readonly MatrixEntry[]): string {
  return line(entries);
}

/** For people. */
export function matrixText(entries: readonly MatrixEntry[]): string {
  const rows = entries.map(({ name, path, organization_id, workspaces }) => [
    visibleName(name),
    visibleName(organization_id),
    count(workspaces.length, "workspace"),
    visibleName(path),
  ]);
  return [...table(rows), count(entries.length, "organization"), ""].join("\n");
}

const line = (value: unknown): string => `${escapeJson(JSON.stringify(value))}\n`;
