import { count } from "../util/count.js";
import { escapeJson, visibleName } from "../util/escape.js";
import { table } from "./words/layout.js";

/** One job of a fleet: an organization with what a job needs to know to work on it. */
export interface Job {
  readonly name: string;
  /** The argument of `--file`. */
  readonly path: string;
  readonly organization_id: string;
  readonly workspaces: readonly string[];
}

/** The jobs as data in the form of each engine, by the name of the format. */
const ENGINES = {
  /** A list; also for Argo Workflows, `withParam`, of which each task gets one `item`. */
  json: (entries: readonly Job[]): unknown => entries,
  /** GitHub Actions, `strategy.matrix`. */
  github: (entries: readonly Job[]): unknown => ({ include: entries }),
  /** GitLab, `parallel:matrix`: variables by name, each of one value (a list would multiply jobs). */
  gitlab: (entries: readonly Job[]): unknown =>
    entries.map(({ name, path, organization_id }) => ({
      ORGFORM_NAME: name,
      ORGFORM_PATH: path,
      ORGFORM_ORGANIZATION_ID: organization_id,
    })),
};

/** A format that an engine reads. */
export type Engine = keyof typeof ENGINES;

/** The jobs for an engine, on one line so that it fits into a job's output. */
export const jobsFor = (engine: Engine, entries: readonly Job[]): string =>
  `${escapeJson(JSON.stringify(ENGINES[engine](entries)))}\n`;

/** For people. */
export function jobsText(entries: readonly Job[]): string {
  const rows = entries.map(({ name, path, organization_id, workspaces }) => [
    visibleName(name),
    visibleName(organization_id),
    count(workspaces.length, "workspace"),
    visibleName(path),
  ]);
  return [...table(rows), count(entries.length, "organization"), ""].join("\n");
}
