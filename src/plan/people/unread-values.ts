import { mayBeOpen, memberAttributeOf, outcomeOf } from "../../access/values/access-state.js";
import { ancestorAddress, memberValueAddress } from "../../model/address.js";
import { type Diagnostic, warningOf } from "../../model/diagnostic.js";
import type { AccessChange, ResourceChange } from "../../model/plan/plan.js";
import { count } from "../../util/count.js";
import type { UnreadLoss } from "../guards/guards.js";
import type { AccessPlan } from "./access-plan.js";

/**
 * Members whose access changes and whose own values were not read: for them the diff shows the worst case. Of an
 * attribute that is only created nobody can have a value yet.
 */
export function countUnread(
  access: readonly AccessChange[],
  { unread, nameIndex }: AccessPlan,
  changes: readonly ResourceChange[],
): number {
  const names = new Set([...unread].map((m) => nameIndex.members[m]));
  const created = new Set(
    changes.flatMap(({ type, change: { before, after } }) =>
      type === "attribute" && before === null ? [String(after?.name)] : [],
    ),
  );
  const affected = access.filter(({ member, attribute }) => names.has(member) && !created.has(attribute));
  return new Set(affected.map(({ member }) => member)).size;
}

/** Own values that would go with their attributes, if they are there. One that is not read counts as none, which is the worst case unless it is to go. */
export function unreadLossesOf(
  changes: readonly ResourceChange[],
  { nameIndex, before, unread }: AccessPlan,
): readonly UnreadLoss[] {
  return changes.flatMap(({ type, change }) => {
    if (type !== "attribute" || change.after !== null) return [];
    const attribute = String(change.before?.name);
    const a = nameIndex.attributes.indexOf(attribute);
    return [...unread].map((m) => ({
      address: memberValueAddress(nameIndex.workspace, nameIndex.members[m] ?? "", attribute),
      opens: mayBeOpen(outcomeOf(before, memberAttributeOf(before, m, a))),
    }));
  });
}

/** Says of how many members, `unread` or with a loss, the plan shows what it does not know. */
export function unreadWarning(
  workspace: string,
  { unread, unreadLosses }: { readonly unread: number; readonly unreadLosses: readonly UnreadLoss[] },
): Diagnostic[] {
  const owners = new Set(unreadLosses.map(({ address }) => ancestorAddress(address, 3)));
  const affected = Math.max(unread, owners.size);
  if (affected === 0) return [];
  const shown =
    owners.size === 0
      ? "the worst case, that they have none, is shown"
      : "they are shown as if they had none, and what they have of a deleted attribute goes with it";
  const message = `own values of ${count(affected, "affected member")} of ${workspace} were not read: ${shown}. Raise --access-reads to read them`;
  return [warningOf("own-values-unread", message)];
}
