import { dirname, isAbsolute, join } from "node:path";
import type { Origins } from "../substitute/source-map.js";
import type { VariableValues } from "../substitute/variable-values.js";
import { readVariables } from "../substitute/variables.js";
import type { Finding } from "../validate/finding.js";
import { validateSchema } from "../validate/validate-schema.js";
import { type DataMap, dataMap, entry } from "./data.js";
import { type ParsedFile, parseSource } from "./parse-source.js";
import type { Source } from "./source.js";
import { toData } from "./to-data.js";

/** Files as plain data, each checked by itself. */
export interface ReadFiles {
  readonly files: readonly DataMap[];
  /** Whether every file could be read; what seems missing in these may stand in one that could not. */
  readonly isComplete: boolean;
  /** What is wrong with the text, and what the schema says. */
  readonly findings: readonly [text: readonly Finding[], schema: readonly Finding[]];
  /** Violations of the schema beyond those in `findings`. */
  readonly more: number;
}

/** Parses files, substitutes variables that any of them declares, and holds each against the schema. */
export function readFiles(
  sources: readonly Source[],
  values: VariableValues,
  origins: Origins,
  parse: typeof parseSource = parseSource,
): ReadFiles {
  const parsed = sources.map((source) => parse(source));
  const wellFormed = parsed.filter((p): p is ParsedFile => "root" in p);
  const { substitute, findings: ofVariables } = readVariables(wellFormed, values);
  const converted = wellFormed.map((file) => ({ ...toData(file, substitute, origins), source: file.source }));
  const usable = converted.filter((c) => c.isComplete);
  const validated = usable.map(({ data }) => validateSchema(data, origins));
  const ofText = [...parsed.flatMap((p) => ("root" in p ? [] : p)), ...converted.flatMap((c) => c.findings)];
  return {
    files: usable.map(({ data, source }) => withModelFolder(data, source.filename, origins)),
    isComplete: usable.length === sources.length,
    findings: [[...ofVariables, ...ofText], validated.flatMap((v) => v.findings)],
    more: validated.reduce((sum, v) => sum + v.more, 0),
  };
}

/** A data model's folder is named relative to the file that names it. */
function withModelFolder(data: DataMap, filename: string, origins: Origins): DataMap {
  const folder = entry(data, "data_model");
  if (typeof folder !== "string" || isAbsolute(folder)) return data;
  const resolved = dataMap([...Object.entries(data), ["data_model", join(dirname(filename), folder)]]);
  origins.of.set(resolved, { kind: "layers", layers: [data] });
  return resolved;
}
