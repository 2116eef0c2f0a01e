import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { errorCode } from "../../../util/error-code.js";
import { linkProblem } from "../../parse/links.js";
import { type FileDiagnostic, fileFinding } from "../../text/file-diagnostic.js";
import { askForFile } from "../../text/near-file.js";
import { quote } from "../../text/wording.js";
import { type ListFiles, type ListReader, MAX_LIST_BYTES } from "./list-file.js";
import { listsFrom } from "./read-list.js";

/** The places from which lists may be read. */
export interface ListPlaces {
  /** The files and folders that somebody named: lists below their folders, and in the repositories of these, are read. */
  readonly named: readonly string[];
  /** Lists anywhere else are read, too; no message shows a line of them. */
  readonly allowOutside?: boolean | undefined;
}

/**
 * The lists at their paths. A failure is a finding; a file beyond {@link MAX_LIST_BYTES} is not opened. The
 * author of a proposed change chooses the path, and messages quote lines of a list, so other files of the
 * machine are not read.
 */
export function loadLists(places: ListPlaces): ListFiles {
  return listsFrom(listReader(places));
}

/** Reads one list for {@link loadLists}. */
export function listReader({ named, allowOutside = false }: ListPlaces): ListReader {
  return (path) => {
    const hidden = hiddenPart(path);
    if (hidden !== undefined) return { problem: isHidden(path, hidden) };
    try {
      const link = linkProblem(path);
      if (link !== undefined) return { problem: link };
      const stats = statSync(path);
      if (!stats.isFile()) return { problem: noFile(path) };
      const isOutside = isOutsideOf(named, path);
      if (isOutside && !allowOutside) return { problem: outsideList(path) };
      if (stats.size > MAX_LIST_BYTES) return { problem: listTooLarge() };
      return { filename: path, bytes: readFileSync(path), ...(isOutside && { isOutside }) };
    } catch (cause) {
      const code = errorCode(cause) || String(cause);
      if (code === "ENOENT" || code === "ENOTDIR") return { problem: noList(path, askForFile(path)) };
      return {
        problem: fileFinding(
          "file-not-found",
          `The list ${quote(path)} cannot be read`,
          `The system says ${code}.`,
        ),
      };
    }
  };
}

/** Returns true if a file is neither below the folder of one of the files and folders that are named, nor in its repository. */
function isOutsideOf(named: readonly string[], path: string): boolean {
  // A link to a file that leads out of its folder is not followed.
  const folder = realpathSync(dirname(path));
  return !named.flatMap(foldersOf).some((root) => isBelow(root, folder));
}

/** The folder that is named, or that holds the file that is named; and the repository around it. */
function foldersOf(named: string): readonly string[] {
  if (!existsSync(named)) return [];
  const isFolder = statSync(named).isDirectory();
  const folder = realpathSync(isFolder ? named : dirname(named));
  return [folder, ...repositoryOf(folder)];
}

function repositoryOf(folder: string): readonly string[] {
  if (existsSync(join(folder, ".git"))) return [folder];
  const above = dirname(folder);
  return above === folder ? [] : repositoryOf(above);
}

function isBelow(folder: string, path: string): boolean {
  const inside = relative(folder, path);
  return inside !== ".." && !inside.startsWith(`..${sep}`) && !isAbsolute(inside);
}

function outsideList(path: string): FileDiagnostic {
  const detail =
    "The author of a change chooses this path, and messages show lines of a list. So orgform reads lists only below the folder of the file, or in its repository. Put the list there, name it with -f as well, or allow it with --allow outside.";
  return fileFinding(
    "list-outside",
    `The list ${quote(path)} is outside the file's folder and repository`,
    detail,
  );
}

export function noList(path: string, question = ""): FileDiagnostic {
  const detail = `${question}The path is relative to the file that names it. Without the list orgform changes nothing, because groups would become empty.`;
  return fileFinding("file-not-found", `There is no list ${quote(path)}`, detail);
}

/** The error for a list beyond {@link MAX_LIST_BYTES}. */
export function listTooLarge(): FileDiagnostic {
  const most = `${MAX_LIST_BYTES / 1024 / 1024} MiB`;
  const detail = `orgform reads lists of up to ${most}. Leave out columns and people that no workspace needs.`;
  return fileFinding("file-too-large", `The list is larger than ${most}`, detail);
}

function noFile(path: string): FileDiagnostic {
  return fileFinding(
    "file-not-found",
    `${quote(path)} is not a file`,
    "A list is a file. Several files can be named.",
  );
}

/** The part of a path below which secrets may be: a finding must not quote them to somebody who proposes a change. */
function hiddenPart(path: string): string | undefined {
  return path.split(/[/\\]/).find((part) => part.startsWith(".") && part !== "." && part !== "..");
}

function isHidden(path: string, part: string): FileDiagnostic {
  const detail = `Names that start with a dot are left out. Put the list beside the file${isAbsolute(path) ? ", and name it relative to it" : ""}.`;
  return fileFinding("file-not-found", `${quote(path)} leads below ${quote(part)}`, detail);
}
