import type { ResourceKind } from "../../model/resource-kind.js";
import { contentsOf } from "../../model/state/contents.js";
import { inviteList, type LiveWorkspace, type ReadNeed } from "../../model/state/live-state.js";
import type { LiveMember, LiveResource } from "../../model/state/resource.js";
import { sortedBy } from "../../util/collections.js";
import type { PlanOptions } from "../input/inputs.js";

/** The default of the most affected members of a workspace whose own values are read. */
const ACCESS_READS = 1_000;

/** The reads for members and invites that were not read. */
export function rosterNeeds(live: LiveWorkspace): ReadNeed[] {
  const { id: workspace_id, name, lists } = live;
  return [
    ...memberNeeds(live),
    ...(lists.includes(inviteList(name)) ? [] : [{ need: "invites", workspace_id } as const]),
  ];
}

/** The read for the members, if they were not read. */
export const memberNeeds = (live: LiveWorkspace): ReadNeed[] =>
  contentsOf(live).gives("invite") ? [] : [{ need: "members", workspace_id: live.id }];

/** Reads for the values of groups that have none loaded. */
export function groupValueNeeds(live: LiveWorkspace, groups: readonly LiveResource[]): ReadNeed[] {
  const { gives } = contentsOf(live);
  return groups
    .filter(({ name }) => !gives("group_value", name))
    .map(({ id: group_id }) => ({ need: "group_values", workspace_id: live.id, group_id }));
}

/** Somebody whom a change can touch. */
export interface AffectedPerson {
  readonly id: string;
  readonly email: string;
}

/** Own values of those members whose own values were not read. */
export function ownValueNeeds(live: LiveWorkspace, members: readonly AffectedPerson[]): ReadNeed[] {
  const { gives } = contentsOf(live);
  return members
    .filter(({ email }) => !gives("member_value", email))
    .map(({ id: user_id }) => ({ need: "own_values", workspace_id: live.id, user_id }));
}

/** The mappings of named things that were not read. */
export function listNeeds(live: LiveWorkspace, kinds: readonly ResourceKind[]): ReadNeed[] {
  const { gives } = contentsOf(live);
  return kinds.filter((kind) => !gives(kind)).map((kind) => ({ need: "list", workspace_id: live.id, kind }));
}

/** Each need once, in the order of first appearance. */
export function distinct(needs: readonly ReadNeed[]): ReadNeed[] {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()];
}

/** The first so many by e-mail address. */
export function bound(members: readonly LiveMember[], options: PlanOptions): readonly LiveMember[] {
  const most = mostReads(options);
  return members.length <= most ? members : sortedBy(members, ({ email }) => email).slice(0, most);
}

/** Returns how many members a workspace, or groups of an archived one, are read at most. */
export function mostReads({ accessReads = ACCESS_READS }: PlanOptions): number {
  return accessReads;
}
