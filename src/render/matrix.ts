import { count } from "../util/count.js";
import { escapeJson, visibleName } from "../util/escape.js";
import { table } from "./text/layout.js";

/** One job of a fleet: an organization with what a job needs to know to work on it. */
export interface MatrixEntry {
  readonly name: string;
  /** The argument of `--file`. */
  readonly path: string;
  readonly organization_id: string;
  readonly workspaces: readonly string[];
}

/** The matrix as data in the form of each engine, by the name of the format. */
const ENGINES = {
  /** GitHub Actions, `strategy.matrix`. */
  json: (entries: readonly MatrixEntry[]): unknown => ({ include: entries }),
  /** GitLab, `parallel:matrix`: variables by name, each of one value (a list would multiply jobs). */
  gitlab: (entries: readonly MatrixEntry[]): unknown =>
    entries.map(({ name, path, organization_id }) => ({
      ORGFORM_NAME: name,
      ORGFORM_PATH: path,
      ORGFORM_ORGANIZATION_ID: organization_id,
    })),
  /** Argo Workflows, `withParam`: a list, of which each task gets one `item`. */
  argo: (entries: readonly MatrixEntry[]): unknown => entries,
};

/** A format that an engine reads. */
export type Engine = keyof typeof ENGINES;

/** A matrix for an engine, on one line so that it fits into a job's output. */
export const matrixFor = (engine: Engine, entries: readonly MatrixEntry[]): string =>
  `${escapeJson(JSON.stringify(ENGINES[engine](entries)))}\n`;

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
