import { KINDS } from "../../kinds/registry.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { LiveGroup, LiveMember, LiveWorkspace, ReadNeed } from "../../model/state/live-state.js";
import { sortedBy } from "../../util/collections.js";
import type { PlanOptions } from "../input/inputs.js";

/** The default of the most affected members of a workspace whose own values are read. */
const ACCESS_READS = 1_000;

/** The reads for members and invites that were not read. */
export function rosterNeeds({ id: workspace_id, members, invites }: LiveWorkspace): ReadNeed[] {
  return [
    ...(members === undefined ? [{ need: "members", workspace_id } as const] : []),
    ...(invites === undefined ? [{ need: "invites", workspace_id } as const] : []),
  ];
}

/** Reads for the values of groups that have none loaded. */
export function groupValueNeeds(
  { id: workspace_id }: LiveWorkspace,
  groups: readonly LiveGroup[],
): ReadNeed[] {
  return groups
    .filter(({ values }) => values === undefined)
    .map(({ id: group_id }) => ({ need: "group_values", workspace_id, group_id }));
}

/** Own values of those members whose own values were not read. */
export function ownValueNeeds(
  { id: workspace_id }: LiveWorkspace,
  members: readonly Pick<LiveMember, "id" | "own_values">[],
): ReadNeed[] {
  return members
    .filter(({ own_values }) => own_values === undefined)
    .map(({ id: user_id }) => ({ need: "own_values", workspace_id, user_id }));
}

/** The mappings of named things that were not read. */
export function listNeeds(
  { id: workspace_id, lists = {} }: LiveWorkspace,
  kinds: readonly ResourceKind[],
): ReadNeed[] {
  return kinds
    .filter((kind) => lists[KINDS[kind].collection ?? ""] === undefined)
    .map((kind) => ({ need: "list", workspace_id, kind }));
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
