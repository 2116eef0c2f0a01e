import type { AccessState, NameIndex } from "../../access/values/access-state.js";
import { type Address, workspaceOf } from "../../model/address.js";
import type { Plan } from "../../model/plan/plan.js";
import type { DesiredState } from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { matchGroups } from "../diff/match-groups.js";
import { workspaceAtCreation } from "../diff/new-workspace.js";
import { liveWorkspaceOf } from "../input/inputs.js";
import { accessPlanOf } from "./access-plan.js";
import { type ArrivingAccess, arrivingAccessOf, newcomersOf } from "./arrivals.js";

/** One workspace's access as it is and as the plan leaves it, over the names of both. */
export interface WorkspaceAccess {
  readonly nameIndex: NameIndex;
  /** False for a workspace that the token does not see: nobody is in it now, whoever will be. */
  readonly exists: boolean;
  readonly live: AccessState;
  readonly planned: AccessState;
  /** The planned state with those who arrive. */
  readonly arriving: ArrivingAccess;
  /** Addresses of what the plan creates, and of what it deletes. */
  readonly created: ReadonlySet<Address>;
  readonly deleted: ReadonlySet<Address>;
}

/**
 * Access before and after a plan, for each workspace of the file that is not archived. It says as much as was read: a
 * caller that needs everybody's values must have had them read.
 */
export function accessOfWorkspaces(
  desired: Pick<DesiredState, "workspaces">,
  live: LiveState,
  plan: Pick<Plan, "resource_changes">,
): readonly WorkspaceAccess[] {
  return desired.workspaces.flatMap((workspace): WorkspaceAccess[] => {
    if (workspace.state === "absent") return [];
    const found = liveWorkspaceOf(live, workspace);
    const liveWorkspace = found ?? workspaceAtCreation(workspace.name, live);
    const match = matchGroups(workspace, liveWorkspace);
    const changes = plan.resource_changes.filter(
      ({ address, change }) => workspaceOf(address) === workspace.name && change.actions[0] !== "no-op",
    );
    const { nameIndex, before, after } = accessPlanOf(workspace.name, liveWorkspace, match, changes);
    const arriving = arrivingAccessOf({ nameIndex, after }, newcomersOf(workspace, liveWorkspace, changes));
    const doneBy = (action: string): ReadonlySet<Address> =>
      new Set(changes.filter(({ change }) => change.actions[0] === action).map(({ address }) => address));
    const [created, deleted] = [doneBy("create"), doneBy("delete")];
    const exists = found !== undefined;
    return [{ nameIndex, exists, live: before, planned: after, arriving, created, deleted }];
  });
}
