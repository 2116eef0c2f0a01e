import type { LiveState } from "../../model/state/live-state.js";
import type { Scope, Snapshot } from "../../model/state/snapshot.js";

/** The workspaces that were read, sorted, and whether the organization has no others. */
export const scopeOf = ({
  token_scope,
  workspaces,
  unmanaged_workspaces,
}: Pick<LiveState, "token_scope" | "workspaces" | "unmanaged_workspaces">): Scope => ({
  workspaces: workspaces.map(({ name }) => name).sort(),
  // A token of one workspace does not tell whether there are others.
  whole: token_scope === "organization-admin" && unmanaged_workspaces.length === 0,
});

/** The scope of a snapshot; one that does not say it tells by its token and by the workspaces that it leaves out. */
export const scopeOfSnapshot = ({ scope, token_scope, workspaces, other_workspaces }: Snapshot): Scope =>
  scope ?? {
    workspaces: workspaces.map(({ name }) => name).sort(),
    whole: token_scope === "organization-admin" && other_workspaces.length === 0,
  };
