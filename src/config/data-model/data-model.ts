import type { DataModel } from "../../access/data/data-model.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import { listFolder } from "../parse/list-folder.js";
import { createPlacer } from "../parse/place.js";
import { readBounded } from "../parse/read-bounded.js";
import { error, type Finding, warning } from "../validate/finding.js";
import { toDiagnostics } from "../validate/to-diagnostics.js";
import { quote } from "../validate/wording.js";
import { type ModelFacts, parseModelFile } from "./parse-model.js";

/** A data model with what could not be understood of it. */
export interface ReadModel extends DataModel {
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Reads grants, filters and requirements from every `*.yml` and `*.yaml` below a data model's folder, wherever in a
 * file they stand. All else in these files is passed over. A file that cannot be understood is a warning and makes the
 * model incomplete; a folder that cannot be read is an error, since an absent model would look like one without grants.
 */
export async function readDataModel(folder: string): Promise<ReadModel> {
  const { files, findings } = listModel(folder);
  const facts: ModelFacts[] = [];
  // One after the other: a model is read once a run, and its files need not all be in memory.
  for (const file of files) facts.push(await readModelFile(file));
  const found = [...findings, ...facts.flatMap((f) => f.findings)];
  return {
    grants: facts.flatMap((f) => f.grants),
    filters: facts.flatMap((f) => f.filters),
    requirements: facts.flatMap((f) => f.requirements),
    complete: found.length === 0,
    diagnostics: toDiagnostics([found], createPlacer()),
  };
}

function listModel(folder: string): {
  readonly files: readonly string[];
  readonly findings: readonly Finding[];
} {
  try {
    const findings: Finding[] = [];
    const files = listFolder(folder, ({ summary, detail }) => {
      findings.push(warning("model-unreadable", summary, detail));
    });
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

async function readModelFile(filename: string): Promise<ModelFacts> {
  try {
    const bytes = await readBounded(filename);
    if (bytes !== undefined) return parseModelFile({ filename, text: bytes.toString("utf8") });
    return unread(filename, "It is larger than orgform reads.");
  } catch (cause) {
    return unread(filename, systemSays(cause));
  }
}

function unread(filename: string, why: string): ModelFacts {
  const summary = `${quote(filename)} of the data model cannot be read`;
  const detail = `${why} What it says about grants is not known, so nothing is called unused.`;
  return {
    grants: [],
    filters: [],
    requirements: [],
    findings: [warning("model-unreadable", summary, detail)],
  };
}

function systemSays(cause: unknown): string {
  return `The system says ${cause instanceof Error && "code" in cause ? String(cause.code) : String(cause)}.`;
}
