import { isUtf8 } from "node:buffer";
import type { ModelDescription } from "../../access/data/model-description.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { errorCode } from "../../util/error-code.js";
import { createLocator } from "../parse/location.js";
import { readBounded } from "../parse/read-bounded.js";
import { error, warning } from "../validate/file-diagnostic.js";
import { toDiagnostics } from "../validate/to-diagnostics.js";
import { quote } from "../validate/wording.js";
import { describeModelFile, type ModelFile } from "./describe-model.js";
import { listModel, type ModelFiles } from "./list-model.js";

/** A data model with what could not be understood of it. */
export interface ReadModel extends ModelDescription {
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads a data model from its folder. A file that cannot be understood is a warning and makes the model incomplete; a
 * folder that cannot be read is an error, since an absent model would look like one without grants.
 */
export async function readDataModel(folder: string): Promise<ReadModel> {
  const { files, findings } = await listed(folder);
  const described: ModelFile[] = [];
  // One after the other: a model is read once a run, and its files need not all be in memory.
  for (const file of files) described.push(await readModelFile(file));
  const found = [...findings, ...described.flatMap((file) => file.findings)];
  return {
    grants: described.flatMap(({ grants }) => grants),
    models: described.flatMap(({ models }) => models),
    views: described.flatMap(({ views }) => views),
    topics: described.flatMap(({ topics }) => topics),
    dashboards: described.flatMap(({ dashboards }) => dashboards),
    complete: found.length === 0,
    unread: described.some(({ findings }) => findings.length > 0),
    diagnostics: toDiagnostics([found], createLocator()),
  };
}

async function listed(folder: string): Promise<ModelFiles> {
  try {
    const { files, findings } = await listModel(folder);
    if (files.length > 0 || findings.length > 0) return { files, findings };
    const detail = "A data model's files end in .yml or .yaml. Correct `data_model`, or leave it out.";
    return {
      files,
      findings: [warning("model-unreadable", `The folder ${quote(folder)} holds no YAML files`, detail)],
    };
  } catch (cause) {
    const summary = `The data model's folder ${quote(folder)} cannot be read`;
    const detail = `${systemSays(cause)} \`data_model\` is relative to the file that names it: check the model out where orgform runs, or leave the key out.`;
    return { files: [], findings: [error("model-unreadable", summary, detail)] };
  }
}

async function readModelFile(filename: string): Promise<ModelFile> {
  try {
    const bytes = await readBounded(filename);
    if (bytes === undefined) return unread(filename, "It is larger than orgform reads.");
    // A value or name in another encoding would become another one.
    if (!isUtf8(bytes)) return unread(filename, "It is not UTF-8.");
    return describeModelFile({ filename, text: bytes.toString("utf8") });
  } catch (cause) {
    return unread(filename, systemSays(cause));
  }
}

function unread(filename: string, why: string): ModelFile {
  const summary = `${quote(filename)} of the data model cannot be read`;
  const detail = `${why} What it says about access is not known, so nothing is called unused, and answers that depend on it are called unclear.`;
  const findings = [warning("model-unreadable", summary, detail)];
  return { grants: [], models: [], views: [], topics: [], dashboards: [], findings };
}

function systemSays(cause: unknown): string {
  return `The system says ${errorCode(cause) || String(cause)}.`;
}
