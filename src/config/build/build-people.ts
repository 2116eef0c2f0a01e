import { formatAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import type { DesiredMember, DesiredPerson } from "../../model/state/desired-state.js";
import { sortedBy } from "../../util/order.js";
import { type DataMap, entry, isDataList } from "../text/data.js";
import { error, type Where } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import { at, type BuildContext, mapEntry, plainEntries, type WorkspaceContext } from "./build-context.js";
import { buildValues } from "./build-values.js";

/** The `members` of a group, sorted by canonical address; `undefined` where the key is absent. */
export function buildGroupMembers(
  context: BuildContext,
  group: DataMap,
  groupSegments: readonly string[],
): DesiredPerson[] | undefined {
  const list = entry(group, "members");
  if (!isDataList(list)) return undefined;
  const isNew = createDuplicateCheck(context);
  const people = list.flatMap((display, index): DesiredPerson[] => {
    if (typeof display !== "string") return [];
    const email = canonicalEmail(display);
    const where = () =>
      at(context, list, index, "value", formatAddress([...groupSegments, "members", email]));
    return isNew(email, display, where) ? [{ email, display_email: display }] : [];
  });
  return sortedBy(people, (p) => p.email);
}

/** The `members` of a workspace, sorted by canonical address; `undefined` where the key is absent. */
export function buildMembers(context: WorkspaceContext, workspace: DataMap): DesiredMember[] | undefined {
  const map = mapEntry(workspace, "members");
  if (map === undefined) return undefined;
  const isNew = createDuplicateCheck(context);
  const members: DesiredMember[] = [];
  for (const display of Object.keys(map)) {
    const data = map[display];
    const email = canonicalEmail(display);
    const segments = [context.workspace, "members", email];
    const values = buildValues(context, data, segments);
    if (!isNew(email, display, () => at(context, map, display, "key", formatAddress(segments)))) continue;
    const person = { ...plainEntries("invite", data), email, display_email: display };
    members.push(values === undefined ? person : { ...person, values });
  }
  return sortedBy(members, (m) => m.email);
}

/** Returns true if an address is the first of its canonical form; reports it where it is not. */
function createDuplicateCheck({ report }: BuildContext) {
  const seen = new Map<string, string>();
  return (email: string, display: string, where: () => Where): boolean => {
    const first = seen.get(email);
    if (first === undefined) {
      seen.set(email, display);
      return true;
    }
    const detail =
      first === display
        ? "Keep one of them."
        : `It is the same as ${quote(first)}: letter case does not count. Keep one of them.`;
    report(error("duplicate-email", `${quote(display)} is listed twice`, detail, where()));
    return false;
  };
}
