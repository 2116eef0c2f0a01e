import { type Address, parseAddress, parseRulePath } from "../model/address.js";
import { type Diagnostic, hasErrors } from "../model/diagnostic.js";
import type { DesiredState } from "../model/state/desired-state.js";
import { own } from "../util/record.js";
import { buildState } from "./build/build-state.js";
import { combineFiles } from "./parse/combine-files.js";
import { type ListFiles, listPaths } from "./people/list/list-file.js";
import type { ListFacts } from "./people/list-facts.js";
import { readPeople } from "./people/read-people.js";
import { readFiles } from "./read-files.js";
import { resolveTemplates } from "./substitute/templates.js";
import type { VariableValues } from "./substitute/variables.js";
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
import { type FileDiagnostic, fileFinding } from "./text/file-diagnostic.js";
import { createLocator, type Locate, type SourceLocation } from "./text/location.js";
import type { Source, Span } from "./text/source.js";
import { spanOf, spanOfPath, textOf } from "./text/source-map.js";
import { toDiagnostics } from "./text/to-diagnostics.js";
import { suggestWithSynonyms } from "./text/wording.js";
import { lintState } from "./validate/lint-values.js";
import { lintNearDomains } from "./validate/near-members.js";
import { lintNearRules } from "./validate/near-rules.js";
import { type WrittenFiles, writtenFiles } from "./written.js";

/** The contents of one or several files, with all findings about them. */
export interface Config {
  /** The desired state; `null` exactly if `diagnostics` hold an error. */
  readonly desired: DesiredState | null;
  /** All findings, sorted by place; a large number is cut, which the last one says. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files that were read, in the order they were given. */
  readonly sources: readonly Source[];
  /** The paths of other inputs that the files name: lists of people, and the folder of the data model. */
  readonly inputs: readonly string[];
  /** The list of people that the files take people from. */
  readonly people: ListFacts | undefined;
  /** The same files, lists and variables with other texts. */
  readonly withTexts: (sources: readonly Source[]) => Config;
  /** What the files say as written, to be compared with another version. Worked out on demand. */
  readonly written: () => WrittenFiles;
  /** The place of an address (or of the path of a rule) in the files, or of its nearest ancestor. Looked up on demand. */
  readonly locate: Locate;
  /** The place of a path of keys and indexes, such as `["warehouse_sign_in", "roles", 0]`. Looked up on demand. */
  readonly locatePath: (path: DataPath) => SourceLocation | undefined;
}

/** The contents of files without errors: what is left to say of them are warnings. */
export interface ValidFile extends Config {
  readonly desired: DesiredState;
}

/** The options with which sources are read. */
interface SourceOptions {
  /** Findings on sources that could not be had. */
  readonly unread?: readonly FileDiagnostic[];
  readonly lists?: ListFiles;
  readonly bounds?: Bounds;
}

/**
 * Reads files into a desired state: parse → validate → combine → resolve templates → write people out → build
 * → lint. Pure but for `lists`, and it never throws: mistakes are diagnostics, and as many as possible are
 * found in one run. Time and memory are bounded for any text.
 */
export function parseConfig(
  sources: readonly Source[],
  values: VariableValues = {},
  options: SourceOptions = {},
): Config {
  const { unread = [], lists, bounds = BOUNDS } = options;
  const placeOf = createLocator();
  const read = readFiles(sources, values, bounds);
  const { data: root, findings: ofFiles } = combineFiles(read.files, placeOf);
  const declared = asMap(entry(root, "workspaces"));
  const resolved = resolveTemplates(declared, entry(root, "templates"), bounds);
  const peopleSources = { sources, substitute: read.substitute, placeOf, lists, bounds };
  const people = readPeople(root, resolved.workspaces, resolved.taken, peopleSources);
  const { state, expectIndexes, findings: ofState } = buildState(root, people.workspaces);

  const byName = new Map(people.workspaces.map(({ name, data }) => [name, data]));
  const ofAddress = (address: Address) => people.spanAt(address) ?? nearestEntry(declared, byName, address);
  const spanAt = (address: Address) => {
    const path = parseRulePath(address);
    return path === undefined ? ofAddress(address) : spanOfRule(root, inFile(path, expectIndexes));
  };
  const ofLints = [
    ...[...lintState(state.workspaces), ...lintNearDomains(state)].map((one) => ({
      ...one,
      span: ofAddress(one.address ?? ""),
    })),
    // The path of a rule is its place, and no address.
    ...lintNearRules(state).map(({ address = "", ...one }) => ({ ...one, span: spanAt(address) })),
  ];
  const ofAll = [...ofFiles, ...resolved.findings, ...people.findings];
  const together = people.isTooMuch ? [people.findings] : [ofAll, ofState, [...ofLints, ...people.idle]];
  // A file that is missing may have the parts that the others lack.
  const isComplete = sources.length > 0 && unread.length === 0 && read.isComplete;
  const found = causesIn([...read.findings, ...(isComplete ? together : [])]);
  const text = sources.length === 0 && unread.length === 0 ? [NO_FILE] : unread;
  const diagnostics = toDiagnostics([text, ...found], placeOf, read.more);
  const placed = (span: Span | undefined): SourceLocation | undefined => span && placeOf(span);
  return {
    desired: hasErrors(diagnostics) ? null : state,
    diagnostics,
    sources,
    inputs: [...listPaths(entry(root, "people")), ...folderOfModel(root)],
    people: people.listFacts(ofAddress),
    written: () => writtenFiles(asWritten(root), resolved.workspaces, expectIndexes),
    withTexts: (others) => parseConfig(others, values, options),
    locate: (address) => placed(spanAt(address)),
    locatePath: (path) => placed(spanOfPath(root, path, "key")),
  };
}

const NO_FILE = fileFinding("file-not-found", "No file was given", "Name a file or a folder of YAML files.");

/** The findings that a missing list makes, by its key. */
const WITHOUT_LIST: Readonly<Record<string, FileDiagnostic["code"]>> = {
  attributes: "unknown-attribute",
  groups: "unknown-group",
  members: "member-undeclared",
  templates: "unknown-template",
  variables: "unknown-variable",
  workspaces: "unknown-workspace",
};

/** Findings without those that follow from a slip in the key of a list: what the list has is unknown to the rest. */
function causesIn(found: readonly (readonly FileDiagnostic[])[]): readonly (readonly FileDiagnostic[])[] {
  const following = new Set(
    found.flat().flatMap(({ code, suggestion }) => {
      const meant =
        code === "unknown-key" && suggestion && suggestWithSynonyms(suggestion.text, suggestion.among);
      return (meant && own(WITHOUT_LIST, meant)) || [];
    }),
  );
  return found.map((findings) => findings.filter(({ code }) => !following.has(code)));
}

/** The files with paths as they are written: relative to the file, and so comparable with those of another version. */
function asWritten(root: DataMap): DataMap {
  const { data_model, people } = root;
  const files = entry(people, "file");
  const written = (of: DataMap | DataList, key: string | number, data: Data): Data => textOf(of, key) ?? data;
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

/**
 * The place of the entry of an address in the file, or of its nearest ancestor there; an entry that a template gives is found
 * in the template. `undefined` where not even the workspace is in the file.
 */
function nearestEntry(
  workspaces: DataMap,
  resolved: ReadonlyMap<string, DataMap>,
  address: Address,
): Span | undefined {
  const [workspace = "", ...inner] = parseAddress(address);
  let span = spanOf(workspaces, workspace, "key");
  let data: Data | undefined = resolved.get(workspace);
  for (const [index, segment] of inner.entries()) {
    // Members who all come from the list are there by `people`.
    const isByList = index === 0 && segment === "members" && entry(data, segment) === undefined;
    const key = isByList ? "people" : segment;
    const below: Span | undefined =
      isDataMap(data) && Object.hasOwn(data, key) ? spanOf(data, key, "key") : undefined;
    if (below === undefined) return span;
    span = below;
    data = entry(data, key);
  }
  return span;
}

/** A list that several files add to has no place, the items of its items have. */
function spanOfRule(root: DataMap, path: DataPath): Span | undefined {
  return spanOfPath(root, path, "value") ?? spanOfPath(root, [...path, "workspace"], "value");
}

function asMap(data: unknown): DataMap {
  return isDataMap(data) ? data : dataMap([]);
}
