import { fileAccessOf } from "../../access/values/file-access.js";
import { lintTies as tiesIn } from "../../access/values/lints.js";
import { isOpen } from "../../access/values/value-meaning.js";
import { ALL_USERS, groupAddress } from "../../model/address.js";
import { contentsOf } from "../../model/state/contents.js";
import { type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import { plural } from "../../util/english.js";
import { type FileDiagnostic, fileFinding } from "../text/file-diagnostic.js";
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
    return tiesIn({ nameIndex, state, before: state, declared, listed });
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
 * Warnings of values of All Users that `deny` of their attribute does not name, and of none where the file lists all: one
 * of the two is a slip, or people to whom no other group gives a value see what that value grants, or everything. A value
 * that hides nothing has a finding of its own.
 */
function lintDenials(workspaces: readonly DesiredWorkspace[]): readonly FileDiagnostic[] {
  return presentIn(workspaces).flatMap((workspace) => {
    const { of, gives, heldBy } = contentsOf(workspace);
    if (!gives("group_value", ALL_USERS)) return [];
    const values = new Map(heldBy("group_value", ALL_USERS).map((one) => [one.name, one]));
    return of("attribute").flatMap(({ name, deny = [] }) => {
      if (deny.length === 0) return [];
      const given = values.get(name);
      const value = given && String(given.managed.value);
      if (value === undefined) {
        const summary = `All Users has no value for ${quote(name)}, which has \`deny\``;
        const detail = `Whoever gets no value elsewhere sees everything. Give All Users the value that allows nothing: \`${name}: ${deny[0]}\`.`;
        return [
          fileFinding("deny-differs", summary, detail, { address: groupAddress(workspace.name, ALL_USERS) }),
        ];
      }
      if (deny.includes(value) || isOpen(value)) return [];
      const summary = `All Users has ${quote(value)} for ${quote(name)}, which \`deny\` does not name`;
      const detail = `Only ${quoteAll(deny)} ${plural(deny.length, "allows", "allow")} nothing, by \`deny\`. Write the same text in both places. If ${quote(value)} allows nothing either, add it to \`deny\`.`;
      return [fileFinding("deny-differs", summary, detail, { address: given?.address })];
    });
  });
}
