import { isAbsolute } from "node:path";
import { errorCode } from "../../../util/error-code.js";
import { linkProblem } from "../../parse/links.js";
import { error, type FileDiagnostic } from "../../validate/file-diagnostic.js";
import { quote } from "../../validate/wording.js";
import { type ListFiles, type ListReader, MAX_LIST_BYTES } from "./list-file.js";
import { listsFrom } from "./read-list.js";

const { readFileSync, statSync } = process.getBuiltinModule("node:fs");

/** Reads a list from its path. A failure is a finding; a file beyond {@link MAX_LIST_BYTES} is not opened. */
export const loadList: ListReader = (path) => {
  const hidden = hiddenPart(path);
  if (hidden !== undefined) return { problem: isHidden(path, hidden) };
  try {
    const link = linkProblem(path);
    if (link !== undefined) return { problem: link };
    const stats = statSync(path);
    if (!stats.isFile()) return { problem: noFile(path) };
    if (stats.size > MAX_LIST_BYTES) return { problem: listTooLarge() };
    return { filename: path, bytes: readFileSync(path) };
  } catch (cause) {
    const code = errorCode(cause) || String(cause);
    if (code === "ENOENT" || code === "ENOTDIR") return { problem: noList(path) };
    return {
      problem: error("file-not-found", `The list ${quote(path)} cannot be read`, `The system says ${code}.`),
    };
  }
};

/** The lists at their paths. */
export const loadLists = (): ListFiles => listsFrom(loadList);

/** Says that there is no list of this name. */
export function noList(path: string): FileDiagnostic {
  const detail =
    "The name is relative to the file that names it. Without its list orgform changes nothing: it would empty groups.";
  return error("file-not-found", `There is no list ${quote(path)}`, detail);
}

/** Says that a list is beyond {@link MAX_LIST_BYTES}. */
export function listTooLarge(): FileDiagnostic {
  const most = `${MAX_LIST_BYTES / 1024 / 1024} MiB`;
  const detail = `orgform reads lists of up to ${most}. Leave out columns and people that no workspace needs.`;
  return error("file-too-large", `The list is larger than ${most}`, detail);
}

function noFile(path: string): FileDiagnostic {
  return error(
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
  return error("file-not-found", `${quote(path)} leads below ${quote(part)}`, detail);
}
