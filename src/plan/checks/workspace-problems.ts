import { workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";

/**
 * Returns the obstacle between the token and a workspace of the file: an error if nothing can be planned there, a
 * warning if something is not known, `undefined` if there is none.
 */
export function workspaceProblem(
  workspace: DesiredWorkspace,
  liveWorkspace: LiveWorkspace | undefined,
  scope: LiveState["token_scope"],
): Diagnostic | undefined {
  const { name, state } = workspace;
  const address = workspaceAddress(name);
  const isScoped = scope === "admin";
  if (liveWorkspace === undefined) {
    if (state === "absent")
      return isScoped
        ? finding("workspace-not-visible", MAYBE_ARCHIVED, "", { severity: "warning", address })
        : undefined;
    if (workspace.id !== undefined) {
      const detail = `The workspace with the id ${workspace.id} may be archived, of another organization, or out of the token's reach (see \`orgform whoami\`). Correct the \`id\`, or remove it: then orgform finds the workspace by its name.`;
      return invisible(address, `${name} is pinned to an id that no visible workspace has`, detail);
    }
    return isScoped ? invisible(address, `${name} is out of the token's reach`, OUT_OF_REACH) : undefined;
  }
  if (state === "absent") {
    if (!workspace.dropped && liveWorkspace.name !== name) {
      const summary = `${name} is to be archived, and its id is that of ${liveWorkspace.name}`;
      const detail = `Nobody can undo an archive. If you want to archive ${liveWorkspace.name}, use this name in the file. Otherwise correct the \`id\`, or remove it: then orgform finds the workspace by its name.`;
      return finding("absent-by-other-name", summary, detail, { address });
    }
    const detail = "Only an organization admin's token can archive a workspace.";
    return isScoped ? invisible(address, `This token cannot archive ${name}`, detail) : undefined;
  }
  const managed = contentsOf(workspace).of("workspace")[0]?.managed ?? {};
  const seen = contentsOf(liveWorkspace).of("workspace")[0]?.fields ?? {};
  const unseen = Object.keys(managed).find((field) => field !== "name" && (seen[field] ?? null) === null);
  return unseen === undefined ? undefined : finding("unsupported", notCompared(unseen), "", { address });
}

const MAYBE_ARCHIVED =
  "this token sees one workspace only, so it cannot tell whether this one is archived already";

const OUT_OF_REACH =
  "The token is scoped to one workspace, so it can neither see nor create this one. Use an organization admin's token, or take the workspace out of this file.";

const notCompared = (field: string): string =>
  `${field} cannot be observed with a token of one workspace, so it was not compared`;

/**
 * The errors about two entries of the file for one live workspace, by name and by pin: each would undo the
 * other's settings.
 */
export function workspacesOfTwoNames(
  managed: readonly {
    readonly workspace: DesiredWorkspace;
    readonly liveWorkspace: LiveWorkspace | undefined;
  }[],
): readonly Diagnostic[] {
  const first = new Map<LiveWorkspace, string>();
  return managed.flatMap(({ workspace, liveWorkspace }): Diagnostic[] => {
    if (liveWorkspace === undefined) return [];
    const other = first.get(liveWorkspace);
    if (other === undefined) {
      first.set(liveWorkspace, workspace.name);
      return [];
    }
    return [
      finding(
        "duplicate-workspace",
        `${other} and ${workspace.name} are the same workspace`,
        `Both mean the one with the id ${liveWorkspace.id}, by name or by \`id\`. Keep one of them.`,
        { address: workspaceAddress(workspace.name) },
      ),
    ];
  });
}

function invisible(address: string, summary: string, detail: string): Diagnostic {
  return finding("workspace-not-visible", summary, detail, { address });
}
