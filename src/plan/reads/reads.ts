import type { LiveWorkspace, ReadNeed } from "../../model/state/live-state.js";
import type { PlanOptions } from "../inputs.js";

/** Up to how many affected members a workspace have their own values read, unless told otherwise. */
const ACCESS_READS = 1_000;

/** Members and invites, as far as they were not read. */
export function rosterNeeds(live: LiveWorkspace): ReadNeed[] {
  const workspace_id = live.id;
  return [
    ...(live.members === undefined ? [{ need: "members", workspace_id } as const] : []),
    ...(live.invites === undefined ? [{ need: "invites", workspace_id } as const] : []),
  ];
}

/** The first so many by e-mail address. */
export function bound<T extends { readonly email: string }>(
  members: readonly T[],
  options: PlanOptions,
): readonly T[] {
  const most = mostReads(options);
  if (members.length <= most) return members;
  return [...members].sort((a, b) => (a.email < b.email ? -1 : 1)).slice(0, most);
}

export function mostReads({ accessReads = ACCESS_READS }: PlanOptions): number {
  return accessReads;
}

export function distinct(needs: readonly ReadNeed[]): ReadNeed[] {
  return [...new Map(needs.map((need) => [JSON.stringify(need), need])).values()];
}
