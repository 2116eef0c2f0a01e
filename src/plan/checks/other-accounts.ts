import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { Difference } from "../../model/plan/view.js";
import { setOf } from "../../util/collections.js";
import { count, nameList } from "../../util/english.js";

/** The finding on people whose address belonged to another account at the earlier of two moments; none where nobody's did. */
export function otherAccounts(
  differences: readonly Pick<Difference, "member" | "another_account">[],
): readonly Diagnostic[] {
  const others = differences.filter(({ another_account }) => another_account === true);
  const members = [...setOf(others, "member")];
  if (members.length === 0) return [];
  const summary = `${count(members.length, "address belongs", "addresses belong")} to another account than before: ${nameList(members)}`;
  const detail =
    "The service has another user id there. It may be somebody new, or somebody who left and came back: ask, before you take them for the same person.";
  return [finding("another-account", summary, detail)];
}
