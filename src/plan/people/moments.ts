import type { IndexedState } from "../../access/values/access-state.js";
import { ORGANIZATION_ADMIN } from "../../access/values/roles.js";
import { emptyView, type KnownPerson, viewOfState } from "../../access/view.js";
import { type Address, attributeAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { Moments, View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import {
  type DesiredState,
  type DesiredWorkspace,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import { type LiveState, type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import { byKey } from "../../util/collections.js";
import { diffWorkspace, type WorkspaceDiff } from "../diff/diff-workspace.js";
import { type GroupMatch, matchGroups } from "../diff/match-groups.js";
import { workspaceAtCreation } from "../diff/new-workspace.js";
import { liveWorkspaceOf } from "../input/inputs.js";
import { type AccessPlan, accessPlanOf } from "./access-plan.js";
import { type Arriving, arrivingIn, withArriving } from "./arriving.js";
import { type BothSides, organizationAdminsOf, unlimitedRolesAt, unlimitedRolesIn } from "./known-roles.js";
import { listedIn } from "./not-listed.js";

/** The views of one workspace around its changes, and the end of the plan by index, with everybody in them who arrives. */
export function momentsOf(sides: BothSides, plan: AccessPlan): IndexedState & { readonly moments: Moments } {
  const { workspace, liveWorkspace, start: found, roles } = sides;
  const { changes, nameIndex, before, unread } = plan;
  const { name } = workspace;
  const arriving = arrivingIn(sides, changes);
  const arrived = withArriving(plan, arriving);
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
    nameIndex: arrived.nameIndex,
    attributes: attributesWithout(done("delete")),
    unread,
    known: then,
    unlimitedRoles,
  };
  const moments = {
    workspace: name,
    exists: liveWorkspace !== undefined,
    start,
    live: liveWorkspace === undefined ? emptyView(name) : start,
    unplanned: viewOfState({ ...end, state: arrived.unplanned }),
    accepted: viewOfState({ ...end, state: arrived.accepted }),
    planned: viewOfState({ ...end, state: arrived.planned }),
  };
  return { moments, nameIndex: arrived.nameIndex, state: arrived.planned };
}

/** The views of one workspace around its changes, with everybody who arrives. */
export function momentsAround(
  sides: BothSides,
  match: GroupMatch | undefined,
  changes: readonly ResourceChange[],
): Moments {
  return momentsOf(sides, accessPlanOf(sides.workspace.name, sides.start, match, changes)).moments;
}

/** The views of workspaces as they are, from the parts that were read: nothing is planned. */
export const momentsNow = (workspaces: readonly DesiredWorkspace[], live: LiveState): readonly Moments[] =>
  momentsOfAll(presentIn(workspaces), live, (workspace, _, start) => ({
    match: matchGroups(workspace, start),
    changes: [],
    unlimited: unlimitedRolesAt(workspace),
  }));

/**
 * The views of workspaces as they would be if another version of the file were applied to the same live state: what it does
 * not manage stays as it is. The roles that values do not limit are those of the file of the run.
 */
export const viewsOfVersion = (
  workspaces: readonly PresentWorkspace[],
  live: LiveState,
  file: DesiredState,
): readonly View[] =>
  momentsOfAll(workspaces, live, (workspace, now, start) => ({
    ...diffWorkspace(workspace, now, undefined, start),
    unlimited: unlimitedRolesIn(file, workspace),
  })).map(({ planned }) => planned);

/** What is to change in a workspace, and the roles that values do not limit there. */
interface Planned extends Pick<WorkspaceDiff, "match" | "changes"> {
  readonly unlimited: readonly string[];
}

function momentsOfAll(
  workspaces: readonly PresentWorkspace[],
  live: LiveState,
  plannedIn: (workspace: PresentWorkspace, live: LiveWorkspace | undefined, start: LiveWorkspace) => Planned,
): readonly Moments[] {
  const all = workspaces.map((workspace) => {
    const liveWorkspace = liveWorkspaceOf(live, workspace);
    const start = liveWorkspace ?? workspaceAtCreation(workspace.name, live);
    return { workspace, liveWorkspace, start, ...plannedIn(workspace, liveWorkspace, start) };
  });
  const admins = organizationAdminsOf(live, all);
  return all.map(({ match, changes, unlimited, ...sides }) =>
    momentsAround({ ...sides, roles: { unlimited, admins } }, match, changes),
  );
}

/**
 * The facts about a person in the roster, the invites and the file; `admins` hold their role in every
 * workspace.
 */
function knownPeople(
  workspace: DesiredWorkspace,
  found: LiveWorkspace | undefined,
  people: readonly Arriving[],
): (admins: ReadonlySet<string>) => (member: string) => KnownPerson {
  const roster = byKey(membersOf(found), "email");
  const arriving = byKey(people, "email");
  const written = new Map(
    [...contentsOf(workspace).of("invite"), ...contentsOf(found).of("invite")].flatMap(({ name, person }) =>
      person === undefined ? [] : [[name, person.display_email]],
    ),
  );
  const isListed = listedIn(workspace);
  return (admins) => (member) => {
    const account = roster.get(member);
    const { invite = "member", role = account?.role ?? null } = arriving.get(member) ?? {};
    const address = account?.display_email ?? written.get(member);
    return {
      ...(address && { address }),
      ...(account && { id: account.id }),
      role,
      ...(admins.has(account ? canonicalEmail(account.display_email) : member) &&
        role !== ORGANIZATION_ADMIN && { everywhere: ORGANIZATION_ADMIN }),
      presence: invite,
      ...(isListed && { listed: isListed(member) }),
    };
  };
}
