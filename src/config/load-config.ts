import { existsSync, statSync } from "node:fs";
import { basename, resolve, sep } from "node:path";
import type { Diagnostic } from "../model/diagnostic.js";
import { errorCode } from "../util/error-code.js";
import { type Config, parseConfig } from "./config.js";
import { linkProblem } from "./parse/links.js";
import { listFolder } from "./parse/list-folder.js";
import { tooLarge } from "./parse/parse-source.js";
import { readBounded } from "./parse/read-bounded.js";
import { type ListFiles, mayNameList, noLists } from "./people/list/list-file.js";
import type { ListPlaces } from "./people/list/load-list.js";
import type { VariableValues } from "./substitute/variables.js";
import { type FileDiagnostic, fileFinding } from "./text/file-diagnostic.js";
import { otherForm } from "./text/file-form.js";
import { createLocator } from "./text/location.js";
import { askForFile, filesBeside } from "./text/near-file.js";
import { MAX_FILE_BYTES, type Source } from "./text/source.js";
import { toDiagnostics } from "./text/to-diagnostics.js";
import { quote } from "./text/wording.js";

/**
 * Reads files and folders into a desired state. A folder stands for every `*.yaml` and `*.yml` in it and its folders,
 * sorted by path; names that start with a dot are left out. A file that is named twice is read once. What cannot be
 * read is a diagnostic, never passed over; a file beyond {@link MAX_FILE_BYTES} is not opened.
 */
export async function loadConfig(
  paths: readonly string[],
  values: VariableValues = {},
  { allowOutside }: LoadOptions = {},
): Promise<Config> {
  const { sources, unread } = await readSources(paths);
  const lists = await listsFor(sources, { named: paths, allowOutside });
  return parseConfig(sources, values, { unread, lists });
}

/** The lists that {@link loadConfig} may read in addition to the files. */
export type LoadOptions = Pick<ListPlaces, "allowOutside">;

/** Most files name no list of people: what reads lists is loaded for those that may. */
async function listsFor(sources: readonly Source[], places: ListPlaces): Promise<ListFiles> {
  if (!sources.some(mayNameList)) return noLists;
  const { loadLists } = await import("./people/list/load-list.js");
  return loadLists(places);
}

/** The files' own text, for what is about nothing else; see {@link loadConfig} for which files these are. */
export async function loadSources(
  paths: readonly string[],
): Promise<{ readonly sources: readonly Source[]; readonly diagnostics: readonly Diagnostic[] }> {
  const { sources, unread } = await readSources(paths);
  return { sources, diagnostics: toDiagnostics([unread], createLocator()) };
}

async function readSources(
  paths: readonly string[],
): Promise<{ readonly sources: readonly Source[]; readonly unread: readonly FileDiagnostic[] }> {
  const unread: FileDiagnostic[] = [];
  const files = new Map<string, string>();
  for (const path of paths) {
    for (const file of listFiles(path, unread)) {
      if (!files.has(resolve(file))) files.set(resolve(file), file);
    }
  }
  const read = await Promise.all([...files.values()].map(readSource));
  return {
    sources: read.filter((r): r is Source => "text" in r),
    unread: [...unread, ...read.filter((r): r is FileDiagnostic => "code" in r)],
  };
}

function listFiles(path: string, unread: FileDiagnostic[]): readonly string[] {
  try {
    const link = linkProblem(path);
    if (link !== undefined) {
      unread.push(link);
      return [];
    }
    if (!statSync(path).isDirectory()) return [path];
    const found = listFolder(path, (finding) => unread.push(finding));
    if (found.length > 0) return found;
    const detail = "A folder's files are those whose names end in .yaml or .yml and do not start with a dot.";
    unread.push(fileFinding("file-not-found", `The folder ${quote(path)} holds no YAML files`, detail));
  } catch (cause) {
    unread.push(unreadable(path, cause));
  }
  return [];
}

async function readSource(filename: string): Promise<Source | FileDiagnostic> {
  try {
    const bytes = await readBounded(filename);
    if (bytes === undefined) return tooLarge({ filename, text: "" });
    const form = otherForm(bytes);
    if (form !== undefined)
      return fileFinding("yaml-syntax", `${quote(filename)} is ${form.what}`, form.advice);
    return { filename, text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch (cause) {
    return unreadable(filename, cause);
  }
}

/** The advice for a file that is not here: the folder above that has it, or the command that writes one. */
function absentAdvice(path: string): string {
  const depth = process.cwd().split(sep).length - 1;
  const above = Array.from({ length: depth }, (_, i) => "../".repeat(i + 1) + path);
  const found = basename(path) === path ? above.find((one) => existsSync(one)) : undefined;
  if (found === undefined)
    return askForFile(path) + (filesBeside(path) ?? "`orgform init` writes a first one.");
  return `There is one at ${quote(found)}: change to its folder, or name it with -f.`;
}

function unreadable(path: string, cause: unknown): FileDiagnostic {
  const code = errorCode(cause);
  switch (code) {
    case "ENOENT":
      return /[/\\]$/.test(path)
        ? fileFinding("file-not-found", `There is no folder ${quote(path)}`, "Check the path.")
        : fileFinding("file-not-found", `There is no file ${quote(path)}`, absentAdvice(path));
    case "ERR_ENCODING_INVALID_ENCODED_DATA":
      return fileFinding("yaml-syntax", `${quote(path)} is not UTF-8`, "Save the file in UTF-8.");
    default:
      return fileFinding(
        "file-not-found",
        `${quote(path)} cannot be read`,
        `The system says ${code || String(cause)}.`,
      );
  }
}
