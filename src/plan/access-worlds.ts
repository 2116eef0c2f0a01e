import type { AccessState, Universe } from "../access/world.js";
import { type Address, workspaceOf } from "../model/address.js";
import type { DesiredState } from "../model/desired-state.js";
import type { LiveState } from "../model/live-state.js";
import type { Plan } from "../model/plan.js";
import { accessPlanOf } from "./access-plan.js";
import { type ArrivingWorld, arrivingWorld, newcomersOf } from "./arrivals.js";
import { foundedWorkspace } from "./founded.js";
import { liveWorkspaceOf } from "./inputs.js";
import { matchGroups } from "./match-groups.js";

/** One workspace's access as it is and as the plan leaves it, over the names of both. */
export interface AccessWorld {
  readonly universe: Universe;
  readonly live: AccessState;
  readonly planned: AccessState;
  /** The planned state with those who arrive. */
  readonly arriving: ArrivingWorld;
  /** What does not live yet, and what will not any more. */
  readonly created: ReadonlySet<Address>;
  readonly deleted: ReadonlySet<Address>;
}

/**
 * Access before and after a plan, a world for each workspace of the file that is to be there. It says as much as was
 * read: whoever needs everybody's values must have asked for them.
 */
export function accessWorldsOf(
  desired: DesiredState,
  live: LiveState,
  plan: Pick<Plan, "resource_changes">,
): readonly AccessWorld[] {
  return desired.workspaces.flatMap((workspace): AccessWorld[] => {
    if (workspace.state === "absent") return [];
    const found = liveWorkspaceOf(live, workspace) ?? foundedWorkspace(workspace.name, live);
    const match = matchGroups(workspace, found);
    const changes = plan.resource_changes.filter(
      ({ address, change }) => workspaceOf(address) === workspace.name && change.actions[0] !== "no-op",
    );
    const { universe, before, after } = accessPlanOf(workspace.name, found, match, changes);
    const arriving = arrivingWorld({ universe, after }, newcomersOf(workspace, found, changes));
    const doneBy = (action: string): ReadonlySet<Address> =>
      new Set(changes.filter(({ change }) => change.actions[0] === action).map(({ address }) => address));
    const [created, deleted] = [doneBy("create"), doneBy("delete")];
    return [{ universe, live: before, planned: after, arriving, created, deleted }];
  });
}
