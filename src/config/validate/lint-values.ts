import { fileAccessOf } from "../../access/values/file-access.js";
import { lintTies as tiesIn } from "../../access/values/lints.js";
import { isOpen } from "../../access/values/value-meaning.js";
import { ALL_USERS } from "../../model/address.js";
import { contentsOf } from "../../model/state/contents.js";
import { type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import { plural } from "../../util/count.js";
import { type FileDiagnostic, warning } from "../text/file-diagnostic.js";
import { quote, quoteAll } from "../text/wording.js";
import { lintLookAlikes } from "./look-alikes.js";
import { lintNearMembers } from "./near-members.js";

/** The findings on a desired state as a whole that need no live state. */
export function lintState(workspaces: readonly DesiredWorkspace[]): readonly FileDiagnostic[] {
  return [lintTiesInFile, lintLookAlikes, lintNearMembers, lintDenials].flatMap((lint) => lint(workspaces));
}

/**
 * Finds ties in the file alone, as plans do (API docs: which of the groups wins is undefined): an error where a tie gives
 * somebody two values, otherwise a warning where the file does not list who is in the groups.
 */
function lintTiesInFile(workspaces: readonly DesiredWorkspace[]): FileDiagnostic[] {
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
  const values = contentsOf(workspace)
    .of("group")
    .flatMap(({ managed: { precedence } }) => precedence ?? []);
  return new Set(values).size < values.length;
}

/**
 * Warnings of values of All Users that `deny` of their attribute does not name: one of the two is misspelt, or people
 * to whom no other group gives a value see what that value grants. A value that hides nothing has a finding of its own.
 */
function lintDenials(workspaces: readonly DesiredWorkspace[]): readonly FileDiagnostic[] {
  return presentIn(workspaces).flatMap((workspace) => {
    const { of, heldBy } = contentsOf(workspace);
    const denials = new Map(of("attribute").map(({ name, deny = [] }) => [name, deny]));
    return heldBy("group_value", ALL_USERS).flatMap(({ name, address, managed }) => {
      const deny = denials.get(name) ?? [];
      const value = String(managed.value);
      if (deny.length === 0 || deny.includes(value) || isOpen(value)) return [];
      const summary = `All Users has ${quote(value)} for ${quote(name)}, which \`deny\` does not name`;
      const detail = `Only ${quoteAll(deny)} ${plural(deny.length, "allows", "allow")} nothing, by \`deny\`. Write the same text in both places. If ${quote(value)} allows nothing either, add it to \`deny\`.`;
      return [warning("deny-differs", summary, detail, { address })];
    });
  });
}
