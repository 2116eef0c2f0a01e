import type { Diagnostic } from "../model/diagnostic.js";
import type { DesiredState } from "../model/state/desired-state.js";
import type { LiveState } from "../model/state/live-state.js";
import { workspaceProblem } from "../plan/checks/workspace-problems.js";
import { isSame } from "../plan/input/inputs.js";
import { duplicateWorkspaces } from "./duplicates.js";
import { wrongOrganization } from "./read-live-state.js";
import type { TokenReach } from "./visible-workspaces.js";

/**
 * The things that a token cannot do for a file, before anything is planned: a plan would stop at the errors, and pass over
 * the warnings. Workspaces are matched as a plan does it, by pin or by name.
 */
export function tokenProblems(
  desired: DesiredState,
  token: TokenReach & Pick<LiveState, "organization">,
): readonly Diagnostic[] {
  if (token.organization.id !== desired.organization.id)
    return [wrongOrganization(token, desired.organization.id)];
  const unpinned = new Set(desired.workspaces.flatMap(({ id, name }) => (id === undefined ? [name] : [])));
  const duplicates = duplicateWorkspaces(token.workspaces.filter(({ name }) => unpinned.has(name)));
  const problems = desired.workspaces.flatMap((workspace) => {
    const visibleWorkspace = token.workspaces.find((visible) => isSame(workspace, visible));
    return workspaceProblem(workspace, visibleWorkspace, token) ?? [];
  });
  return [...duplicates, ...problems];
}
