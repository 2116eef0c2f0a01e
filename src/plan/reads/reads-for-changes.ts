import { parseAddress } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { LiveGroup, LiveMember, LiveWorkspace, ReadNeed } from "../../model/state/live-state.js";
import type { WorkspaceDiff } from "../diff/diff-workspace.js";
import type { PlanOptions } from "../inputs.js";
import { bound, mostReads, rosterNeeds } from "./reads.js";

/** Reads that the changes so far make necessary, because they can alter what somebody gets. */
export function touchedBy(diff: WorkspaceDiff, live: LiveWorkspace, options: PlanOptions): ReadNeed[] {
  const groups = [...(diff.match?.byName ?? [])];
  const byName = new Map(groups);
  const users = new Set<string>();
  const throughGroup = new Set<string>();
  /** All that are in one of these: a group is touched as often as it has values. */
  const touched = new Set<LiveGroup>();
  const emails = new Map((live.members ?? []).map((member) => [member.email, member.id]));
  const needs: ReadNeed[] = [];
  const needValues = (group: { readonly id: string; readonly values?: unknown }): void => {
    if (group.values === undefined)
      needs.push({ need: "group_values", workspace_id: live.id, group_id: group.id });
  };
  const giving = givingGroups(diff, live);
  for (const change of diff.changes) {
    const [, collection, owner = "", , person = ""] = parseAddress(change.address);
    if (change.type === "member_value") addIfKnown(users, emails.get(owner));
    if (collection !== "groups") continue;
    const group = byName.get(owner);
    if (change.type === "group_membership") {
      // What a group that does not live yet gives may shadow whatever they have.
      if (group === undefined && !giving.has(owner)) continue;
      addIfKnown(users, emails.get(person));
      addIfKnown(throughGroup, emails.get(person));
      if (group !== undefined) needValues(group);
      continue;
    }
    if (group === undefined || (change.type === "group" && !movesAccess(change))) continue;
    touched.add(group);
  }
  let everybody = false;
  for (const group of touched) {
    // Everybody is in the built-in group, whether or not the service lists them there.
    everybody ||= group.is_all_users;
    const roster = group.is_all_users ? (live.members ?? []).map(({ id }) => id) : [];
    for (const user of [...group.users, ...roster]) {
      users.add(user);
      throughGroup.add(user);
    }
    if (group.is_all_users || group.users.length > 0) needValues(group);
  }
  if (users.size === 0 && !everybody) return needs;
  needs.push(...rosterNeeds(live));
  for (const [, group] of groups)
    if (group.is_all_users || group.users.some((user) => users.has(user))) needValues(group);
  for (const { id, own_values } of affected(throughGroup, live, options)) {
    if (own_values === undefined) needs.push({ need: "own_values", workspace_id: live.id, user_id: id });
  }
  return needs;
}

/** The users whose own values are read, at most `accessReads`, in e-mail order. */
function affected(
  users: ReadonlySet<string>,
  { members }: LiveWorkspace,
  options: PlanOptions,
): readonly Pick<LiveMember, "id" | "own_values">[] {
  if (members !== undefined) {
    const those = members.filter(({ id }) => users.has(id));
    return bound(those, options);
  }
  return users.size > mostReads(options) ? [] : [...users].map((id) => ({ id }));
}

/** Groups that are to set an attribute which lives: of others nobody can have a value yet. */
function givingGroups(diff: WorkspaceDiff, live: LiveWorkspace): ReadonlySet<string> {
  const attributes = new Set(live.attributes.map(({ name }) => name));
  return new Set(
    diff.changes.flatMap(({ type, change: { after } }) =>
      type === "group_value" && after !== null && attributes.has(String(after.attribute))
        ? [String(after.group)]
        : [],
    ),
  );
}

/** Renaming a group, or creating an empty one, changes nobody's access. */
function movesAccess({ change: { actions, before, after } }: ResourceChange): boolean {
  return actions[0] === "delete" || (actions[0] === "update" && before?.precedence !== after?.precedence);
}

function addIfKnown(set: Set<string>, id: string | undefined): void {
  if (id !== undefined) set.add(id);
}
