import { mayBeOpen } from "../../access/values/access-state.js";
import { candidatesIn } from "../../access/values/effective-value.js";
import { KINDS } from "../../kinds/registry.js";
import { type Address, ancestorAddress, memberValueAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { AccessChange, NotListed, ResourceChange } from "../../model/plan/plan.js";
import type { View } from "../../model/plan/view.js";
import { contentsOf } from "../../model/state/contents.js";
import { type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import { setOf } from "../../util/collections.js";
import { count } from "../../util/english.js";
import { effectOf } from "../diff/resource-change.js";

/** An unread own value that would be deleted; `opens`: the member would be left without any value. */
export interface UnreadLoss {
  readonly address: Address;
  readonly opens: boolean;
}

/**
 * Members whose access changes and whose own values were not read: for them the diff shows the worst case. Of an
 * attribute that is only created nobody can have a value yet.
 */
export function countUnread(
  access: readonly AccessChange[],
  changes: readonly ResourceChange[],
  { unread }: View,
): number {
  const created = new Set(
    changes.flatMap(({ type, change: { before, after } }) =>
      KINDS[type].definesValues && before === null ? [String(after?.name)] : [],
    ),
  );
  const affected = access.filter(({ member, attribute }) => unread.has(member) && !created.has(attribute));
  return setOf(affected, "member").size;
}

/**
 * Own values that would be deleted with their attributes, if they exist. Unread values count as missing. That is the
 * worst case, except when the value itself would be deleted.
 */
export function unreadLossesOf(changes: readonly ResourceChange[], start: View): readonly UnreadLoss[] {
  return changes.flatMap((change) => {
    const effect = effectOf(change);
    if (effect?.on !== "attribute-deletion") return [];
    const { attribute } = effect;
    return [...start.unread].map((member) => ({
      address: memberValueAddress(start.workspace, member, attribute),
      opens: mayBeOpen(candidatesIn(start.valuesOf(member)(attribute))),
    }));
  });
}

/** A warning with the number of members whose own values were not read; none if all were. */
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
  return [finding("own-values-unread", message)];
}

/** A warning with the number of people who are not listed and whose own values were not read; none if all were. */
export function unlistedUnread(
  workspace: string,
  notListed: readonly NotListed[],
  live: LiveWorkspace | undefined,
): Diagnostic[] {
  const names = setOf(notListed, "member");
  const { gives } = contentsOf(live);
  const unread = membersOf(live).filter(({ email }) => names.has(email) && !gives("member_value", email));
  if (unread.length === 0) return [];
  const people = count(unread.length, "person", "people");
  const message = `own values of ${people} of ${workspace} who are not listed were not read: they are shown as if they had none. Raise --access-reads to read them`;
  return [finding("own-values-unread", message)];
}
