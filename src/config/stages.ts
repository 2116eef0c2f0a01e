import { type Address, parseRulePath } from "../model/address.js";
import type { DesiredState } from "../model/state/desired-state.js";
import { buildState } from "./build/build-state.js";
import { combineFiles } from "./parse/combine-files.js";
import { parseSource } from "./parse/parse-source.js";
import { type ListFiles, listPaths } from "./people/list/list-file.js";
import type { ListFacts } from "./people/list-facts.js";
import { listFacts } from "./people/people-facts.js";
import { writeOutPeople } from "./people/write-out.js";
import { readFiles } from "./read-files.js";
import { resolveTemplates } from "./substitute/templates.js";
import type { VariableValues } from "./substitute/variable-values.js";
import { BOUNDS, type Bounds } from "./text/bounds.js";
import {
  type Data,
  type DataList,
  type DataMap,
  type DataPath,
  dataMap,
  entries,
  entry,
  isDataList,
  isDataMap,
} from "./text/data.js";
import type { FileDiagnostic } from "./text/file-diagnostic.js";
import type { SourceLocation } from "./text/location.js";
import type { Source, Span } from "./text/source.js";
import { type SourceMap, spanOfPath, textOf } from "./text/source-map.js";
import { addressFinder } from "./validate/address-span.js";
import { lintState } from "./validate/lint-values.js";
import { lintNearDomains } from "./validate/near-members.js";
import { lintNearRules } from "./validate/near-rules.js";
import { type WrittenFiles, writtenFiles } from "./written.js";

/** The options with which files are read. */
interface StageOptions {
  readonly values: VariableValues;
  /** True if no file is missing; a missing one may have the parts that these lack. */
  readonly isComplete: boolean;
  readonly placeOf: (span: Span) => SourceLocation;
  readonly lists?: ListFiles | undefined;
  readonly bounds?: Bounds | undefined;
}

/** The outcome of all stages. */
interface Stages {
  readonly state: DesiredState;
  /** The findings of each stage, in their order. */
  readonly found: readonly (readonly FileDiagnostic[])[];
  /** The number of violations that were found and not kept. */
  readonly more: number;
  readonly people: ListFacts | undefined;
  /** The paths of other inputs that the files name: lists of people, and the folder of the data model. */
  readonly inputs: readonly string[];
  readonly written: () => WrittenFiles;
  /** The place of an address, or of the path of a rule. */
  readonly spanAt: (address: Address) => Span | undefined;
  readonly spanAtPath: (path: DataPath, part: "key" | "value") => Span | undefined;
}

/** The files by way of all stages; `parse` gives other documents for their texts. */
export function readStages(
  sources: readonly Source[],
  { values, isComplete, placeOf, lists, bounds = BOUNDS }: StageOptions,
  parse: typeof parseSource = (source) => parseSource(source, bounds),
): Stages {
  const sourceMap: SourceMap = new Map();
  const read = readFiles(sources, values, sourceMap, parse);
  const { data: root, findings: ofFiles } = combineFiles(read.files, sourceMap, placeOf);
  const declared = asMap(entry(root, "workspaces"));
  const resolved = resolveTemplates(declared, entry(root, "templates"), sourceMap, bounds);
  const { substitute } = read;
  const peopleSources = { sources, sourceMap, substitute, placeOf, lists, bounds };
  const written = writeOutPeople(root, resolved.workspaces, resolved.taken, peopleSources);
  const { workspaces, context, list } = written;
  const { state, expectIndexes, findings: ofState } = buildState(root, workspaces, sourceMap);

  const ofAddress = addressFinder(declared, new Map(workspaces), sourceMap);
  const spanAtPath = (path: DataPath, part: "key" | "value") => spanOfPath(sourceMap, root, path, part);
  const spanAt = (address: Address) => {
    const path = parseRulePath(address);
    return path === undefined ? ofAddress(address) : spanOfRule(inFile(path, expectIndexes), spanAtPath);
  };
  const ofLints = [
    ...[...lintState(state.workspaces), ...lintNearDomains(state)].map((one) => ({
      ...one,
      span: ofAddress(one.address ?? ""),
    })),
    // The path of a rule is its place, and no address.
    ...lintNearRules(state).map(({ address = "", ...one }) => ({ ...one, span: spanAt(address) })),
  ];
  const ofAll = [...ofFiles, ...resolved.findings, ...written.findings];
  const together = context.budget.isSpent()
    ? [written.findings]
    : [ofAll, ofState, [...ofLints, ...written.idle]];
  return {
    state,
    found: [...read.findings, ...(isComplete && read.isComplete ? together : [])],
    more: read.more,
    people: list && listFacts(context, list, ofAddress, state.workspaces),
    written: () => writtenFiles(asWritten(root, sourceMap), resolved.workspaces, expectIndexes),
    inputs: [...listPaths(entry(root, "people")), ...folderOfModel(root)],
    spanAt,
    spanAtPath,
  };
}

/** The files with paths as they are written: relative to the file, and so comparable with those of another version. */
function asWritten(root: DataMap, sourceMap: SourceMap): DataMap {
  const { data_model, people } = root;
  const files = entry(people, "file");
  const written = (of: DataMap | DataList, key: string | number, data: Data): Data =>
    textOf(sourceMap, of, key) ?? data;
  const listed = isDataList(files)
    ? files.map((file, i) => written(files, i, file))
    : isDataMap(people) && files !== undefined
      ? written(people, "file", files)
      : undefined;
  return dataMap([
    ...Object.entries(root),
    ...(data_model === undefined ? [] : [["data_model", written(root, "data_model", data_model)] as const]),
    ...(listed === undefined ? [] : [["people", dataMap([...entries(people), ["file", listed]])] as const]),
  ]);
}

/** The folder of the data model, if the file names one. */
function folderOfModel(root: Data | undefined): readonly string[] {
  const folder = entry(root, "data_model");
  return typeof folder === "string" ? [folder] : [];
}

/** The path of an expectation in the file: one item may be several expectations. */
function inFile([list, index, ...rest]: DataPath, expectIndexes: readonly number[]): DataPath {
  return list === "expect"
    ? [list, expectIndexes[Number(index)] ?? Number(index), ...rest]
    : [list ?? "", index ?? 0, ...rest];
}

/** A list that several files add to has no place, the items of its items have. */
function spanOfRule(
  path: DataPath,
  spanAt: (path: DataPath, part: "key" | "value") => Span | undefined,
): Span | undefined {
  return spanAt(path, "value") ?? spanAt([...path, "workspace"], "value");
}

function asMap(data: unknown): DataMap {
  return isDataMap(data) ? data : dataMap([]);
}
