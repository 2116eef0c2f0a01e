import {
  type Address,
  attributeAddress,
  groupAddress,
  memberAddress,
  parseAddress,
} from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { WorkspaceDiff } from "./diff-workspace.js";
import { personOf } from "./resource-change.js";

/**
 * Marks what waits for people who have joined: memberships and own values to be created for a member who has none yet,
 * neither of groups nor values, and who is listed as a member (which is what invites them), is among the `invited` of
 * an earlier moment, or was to have them by the base as well. What this edit of the file intends stays so, and what
 * belongs to a group or an attribute that does not live yet waits for that, not for the person.
 */
export function withJoined(
  workspace: DesiredWorkspace,
  changes: readonly ResourceChange[],
  { liveByAddress }: Pick<WorkspaceDiff, "liveByAddress">,
  invited: ReadonlySet<Address> = new Set(),
): readonly ResourceChange[] {
  const listed = new Set(workspace.state === "present" ? workspace.members?.map(({ email }) => email) : []);
  const settled = new Set<string | undefined>();
  for (const { kind, address } of liveByAddress.values()) settled.add(personOf({ type: kind, address }));
  const isWaiting = (change: ResourceChange): boolean => {
    const { address, type, origin } = change;
    const person = personOf(change);
    if (person === undefined || change.change.actions[0] !== "create" || origin === "intent") return false;
    const isExpected =
      origin === "drift" || listed.has(person) || invited.has(memberAddress(workspace.name, person));
    if (!isExpected || settled.has(person)) return false;
    const [name = "", , owner = "", , inner = ""] = parseAddress(address);
    const holder = type === "group_membership" ? groupAddress(name, owner) : attributeAddress(name, inner);
    return liveByAddress.has(holder);
  };
  return changes.map((change) => (isWaiting(change) ? { ...change, origin: "joined" } : change));
}
