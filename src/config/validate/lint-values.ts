import { fileAccessOf } from "../../access/values/file-access.js";
import { lintTies as tiesIn } from "../../access/values/lints.js";
import { isOpen } from "../../access/values/value-meaning.js";
import { ALL_USERS, groupAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { contentsOf } from "../../model/state/contents.js";
import { type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import { count, plural } from "../../util/english.js";
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
 * A warning of the groups to which the file gives no precedence, all in one: only the service tells which of them exist,
 * and those that do keep theirs. A group with values that `precedence_order` leaves out has a finding of its own.
 */
export function lintUnranked(workspaces: readonly DesiredWorkspace[]): readonly Diagnostic[] {
  const unranked = presentIn(workspaces).flatMap((workspace) => {
    const { of, heldBy } = contentsOf(workspace);
    const { precedence_order: order } = workspace;
    return of("group").filter(
      ({ name, state, managed }) =>
        state === "present" &&
        managed.precedence === undefined &&
        order?.includes(name) !== true &&
        (order === undefined || heldBy("group_value", name).length === 0),
    );
  });
  const [first] = unranked;
  if (first === undefined) return [];
  const names = quoteAll([...new Set(unranked.map(({ name }) => name))]);
  const summary = `${count(unranked.length, "group has", "groups have")} no precedence, which a new group needs: ${names}`;
  const detail =
    "Without it they are not created. Give each a `precedence` (an integer above 0), or list them in `precedence_order`. Groups that exist keep theirs.";
  return [finding("missing-precedence", summary, detail, { severity: "warning", address: first.address })];
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
