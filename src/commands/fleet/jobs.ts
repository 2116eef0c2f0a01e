import { relative, resolve } from "node:path";
import { findOrganizations } from "../../config/fleet/find-organizations.js";
import { loadConfig, loadSources } from "../../config/load-config.js";
import { quote } from "../../config/text/wording.js";
import { hasErrors } from "../../model/diagnostic.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import { type Engine, type Job, jobsFor, jobsText } from "../../render/jobs.js";
import { canonicalJson } from "../../util/canonical-json.js";
import { visible } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import { CommandError, fail, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import type { CommonOptions, FileOptions } from "../context/options.js";
import { wholeNumber } from "../context/options.js";
import { exists } from "../documents/exists.js";
import { noteFiles } from "../documents/note-files.js";
import { writeOutput } from "../documents/write-output.js";
import { isBaseFile, loadBase } from "../session/base.js";
import { listPlacesOf, variablesOf } from "../session/load-desired.js";

export type JobsOptions = CommonOptions<"text" | Engine> &
  Pick<FileOptions, "var" | "allow"> & {
    readonly folder: string;
    readonly base?: string;
    readonly chunk?: string;
  };

/** `orgform fleet jobs`: lists the organizations of a folder as jobs; with `--base` only those whose desired state differs. */
export async function fleetJobs(context: CommandContext, options: JobsOptions): Promise<Outcome> {
  const size = wholeNumber("--chunk", options.chunk);
  if (!(await exists(options.folder)))
    throw fail("error", "file-not-found", `There is no folder ${quote(options.folder)}`, "Check the path.");
  const { sources, diagnostics } = await loadSources([options.folder]);
  if (hasErrors(diagnostics)) throw new CommandError("error", diagnostics);
  const { organizations, leftOut } = findOrganizations(options.folder, sources);
  if (organizations.length === 0) {
    const detail = "It looks for files with `version: 1` and `organization`, in the folder and below it.";
    throw usageError(`${options.folder} holds no organization`, detail);
  }
  for (const path of leftOut)
    context.stderr.write(
      `${visible(path)} is left out: it names no organization. Put the files of one organization into a subfolder.\n`,
    );

  const entries: Job[] = [];
  const invalid = [];
  for (const { name, path } of organizations) {
    const config = await loadConfig([path], variablesOf(context, options), listPlacesOf(options));
    await noteFiles(context, { read: config.inputs });
    if (config.desired === null) invalid.push(...config.diagnostics);
    else if (await isChanged(context, options, path, config.desired)) {
      const { organization, workspaces } = config.desired;
      const names = workspaces.map((workspace) => workspace.name);
      entries.push({ name, path, organization_id: organization.id, workspaces: names });
    }
  }
  for (const [id, same] of groupBy(entries, ({ organization_id }) => organization_id)) {
    if (same.length === 1) continue;
    const paths = same.map(({ path }) => visible(path)).join(" and ");
    context.stderr.write(
      `${paths} describe the same organization, ${visible(id)}; their jobs would conflict.\n`,
    );
  }
  // A list without invalid files would look complete.
  if (invalid.length > 0) throw new CommandError("error", invalid);
  await writeOutput(context, options.out, format(options, entries, size));
  return "ok";
}

async function isChanged(
  context: CommandContext,
  options: JobsOptions,
  path: string,
  now: DesiredState,
): Promise<boolean> {
  if (options.base === undefined) return true;
  const isFolder = await isBaseFile(context, options.base);
  // An absolute path is never the name of a revision.
  const then = isFolder ? resolve(options.base, relative(options.folder, path)) : options.base;
  if (isFolder && !(await exists(then))) return true;
  const before = await loadBase(context, then, { ...options, file: [path] });
  return before === undefined || meaning(before.desired) !== meaning(now);
}

/** The content of a file, wherever it is: the path of a data model starts at the folder of the file. */
function meaning({ data_model, ...rest }: DesiredState): string {
  return canonicalJson({ ...rest, has_model: data_model !== undefined });
}

function format({ format = "text" }: JobsOptions, entries: readonly Job[], size: number | undefined): string {
  if (format === "text") return jobsText(entries);
  const unfit = entries.filter(
    ({ name, organization_id: id }) => !JOB_NAME.test(name) || !FILE_NAME.test(id),
  );
  if (unfit.length > 0) {
    const names = unfit.map(({ path }) => visible(path)).join(", ");
    const detail =
      "A job, its environment and its result are called after the file and the organization's id: letters, digits, dots, underscores and dashes.";
    throw usageError(`No job can be named after ${names}`, detail);
  }
  return (size === undefined ? [entries] : chunksOf(entries, size))
    .map((chunk) => jobsFor(format, chunk))
    .join("");
}

/** Characters that every engine takes in the name of a job, an environment, a secret or a file; names may have folders. */
const JOB_NAME = /^\w[\w.-]*(?:\/\w[\w.-]*)*$/;
const FILE_NAME = /^\w[\w.-]*$/;

function chunksOf<T>(list: readonly T[], size: number): (readonly T[])[] {
  const starts = Array.from({ length: Math.ceil(list.length / size) }, (_, i) => i * size);
  return starts.map((start) => list.slice(start, start + size));
}
