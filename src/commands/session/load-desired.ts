import { once } from "node:events";
import { type Config, parseConfig, type ValidFile } from "../../config/config.js";
import { type LoadOptions, loadConfig } from "../../config/load-config.js";
import type { VariableValues } from "../../config/substitute/variables.js";
import { hasSwitch } from "../../plan/guards/allowance.js";
import { CommandError, fail, usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { defaultFile, pathsOf } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { noteFiles } from "../documents/note-files.js";
import { exists, repositoryOf } from "../documents/paths.js";

/** The files that were read. */
export const filesOf = ({ sources }: Config): readonly string[] => sources.map(({ filename }) => filename);

/** Reads and checks the file; an invalid one ends the command before anything else happens. */
export async function loadDesired(context: CommandContext, options: SharedOptions): Promise<ValidFile> {
  return validFile(await loadFiles(context, options));
}

/** The file that was read, if it is valid; otherwise the command ends. */
export function validFile(config: Config): ValidFile {
  const { desired, diagnostics } = config;
  if (desired === null) throw new CommandError("error", diagnostics);
  return { ...config, desired };
}

/**
 * Reads the files that a command is about, valid or not; an interrupt is handled also while a pipe is waited
 * for.
 */
export async function loadFiles(context: CommandContext, options: SharedOptions): Promise<Config> {
  if (!context.stop.aborted) {
    const loading = loadPaths(context, pathsOf(options), variablesOf(context, options), options);
    const config = await Promise.race([loading, once(context.stop, "abort").then(() => undefined)]);
    if (config !== undefined) return config;
  }
  throw fail("interrupted", "interrupted", "The run was interrupted", "Nothing was read from the service.");
}

/** Reads files with what they name, and ends the command where git has a part of them that the disk has not. */
export async function loadPaths(
  context: CommandContext,
  paths: readonly string[],
  values: VariableValues,
  options: SharedOptions,
): Promise<Config> {
  const config = await loadConfig(paths, values, listPlacesOf(options));
  const read = [...filesOf(config), ...config.inputs];
  await assertWhole(context, [...paths, ...config.inputs]);
  await noteFiles(context, { read });
  return config;
}

/** Most runs outside of git have nothing to ask, so that the code for it is loaded here. */
export async function assertWhole(context: CommandContext, paths: readonly string[]): Promise<void> {
  if (!paths.some((path) => repositoryOf(path) !== undefined)) return;
  const { assertAllRead } = await import("../git/all-read.js");
  await assertAllRead(context, paths);
}

/**
 * The file where there is one: what --file names, else the default one if it exists. A default one that is not valid
 * is passed over, which stderr says: the commands that can do without a file are not about it.
 */
export async function loadDesiredIfAny(
  context: CommandContext,
  options: SharedOptions,
): Promise<ValidFile | undefined> {
  if (options.file !== undefined) return await loadDesired(context, options);
  const filename = defaultFile();
  if (!(await exists(filename))) return undefined;
  const config = await loadPaths(context, [filename], variablesOf(context, options), options);
  if (config.desired !== null) return validFile(config);
  context.stderr.write(`${filename} is not valid and was left out; \`orgform validate\` says why.\n`);
  return undefined;
}

/**
 * The file of a question. Where there is none, a question to snapshots is about all of their workspaces: it takes
 * a file that lists these and says nothing of what is in them.
 */
export async function loadDesiredOrSnapshots(
  context: CommandContext,
  options: SharedOptions,
  snapshots: readonly string[] = options.live === undefined ? [] : [options.live],
): Promise<ValidFile> {
  const [filename] = snapshots;
  if (filename === undefined || options.file !== undefined || (await exists(defaultFile())))
    return await loadDesired(context, options);
  const { openSnapshot } = await import("./connect.js");
  const read = await Promise.all(
    snapshots.map(async (path) => {
      const { client, asOf } = await openSnapshot(path, undefined);
      const { organization, workspaces } = (await client.getMe()).data;
      const names = workspaces.map(({ name }) => name);
      return { organization, names: names.filter((name) => asOf.scope?.includes(name) ?? true) };
    }),
  );
  const names = read.flatMap((one) => one.names);
  const text = JSON.stringify({
    version: 1,
    organization: { id: read[0]?.organization.id },
    workspaces: Object.fromEntries(names.map((name) => [name, {}])),
  });
  return validFile(parseConfig([{ filename, text }], {}));
}

/** The option of reading lists of people outside the file's folder and repository. */
export function listPlacesOf({ allow }: SharedOptions): LoadOptions {
  return { allowOutside: hasSwitch(allow, "outside") };
}

/** Variables by where they come from: `--var` and the environment. */
export function variablesOf(
  context: CommandContext,
  options: SharedOptions,
): { variables: Record<string, string>; environment: Readonly<Record<string, string | undefined>> } {
  const variables = (options.var ?? []).map((text) => {
    const at = text.indexOf("=");
    if (at <= 0) throw usageError(`--var ${text} is not name=value`, "Write it as --var env=prod.");
    const value = text.slice(at + 1);
    // A pipeline hands on what it does not know as an empty text, which must not become everybody's value.
    if (value === "")
      throw usageError(
        `--var ${text} gives no value`,
        "Give one, or leave the flag out: then the variable has its default. If you want an empty text, write it in the file as the default.",
      );
    return [text.slice(0, at), value] as const;
  });
  return { variables: Object.fromEntries(variables), environment: context.env };
}
