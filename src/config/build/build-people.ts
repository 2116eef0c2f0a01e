import type { FileEntry } from "../../kinds/kind.js";
import { type ListedResources, listHeldBy, listIn, together } from "../../kinds/resources.js";
import { memberAddress, membershipAddress } from "../../model/address.js";
import { canonicalEmail } from "../../model/email.js";
import { sortedBy } from "../../util/collections.js";
import { type DataMap, entry, isDataList } from "../text/data.js";
import { fileFinding, type Where } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import {
  atKey,
  atValue,
  type BuildContext,
  mapEntry,
  NOTHING_LISTED,
  plainEntries,
  type WorkspaceContext,
} from "./build-context.js";
import { buildValues } from "./build-values.js";

/** The `members` of a group, sorted by canonical address. */
export function buildGroupMembers(context: WorkspaceContext, data: DataMap, group: string): ListedResources {
  const list = entry(data, "members");
  if (!isDataList(list)) return NOTHING_LISTED;
  const { workspace } = context;
  const isNew = createDuplicateCheck(context);
  const entries = list.flatMap((display, index): FileEntry[] => {
    if (typeof display !== "string") return [];
    const email = canonicalEmail(display);
    const where = () => atValue(context, list, index, membershipAddress(workspace, group, email));
    const person = { email, display_email: display };
    return isNew(email, display, where) ? [{ name: email, keys: {}, person }] : [];
  });
  return listHeldBy(group, workspace, "group_membership", entries);
}

/** The `members` of a workspace with their own values, sorted by canonical address. */
export function buildMembers(context: WorkspaceContext, data: DataMap): ListedResources {
  const map = mapEntry(data, "members");
  if (map === undefined) return NOTHING_LISTED;
  const { workspace } = context;
  const isNew = createDuplicateCheck(context);
  const members = Object.keys(map).flatMap((display) => {
    const email = canonicalEmail(display);
    const person = { email, display_email: display };
    const values = buildValues(context, map[display], { kind: "member_value", owner: email, person });
    const where = () => atKey(context, map, display, memberAddress(workspace, email));
    if (!isNew(email, display, where)) return [];
    return [{ name: email, keys: plainEntries("invite", map[display]), person, values }];
  });
  const sorted = sortedBy(members, ({ name }) => name);
  const list = listIn(
    workspace,
    "invite",
    sorted.map(({ values: _, ...entry }) => entry),
  );
  return together([list, ...sorted.map(({ values }) => values)]);
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
    report(fileFinding("duplicate-email", `${quote(display)} is listed twice`, detail, where()));
    return false;
  };
}
