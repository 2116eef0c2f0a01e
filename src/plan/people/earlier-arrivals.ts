import { differenceOf, type Readings } from "../../access/difference.js";
import type { Arrival } from "../../model/plan/plan.js";
import type { Person, View } from "../../model/plan/view.js";
import { type DesiredState, type PresentWorkspace, presentIn } from "../../model/state/desired-state.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import { diffWorkspace } from "../diff/diff-workspace.js";
import { matchGroups } from "../diff/match-groups.js";
import { type BaseFacts, isSame } from "../input/inputs.js";
import { rowOf } from "./arrivals.js";
import { momentsAround } from "./moments.js";
import { type BothSides, type KnownRoles, unlimitedRolesIn } from "./roles.js";

/** The arrivals that are not known from before. */
export const newArrivals = <T extends Pick<Arrival, "known">>(arrivals: readonly T[]): readonly T[] =>
  arrivals.filter(({ known }) => known !== true);

/**
 * Returns a function to what somebody with a pending invite was to have before: as the base gives it, applied to the
 * same live state. Without a base nothing tells it.
 */
export function earlierPeople(
  { workspace, liveWorkspace, roles }: Omit<BothSides, "start">,
  base: BaseFacts | undefined,
): (member: string) => Person | undefined {
  if (base === undefined || liveWorkspace === undefined || workspace.state === "absent")
    return () => undefined;
  let view: View | undefined;
  const { renamedTo } = matchGroups(workspace, liveWorkspace);
  const earlier = baseOf(base.desired, workspace, liveWorkspace);
  const unlimited = unlimitedRolesIn(base.desired, earlier);
  const { byName } = matchGroups(earlier, liveWorkspace);
  return (member) => {
    view ??= viewOfBase(earlier, liveWorkspace, { ...roles, unlimited });
    const person = view.person(member);
    // A group that the edit renames is the same group.
    const nameNow = (group: string): string => {
      const { name } = byName.get(group) ?? { name: group };
      return renamedTo.get(name) ?? name;
    };
    return person && { ...person, groups: person.groups.map(nameNow).sort() };
  };
}

/** The workspace in the base; one of which the base says nothing gives people nothing but what All Users has. */
const baseOf = (base: DesiredState, workspace: PresentWorkspace, live: LiveWorkspace): PresentWorkspace =>
  presentIn(base.workspaces).find((one) => isSame(one, live)) ?? { ...workspace, resources: [], lists: [] };

/** Everybody as they would be if the base were applied and every invite accepted. */
function viewOfBase(workspace: PresentWorkspace, liveWorkspace: LiveWorkspace, roles: KnownRoles): View {
  const { match, changes } = diffWorkspace(workspace, liveWorkspace, undefined);
  return momentsAround({ workspace, liveWorkspace, start: liveWorkspace, roles }, match, changes).planned;
}

/**
 * An arrival with what it was before, where it was another one, or marked as known, where it was the same, up to the next
 * apply as well.
 */
export function besideEarlier(
  arrival: Arrival,
  before: Person | undefined,
  after: Person,
  readings: Readings,
): Arrival {
  if (before === undefined || arrival.invite === "planned") return arrival;
  const difference = differenceOf(before, after, readings);
  const same = arrival.arrives_wider === undefined ? { ...arrival, known: true as const } : arrival;
  if (difference === undefined) return same;
  const { verdict, values, role: otherRole, groups: other } = difference;
  const differing = values.length + other.joined.length + other.left.length;
  const isLimitedOtherwise = before.limitedBy !== after.limitedBy;
  if (differing === 0 && otherRole === undefined && !isLimitedOtherwise) return same;
  const { role, groups } = before;
  const attributes = arrival.values.map(({ attribute }) => attribute);
  const lost = Object.keys(before.values).filter((attribute) => !attributes.includes(attribute));
  const rows = [...attributes, ...lost].sort().map((attribute) => rowOf(before, attribute));
  return { ...arrival, before: { role, groups, values: rows, verdict } };
}
