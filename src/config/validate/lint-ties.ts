import { fileAccessOf } from "../../access/values/file-access.js";
import { lintTies as tiesIn } from "../../access/values/lints.js";
import {
  type DesiredWorkspace,
  namesOfListed,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import type { FileDiagnostic } from "../text/file-diagnostic.js";

/**
 * Finds ties in the file alone, as plans do (`api.md`: which of the groups wins is undefined): an error where a tie gives
 * somebody two values, otherwise a warning where the file does not list who is in the groups.
 */
export function lintTiesInFile(workspaces: readonly DesiredWorkspace[]): FileDiagnostic[] {
  return workspaces.flatMap((workspace) => {
    if (workspace.state !== "present" || !sharesPrecedence(workspace)) return [];
    const { nameIndex, state } = fileAccessOf(workspace);
    const listed = namesOfListed(presentIn(workspace.groups));
    const declared = new Set(nameIndex.groups);
    return tiesIn({ nameIndex, state, before: state, declared, listed, isPart: false });
  });
}

/** Returns true if two groups have one precedence, without which there is no tie to look for. */
function sharesPrecedence({ groups }: PresentWorkspace): boolean {
  const given = presentIn(groups).flatMap(({ precedence }) => precedence ?? []);
  return new Set(given).size < given.length;
}
