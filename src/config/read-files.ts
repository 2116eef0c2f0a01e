import { dirname, isAbsolute, join, normalize } from "node:path";
import { type ParsedFile, parseSource } from "./parse/parse-source.js";
import { toData } from "./parse/to-data.js";
import { listPaths } from "./people/list/list-file.js";
import { depthSlip } from "./slips/depth-slip.js";
import { readVariables, type VariableValues } from "./substitute/variables.js";
import { BOUNDS } from "./text/bounds.js";
import { type Data, type DataMap, type DataPath, entry, isDataList, isDataMap } from "./text/data.js";
import type { FileDiagnostic } from "./text/file-diagnostic.js";
import type { Source } from "./text/source.js";
import { inPlaceOf, withEntries } from "./text/source-map.js";
import type { Substitute } from "./text/substitute.js";
import { validateSchema } from "./validate/validate-schema.js";

/**
 * Parses files, substitutes variables that any of them declares, and checks each against the schema. A list of people that
 * one of the files names is not among them. `more` counts violations of the schema beyond those in `findings`.
 */
export function readFiles(
  sources: readonly Source[],
  values: VariableValues,
  bounds = BOUNDS,
): {
  readonly files: readonly DataMap[];
  /** True if every file could be read; another one may hold what seems missing in these. */
  readonly isComplete: boolean;
  readonly findings: readonly [text: readonly FileDiagnostic[], schema: readonly FileDiagnostic[]];
  readonly more: number;
  readonly substitute: Substitute;
} {
  const all = sources.map((source) => ({ source, parsed: parseSource(source, bounds) }));
  const wellFormed = all.flatMap(({ parsed }) => ("root" in parsed ? [parsed] : []));
  const { substitute, findings: ofVariables } = readVariables(wellFormed, values);
  const converted = wellFormed.map((file) => ({
    ...toData(file, substitute),
    source: file.source,
    file,
  }));
  const complete = converted.filter((c) => c.isComplete);
  const checked = complete.map((one) => ({ ...one, ...checkFile(one.file, one.data) }));
  const usable = checked.filter(({ isMisread }) => !isMisread);
  const files = usable.map(({ data, source }) => withPaths(data, source));
  const lists = new Set(files.flatMap((data) => listPaths(entry(data, "people"))));
  const damaged = all.filter(({ source, parsed }) => !("root" in parsed || lists.has(pathOf(source))));
  const ofText = [
    ...damaged.flatMap(({ parsed }) => ("root" in parsed ? [] : parsed)),
    ...converted.flatMap((c) => c.findings),
  ];
  return {
    files,
    isComplete: damaged.length === 0 && usable.length === wellFormed.length,
    substitute,
    findings: [[...ofVariables, ...ofText], checked.flatMap((c) => c.violations)],
    more: usable.reduce((sum, { more }) => sum + more, 0),
  };
}

/** The violations of a file's schema; a key at the wrong depth stands for all of them, since it misplaces others. */
function checkFile(
  file: ParsedFile,
  data: DataMap,
): { readonly isMisread: boolean; readonly violations: readonly FileDiagnostic[]; readonly more: number } {
  const { findings, paths, more } = validateSchema(data);
  const isWrong = (path: DataPath): boolean =>
    paths.some((wrong) => path.every((segment, i) => wrong[i] === segment));
  const slip = findings.length === 0 ? undefined : depthSlip(file, isWrong);
  return { isMisread: slip !== undefined, violations: slip ? [slip] : findings, more };
}

/** Resolves the paths in a file, which are relative to it: the folder of the data model, and lists of people. */
function withPaths(data: DataMap, source: Source): DataMap {
  const folder = dirname(pathOf(source));
  const resolve = (name: Data): Data =>
    typeof name !== "string" || name === "" || isAbsolute(name) ? name : join(folder, name);
  const { data_model, people } = data;
  const files = entry(people, "file");
  const resolved: [string, Data][] = [];
  if (data_model !== undefined) resolved.push(["data_model", resolve(data_model)]);
  if (isDataMap(people) && files !== undefined) {
    const file = isDataList(files) ? inPlaceOf(files, files.map(resolve)) : resolve(files);
    resolved.push(["people", withEntries(people, [["file", file]])]);
  }
  return resolved.length === 0 ? data : withEntries(data, resolved);
}

const pathOf = ({ path, filename }: Source): string => normalize(path ?? filename);
