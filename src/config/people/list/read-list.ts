import { isUtf8 } from "node:buffer";
import { count } from "../../../util/english.js";
import { BOUNDS } from "../../text/bounds.js";
import { controlOffset } from "../../text/escaped-text.js";
import { type FileDiagnostic, fileFinding } from "../../text/file-diagnostic.js";
import { otherForm } from "../../text/file-form.js";
import type { Source } from "../../text/source.js";
import { quote } from "../../text/wording.js";
import { readCsv } from "./csv-list.js";
import { CSV_ADVICE } from "./csv-shape.js";
import {
  type ListBytes,
  type ListFiles,
  type ListRead,
  type ListReader,
  noRows,
  type ReadBytes,
} from "./list-file.js";

/** Reads one file of a list, whose delimiter may depend on the text. A finding that it cannot be read has no place. */
export function readList(
  path: string,
  reader: ListReader,
  delimiterOf: (text: string) => string,
  bounds = BOUNDS,
): ListRead {
  if (!/\.csv$/i.test(path)) return { findings: [notCsv(path)] };
  const bytes = reader(path);
  if ("problem" in bytes) return { findings: [bytes.problem] };
  const source = readListText(bytes);
  if ("code" in source) return { findings: [source] };
  return readCsv(source, delimiterOf(source.text), bounds);
}

/** The lists of a reader, each read from it once. */
export function listsFrom(reader: ListReader, bounds = BOUNDS): ListFiles {
  const known = new Map<string, ReadBytes>();
  const once: ListReader = (path) => {
    const bytes = known.get(path) ?? reader(path);
    known.set(path, bytes);
    return bytes;
  };
  return (path, delimiterOf) => readList(path, once, delimiterOf, bounds);
}

/** The error for a list by whose name it is no csv: it is not opened. */
function notCsv(path: string): FileDiagnostic {
  const isSheet = /\.(?:xls[xmb]?|ods|numbers)$/i.test(path);
  const advice = isSheet
    ? "This is a workbook of a spreadsheet. Save the sheet as CSV UTF-8, and name that file."
    : CSV_ADVICE;
  const detail = `A list is a .csv file with a header line. ${advice}`;
  return fileFinding("invalid-value", `The list ${quote(path)} is not CSV`, detail);
}

const LINE_FEED = 10;
const REPLACEMENT = "\uFFFD";

/** The bytes of a list as text, without the mark that some programs put before UTF-8; or why it is not one. */
function readListText({ bytes, ...named }: ListBytes): Source | FileDiagnostic {
  const form = otherForm(bytes);
  if (form !== undefined)
    return fileFinding("list-damaged", `The list is ${form.what}`, form.advice, {
      span: { source: { ...named, text: "" }, start: 0, end: 0 },
    });
  if (!isUtf8(bytes)) return notUtf8(named.filename, bytes);
  const source = { ...named, text: new TextDecoder().decode(bytes) };
  if (source.text.trim() === "") return noRows("The list is empty", { source, start: 0, end: 0 });
  const mark = source.text.search(/^(?:<{7}|>{7}) /m);
  if (mark >= 0) return unmerged(source, mark);
  const control = controlOffset(source.text);
  if (control < 0) return source;
  const detail = "A list is text, with no other control characters than tabs and line breaks.";
  return fileFinding("list-damaged", "There is a control character here", detail, {
    span: { source, start: control, end: control + 1 },
    // A file that holds one may be something else than a list.
    isConfidential: true,
  });
}

function unmerged(source: Source, mark: number): FileDiagnostic {
  const detail = "Two versions of the list stand below each other. Finish the merge, and delete its marks.";
  const span = { source, start: mark, end: mark + 7 };
  return fileFinding("list-damaged", "A merge is not finished here", detail, { span });
}

/** Names the first byte that is not UTF-8, and how many lines hold one. */
function notUtf8(filename: string, bytes: Uint8Array): FileDiagnostic {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
  const mark = text.startsWith("\uFEFF") ? 1 : 0;
  const offset = firstReplaced(text, bytes) - mark;
  const damaged = linesOf(bytes).filter((line) => !isUtf8(line)).length;
  const detail = `${count(damaged, "line holds", "lines hold")} such bytes. Save the list in UTF-8: in other encodings letters of names and values would become others.`;
  return fileFinding("list-damaged", "A byte here is not UTF-8", detail, {
    span: { source: { filename, text: text.slice(mark) }, start: offset, end: offset + 1 },
    isConfidential: true,
  });
}

/** The place of the first replacement character that stands for other bytes. */
function firstReplaced(text: string, bytes: Uint8Array): number {
  let at = 0;
  let from = 0;
  for (;;) {
    const found = text.indexOf(REPLACEMENT, from);
    if (found < 0) return text.length;
    at += Buffer.byteLength(text.slice(from, found));
    if (!Buffer.from(REPLACEMENT).equals(bytes.subarray(at, at + 3))) return found;
    at += 3;
    from = found + 1;
  }
}

function linesOf(bytes: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LINE_FEED, start) + 1 || bytes.length;
    lines.push(bytes.subarray(start, end));
    start = end;
  }
  return lines;
}
