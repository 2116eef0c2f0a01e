import { type Diagnostic, hasErrors } from "../model/diagnostic.js";
import type { DesiredState } from "../model/state/desired-state.js";
import type { ListFiles } from "./people/list/list-file.js";
import type { ListFacts } from "./people/list-facts.js";
import { readStages } from "./stages.js";
import type { VariableValues } from "./substitute/variable-values.js";
import type { Bounds } from "./text/bounds.js";
import { type FileDiagnostic, fileFinding } from "./text/file-diagnostic.js";
import { createLocator, type Locate, type SourceLocation } from "./text/location.js";
import type { Source, Span } from "./text/source.js";
import { toDiagnostics } from "./text/to-diagnostics.js";
import type { WrittenFiles } from "./written.js";

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
  readonly locatePath: (path: readonly (string | number)[]) => SourceLocation | undefined;
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
  const { unread = [], ...rest } = options;
  const placeOf = createLocator();
  const placed = (span: Span | undefined): SourceLocation | undefined => span && placeOf(span);
  const isComplete = sources.length > 0 && unread.length === 0;
  const stages = readStages(sources, { values, isComplete, placeOf, ...rest });
  const { state, found, more, spanAt, spanAtPath, people, inputs, written } = stages;
  const text = sources.length === 0 && unread.length === 0 ? [noFile()] : unread;
  const diagnostics = toDiagnostics([text, ...found], placeOf, more);
  return {
    desired: hasErrors(diagnostics) ? null : state,
    diagnostics,
    sources,
    inputs,
    people,
    written,
    withTexts: (others) => parseConfig(others, values, options),
    locate: (address) => placed(spanAt(address)),
    locatePath: (path) => placed(spanAtPath(path, "key")),
  };
}

function noFile(): FileDiagnostic {
  return fileFinding("file-not-found", "No file was given", "Name a file or a folder of YAML files.");
}
