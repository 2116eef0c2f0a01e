import { fileAccessOf } from "../../access/values/file-access.js";
import { lintTies as tiesIn } from "../../access/values/lints.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { FileDiagnostic } from "../text/file-diagnostic.js";

/**
 * Finds ties in the file alone, as plans do (API docs: which of the groups wins is undefined): an error where a tie gives
 * somebody two values, otherwise a warning where the file does not list who is in the groups.
 */
export function lintTiesInFile(workspaces: readonly DesiredWorkspace[]): FileDiagnostic[] {
  return workspaces.flatMap((workspace) => {
    if (workspace.state !== "present" || !sharesPrecedence(workspace)) return [];
    const { nameIndex, state } = fileAccessOf(workspace);
    const { gives } = contentsOf(workspace);
    const listed = new Set(nameIndex.groups.filter((group) => gives("group_membership", group)));
    const declared = new Set(nameIndex.groups);
    return tiesIn({ nameIndex, state, before: state, declared, listed, isPart: false });
  });
}

/** Returns true if two groups have one precedence, without which there is no tie to look for. */
function sharesPrecedence(workspace: DesiredWorkspace): boolean {
  const given = contentsOf(workspace)
    .of("group")
    .flatMap(({ managed: { precedence } }) => precedence ?? []);
  return new Set(given).size < given.length;
}
