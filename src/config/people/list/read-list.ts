import { BOUNDS } from "../../text/bounds.js";
import { readCsv } from "./csv-list.js";
import {
  hasDelimiters,
  type ListFiles,
  type ListRead,
  type ListReader,
  type ReadBytes,
} from "./list-file.js";
import { readListText } from "./list-text.js";
import { readMappings } from "./mapping-list.js";

/**
 * Reads one file of a list by the ending of its name: a list of mappings in YAML or JSON, or else a csv, whose delimiter
 * may depend on the text. A finding that the file cannot be read has no place.
 */
export function readList(
  path: string,
  reader: ListReader,
  delimiterOf: (text: string) => string,
  bounds = BOUNDS,
): ListRead {
  const bytes = reader(path);
  if ("problem" in bytes) return { findings: [bytes.problem] };
  const source = readListText(bytes);
  if ("code" in source) return { findings: [source] };
  return hasDelimiters(path)
    ? readCsv(source, delimiterOf(source.text), bounds)
    : readMappings(source, bounds);
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
