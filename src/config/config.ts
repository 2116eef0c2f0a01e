import { type Address, parseRulePath } from "../model/address.js";
import { type Diagnostic, hasErrors } from "../model/diagnostic.js";
import type { DesiredState } from "../model/state/desired-state.js";
import { buildState } from "./build/build-state.js";
import { combineFiles } from "./parse/combine-files.js";
import { withHiddenFindings } from "./parse/equal-keys.js";
import { parseSource } from "./parse/parse-source.js";
import type { PeopleContext } from "./people/context.js";
import { expandPeople } from "./people/expand-people.js";
import { createEntryBudget } from "./people/list/entry-budget.js";
import { type ListFiles, listPaths, noLists } from "./people/list/list-file.js";
import type { ListFacts } from "./people/list-facts.js";
import { listFacts } from "./people/people-facts.js";
import { readPeopleList } from "./people/people-list.js";
import { nameColumns, reportMisplaced } from "./people/references.js";
import { readFiles } from "./read-files.js";
import { resolveTemplates } from "./substitute/templates.js";
import type { VariableValues } from "./substitute/variable-values.js";
import { BOUNDS, type Bounds } from "./text/bounds.js";
import { type Data, type DataMap, type DataPath, dataMap, entry, isDataMap } from "./text/data.js";
import { error, type FileDiagnostic } from "./text/file-diagnostic.js";
import { createLocator, type SourceLocation } from "./text/location.js";
import type { Source, Span } from "./text/source.js";
import { type SourceMap, spanOfPath } from "./text/source-map.js";
import { toDiagnostics } from "./text/to-diagnostics.js";
import { addressFinder } from "./validate/address-span.js";
import { lintDenials, lintTiesInFile } from "./validate/lint-values.js";
import { lintLookAlikes } from "./validate/look-alikes.js";
import { lintNearMembers } from "./validate/near-members.js";

/** The contents of one or several files, with all findings about them. */
export interface Config {
  /** `null` exactly when `diagnostics` hold an error. */
  readonly desired: DesiredState | null;
  /** All findings, sorted by place; a large number is cut, which the last one says. */
  readonly diagnostics: readonly Diagnostic[];
  /** The files that were read, in the order they were given. */
  readonly sources: readonly Source[];
  /** Paths of what the files name besides: lists of people, and the folder of the data model. */
  readonly inputs: readonly string[];
  /** The list of people that the files take people from. */
  readonly people: ListFacts | undefined;
  /** The place of an address (or of the path of a rule) in the files, or of its nearest ancestor. Looked up on demand. */
  readonly locate: (address: Address) => SourceLocation | undefined;
  /** The place of a path of keys and indexes, such as `["warehouse_sign_in", "roles", 0]`. Looked up on demand. */
  readonly locatePath: (path: readonly (string | number)[]) => SourceLocation | undefined;
}

/** What sources are read with. */
interface BesideSources {
  /** Findings on sources that could not be had. */
  readonly unread?: readonly FileDiagnostic[];
  readonly lists?: ListFiles;
  readonly bounds?: Bounds;
}

/**
 * Reads files into a desired state: parse → validate → combine → resolve templates → write people out → build → lint.
 * Pure but for `lists`, and it never throws: whatever is wrong is a diagnostic, and as many as possible are found at
 * once. Time and memory are bounded for any text.
 */
export function parseConfig(
  sources: readonly Source[],
  values: VariableValues = {},
  beside: BesideSources = {},
): Config {
  const { unread = [] } = beside;
  const placeOf = createLocator();
  const placed = (span: Span | undefined): SourceLocation | undefined => span && placeOf(span);
  const isWhole = sources.length > 0 && unread.length === 0;
  const read = (parse?: typeof parseSource) => readStages(sources, values, isWhole, placeOf, beside, parse);
  const { state, more, spanAt, spanAtPath, people, inputs, expectIndexes, ...last } = read();
  const stages = withHiddenFindings(sources, last.stages, (parse) => read(parse).stages);
  const text = sources.length === 0 && unread.length === 0 ? [noFile()] : unread;
  const diagnostics = toDiagnostics([text, ...stages], placeOf, more);
  return {
    desired: hasErrors(diagnostics) ? null : state,
    diagnostics,
    sources,
    inputs,
    people,
    locate: (address) => {
      const path = parseRulePath(address);
      return placed(
        path === undefined ? spanAt(address) : spanOfRule(inFile(path, expectIndexes), spanAtPath),
      );
    },
    locatePath: (path) => placed(spanAtPath(path, "key")),
  };
}

/** The files by way of all stages, with what each stage found; `isWhole` says that no file is missing. */
function readStages(
  sources: readonly Source[],
  values: VariableValues,
  isWhole: boolean,
  placeOf: (span: Span) => SourceLocation,
  { lists = noLists, bounds = BOUNDS }: BesideSources,
  parse: typeof parseSource = (source) => parseSource(source, bounds),
) {
  const sourceMap: SourceMap = new Map();
  const read = readFiles(sources, values, sourceMap, parse);
  const { data: root, findings: ofFiles } = combineFiles(read.files, sourceMap, placeOf);
  const declared = asMap(entry(root, "workspaces"));
  const resolved = resolveTemplates(declared, entry(root, "templates"), sourceMap, bounds);
  const ofPeople: FileDiagnostic[] = [];
  const report = (finding: FileDiagnostic) => ofPeople.push(finding);
  const { substitute } = read;
  const context: PeopleContext = {
    sourceMap,
    report,
    placeOf,
    substitute,
    budget: createEntryBudget(
      report,
      bounds.entries,
      resolved.taken + sources.reduce((sum, { text }) => sum + text.length / 4, 0),
    ),
    picks: new Set(),
    namedToo: new Map(),
  };
  if (nameColumns(sources)) reportMisplaced(context, root);
  const list = readPeopleList(context, root, lists);
  const expanded = resolved.workspaces.map((named) => expandPeople(context, root, named, list));
  // Workspaces that were not expanded in full are not built.
  const workspaces = context.budget.isSpent() ? [] : expanded;
  const { state, expectIndexes, findings: ofState } = buildState(root, workspaces, sourceMap);

  const spanAt = addressFinder(declared, new Map(workspaces), sourceMap);
  const { workspaces: built } = state;
  const lints = [
    ...lintTiesInFile(built),
    ...lintLookAlikes(built),
    ...lintNearMembers(built),
    ...lintDenials(built),
  ];
  const ofLints = lints.map((f) => ({ ...f, span: spanAt(f.address ?? "") }));
  // What fits nobody is likely a consequence of an error at the same place.
  const isIdle = ({ code }: FileDiagnostic) => code === "fits-nobody";
  const ofAll = [...ofFiles, ...resolved.findings, ...ofPeople.filter((finding) => !isIdle(finding))];
  const atLast = [...ofLints, ...ofPeople.filter(isIdle)];
  const together = context.budget.isSpent() ? [ofPeople] : [ofAll, ofState, atLast];
  // A file that could not be read may hold what another one lacks.
  return {
    state,
    stages: [...read.findings, ...(isWhole && read.isComplete ? together : [])],
    more: read.more,
    spanAt,
    people: list && listFacts(context, list, spanAt),
    inputs: [...listPaths(entry(root, "people")), ...folderOfModel(root)],
    expectIndexes,
    spanAtPath: (path: DataPath, part: "key" | "value") => spanOfPath(sourceMap, root, path, part),
  };
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

/**
 * Adds places to diagnostics that have an address and no range, such as the planner's. The path of a rule is only its
 * place: nobody else knows it as an address.
 */
export function locateDiagnostics(config: Config, diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  return diagnostics.map((d) => {
    const place = d.address === undefined || d.range ? undefined : config.locate(d.address);
    if (place === undefined || d.address === undefined) return d;
    const { address, ...rest } = d;
    const isRule = parseRulePath(address) !== undefined;
    return { ...(isRule ? rest : d), ...place };
  });
}

function asMap(data: unknown): DataMap {
  return isDataMap(data) ? data : dataMap([]);
}

function noFile(): FileDiagnostic {
  return error("file-not-found", "No file was given", "Name a file or a folder of YAML files.");
}
