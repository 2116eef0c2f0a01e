import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { printConfig } from "../../config/print/print-config.js";
import type { Source } from "../../config/text/source.js";
import type { Outcome } from "../../model/plan/plan.js";
import type { StateWithoutRules } from "../../model/state/desired-state.js";
import { setOf } from "../../util/collections.js";
import { visible } from "../../util/escape.js";
import { usageError } from "../context/command-error.js";
import type { CommandContext } from "../context/context.js";
import { defaultFile } from "../context/default-file.js";
import type { SharedOptions } from "../context/options.js";
import { noteFiles } from "../documents/note-files.js";
import { reportAsOf } from "../documents/origin.js";
import { makeFolder, writeOut, writeOutput } from "../documents/write-output.js";
import { loadDesiredIfAny } from "../session/load-desired.js";
import { inSession } from "../session/session.js";
import { exportOrganization } from "./export-organization.js";
import { parseExport, schemaFor, serviceToWrite } from "./new-file.js";

interface ExportOptions extends SharedOptions {
  readonly split?: string;
}

const SETTINGS_FILE = "organization.yaml";

/**
 * The command `orgform export`: prints the live organization as a file, or as one file for each workspace,
 * without secrets.
 */
export async function exportFile(context: CommandContext, options: ExportOptions): Promise<Outcome> {
  if (options.split !== undefined && options.out !== undefined)
    throw usageError("--split and --out cannot be given together", "Give one of the two.");
  return await inSession(context, options, { file: loadDesiredIfAny }, async (session) => {
    const service = serviceToWrite(options, (await session.file())?.desired.service);
    const desired = await exportOrganization(session, { workspaces: options.workspace, service });
    reportAsOf(context, (await session.connection()).asOf);
    if (options.split !== undefined) {
      await writeSplit(context, options, options.split, desired);
      return "ok";
    }
    const filename = options.out ?? defaultFile();
    const text = printConfig(desired, { schema: schemaFor(filename) });
    parseExport(context, options, [{ filename, text }]);
    await writeOutput(context, options.out, text);
    return "ok";
  });
}

/** Writes the files, and names other files of the folder, which would be read along with them. */
async function writeSplit(
  context: CommandContext,
  options: ExportOptions,
  folder: string,
  desired: StateWithoutRules,
): Promise<void> {
  const sources = splitFiles(folder, desired);
  await noteFiles(context, { written: sources.map(({ filename }) => filename) });
  parseExport(context, options, sources);
  await makeFolder(folder);
  for (const { filename, text } of sources) {
    await writeOut(filename, text);
    context.stderr.write(`${visible(filename)}\n`);
  }
  const written = setOf(sources, "filename");
  const others = (await readdir(folder)).filter(
    (name) => /\.ya?ml$/i.test(name) && !written.has(join(folder, name)),
  );
  if (others.length > 0)
    context.stderr.write(
      `Not part of this export, but read along with it: ${others.map(visible).join(", ")}\n`,
    );
}

/** The shared settings in one file, and each workspace in its own. */
function splitFiles(folder: string, desired: StateWithoutRules): readonly Source[] {
  const settings = join(folder, SETTINGS_FILE);
  const schema = schemaFor(settings);
  const names = fileNames(desired.workspaces.map(({ name }) => name));
  return [
    { filename: settings, text: printConfig(desired, { schema, part: "settings" }) },
    ...desired.workspaces.map((workspace, i) => ({
      filename: join(folder, names[i] ?? ""),
      text: printConfig({ ...desired, workspaces: [workspace] }, { schema, part: "workspaces" }),
    })),
  ];
}

/** A plain file name for each workspace, all different, also where letter case does not count. */
function fileNames(workspaces: readonly string[]): readonly string[] {
  const taken = new Set([SETTINGS_FILE]);
  return workspaces.map((workspace) => {
    const stem =
      workspace
        .toLowerCase()
        .replace(/[^a-z0-9_]+/g, "-")
        .replace(/^-+|-+$/g, "")
        .slice(0, 60) || "workspace";
    let name = `${stem}.yaml`;
    for (let n = 2; taken.has(name); n += 1) name = `${stem}-${n}.yaml`;
    taken.add(name);
    return name;
  });
}
