import { ORGANIZATION_ADMIN } from "../../access/values/roles.js";
import { emptyView, viewOfState } from "../../access/view.js";
import { type Address, attributeAddress } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { Moments, Person } from "../../model/plan/view.js";
import { type DesiredWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import { type GroupMatch, matchGroups } from "../diff/match-groups.js";
import { workspaceAtCreation } from "../diff/new-workspace.js";
import { liveWorkspaceOf } from "../input/inputs.js";
import { type AccessPlan, accessPlanOf } from "./access-plan.js";
import { type ArrivingAccess, arrivingAccessOf, newcomersOf } from "./arrivals.js";
import { listedIn } from "./not-listed.js";
import { awaitedAdmins, type BothSides, organizationAdminsOf, unlimitedRolesAt } from "./roles.js";

/** The views of one workspace around its changes: `arriving` is the end of the plan with those in it who arrive. */
export function momentsOf(
  { workspace, liveWorkspace, start: found, roles }: BothSides,
  { changes, nameIndex, before, unread }: AccessPlan,
  arriving: ArrivingAccess,
): Moments {
  const { name } = workspace;
  const done = (action: "create" | "delete"): ReadonlySet<Address> =>
    new Set(changes.flatMap(({ address, change }) => (change.actions[0] === action ? [address] : [])));
  const attributesWithout = (missing: ReadonlySet<Address>): readonly string[] =>
    nameIndex.attributes.filter((attribute) => !missing.has(attributeAddress(name, attribute)));
  const known = knownPeople(workspace, found, arriving);
  const { unlimited: unlimitedRoles, admins } = roles;
  const [now, then] = [known(admins.members), known(new Set([...admins.members, ...admins.arriving.keys()]))];
  const start = viewOfState({
    nameIndex,
    state: before,
    attributes: attributesWithout(done("create")),
    unread,
    known: now,
    unlimitedRoles,
  });
  const end = {
    nameIndex: arriving.nameIndex,
    attributes: attributesWithout(done("delete")),
    unread,
    known: then,
    unlimitedRoles,
  };
  return {
    workspace: name,
    exists: liveWorkspace !== undefined,
    start,
    live: liveWorkspace === undefined ? emptyView(name) : start,
    accepted: viewOfState({ ...end, state: arriving.accepted }),
    planned: viewOfState({ ...end, state: arriving.state }),
  };
}

/** The views of one workspace around its changes, with everybody who arrives. */
export function momentsAround(
  sides: BothSides,
  match: GroupMatch | undefined,
  changes: readonly ResourceChange[],
): Moments {
  const plan = accessPlanOf(sides.workspace.name, sides.start, match, changes);
  return momentsOf(sides, plan, arrivingAccessOf(plan, newcomersOf(sides, changes)));
}

/** The views of workspaces as they are, from the parts that were read: nothing is planned. */
export function momentsNow(workspaces: readonly DesiredWorkspace[], live: LiveState): readonly Moments[] {
  const awaited = workspaces.flatMap((one) => awaitedAdmins(one, liveWorkspaceOf(live, one)));
  const admins = organizationAdminsOf(live, [], awaited);
  return presentIn(workspaces).map((workspace) => {
    const liveWorkspace = liveWorkspaceOf(live, workspace);
    const start = liveWorkspace ?? workspaceAtCreation(workspace.name, live);
    const roles = { unlimited: unlimitedRolesAt(workspace), admins };
    return momentsAround({ workspace, liveWorkspace, start, roles }, matchGroups(workspace, start), []);
  });
}

/**
 * The facts about a person in the roster, the invites and the file; `admins` hold their role in every
 * workspace.
 */
function knownPeople(
  workspace: DesiredWorkspace,
  found: LiveWorkspace | undefined,
  { newcomers }: ArrivingAccess,
): (
  admins: ReadonlySet<string>,
) => (member: string) => Pick<Person, "id" | "role" | "everywhere" | "presence" | "listed"> {
  const roster = new Map(found?.members?.map((one) => [one.email, one]));
  const arriving = new Map(newcomers.map((newcomer) => [newcomer.email, newcomer]));
  const isListed = listedIn(workspace);
  return (admins) => (member) => {
    const newcomer = arriving.get(member);
    const known = roster.get(member);
    const role = known?.role ?? newcomer?.role ?? null;
    return {
      ...(known && { id: known.id }),
      role,
      ...(admins.has(member) && role !== ORGANIZATION_ADMIN && { everywhere: ORGANIZATION_ADMIN }),
      presence: newcomer?.invite ?? "member",
      ...(isListed && { listed: isListed(member) }),
    };
  };
}
