import { type Data, entry, isDataList } from "../../text/data.js";
import { type FileDiagnostic, fileFinding } from "../../text/file-diagnostic.js";
import type { Source, Span } from "../../text/source.js";
import { quote } from "../../text/wording.js";

/** One file of a list of people as rows of cells. */
export interface ListFile {
  readonly source: Source;
  /** The columns' names, each once. */
  readonly columns: readonly string[];
  /** The rows' cells in the order of the columns. A row with more or fewer cells than columns was reported. */
  readonly records: readonly (readonly string[])[];
  /** True if the last line lacks the line end that the others have: the file may be cut off there. */
  readonly isCut: boolean;
  /** The place of a row's cell, or of the row; -1 is the header. Looked up on demand. */
  readonly spanOf: (record: number, column?: number) => Span;
}

/** The result of reading a file of a list: without `file` nothing of it can be used. */
export interface ListRead {
  readonly file?: ListFile;
  readonly findings: readonly FileDiagnostic[];
}

/** The bytes of a list, and the name to show of it. */
export interface ListBytes extends Pick<Source, "filename" | "isOutside"> {
  readonly bytes: Uint8Array;
}

/** Texts that exports of databases and spreadsheets have where there is no value. */
export const ABSENCES: ReadonlySet<string> = new Set(["NULL", "null", "None", "N/A", "#N/A", "\\N"]);

/** Gives the bytes of a list; a finding without a place says why it cannot. */
export type ListReader = (path: string) => ReadBytes;

/** A list's bytes, or why there are none. */
export type ReadBytes = ListBytes | { readonly problem: FileDiagnostic };

/** Reads one file of a list, whose delimiter may depend on the text. A finding that it cannot be read has no place. */
export type ListFiles = (path: string, delimiterOf: (text: string) => string) => ListRead;

/**
 * Returns true if a file may name a list, so that what reads lists has to be loaded: the key stands there, or may, written
 * with escapes.
 */
export function mayNameList({ text }: Source): boolean {
  return /people|\\/.test(text);
}

/** A larger list is refused unread. */
export const MAX_LIST_BYTES = 32 * 1024 * 1024;

/** The files of the list that a file names, as paths. */
export function listPaths(people: Data | undefined): readonly string[] {
  const files = entry(people, "file");
  const paths = isDataList(files) ? files : [files];
  return paths.filter((path): path is string => typeof path === "string" && path !== "");
}

/** The error for a list without people. */
export function noRows(summary: string, span: Span, more = ""): FileDiagnostic {
  const detail =
    "Used as it is, it would leave nobody in any group. Most likely the export failed: make it again.";
  return fileFinding("file-empty", summary, `${detail}${more}`, { span });
}

/** Finds no list at all. */
export const noLists: ListFiles = (path) => ({
  findings: [fileFinding("file-not-found", `There is no list ${quote(path)}`, "Check the path.")],
});
