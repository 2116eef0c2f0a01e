import type { FileEntry } from "../../kinds/kind.js";
import { type ListedResources, listIn, together } from "../../kinds/resources.js";
import { ALL_USERS, groupAddress } from "../../model/address.js";
import { sortedBy } from "../../util/collections.js";
import { defined } from "../../util/record.js";
import { type Data, type DataMap, entries, entry, isDataMap, items } from "../text/data.js";
import { fileFinding, type Where } from "../text/file-diagnostic.js";
import { quote } from "../text/wording.js";
import {
  atValue,
  mapEntry,
  NOTHING_LISTED,
  plainEntries,
  textsEntry,
  type WorkspaceContext,
} from "./build-context.js";
import { buildValues, valuesIn } from "./build-values.js";

/** The groups of a workspace with their values, sorted by name. */
export function buildGroups(context: WorkspaceContext, workspace: DataMap): ListedResources {
  const map = mapEntry(workspace, "groups");
  if (map === undefined) return NOTHING_LISTED;
  const parts = entries(map).map(([name, data]) => {
    const written = isThere(data) ? valuesIn(data) : undefined;
    const values = buildValues(context, written, { kind: "group_value", owner: name });
    return { group: groupEntry(name, data), values };
  });
  checkFormerNames(context, map);
  const list = listIn(
    context.workspace,
    "group",
    parts.map(({ group }) => group),
  );
  return together([list, ...sortedBy(parts, ({ group }) => group.name).map(({ values }) => values)]);
}

const isThere = (group: Data): boolean => isDataMap(group) && group.state !== "absent";

function groupEntry(name: string, data: Data): FileEntry {
  if (!isThere(data)) return { name, state: "absent", keys: {} };
  return defined({ name, keys: plainEntries("group", data), previously: textsEntry(data, "previously") });
}

/** A former name leads to one live group: it is neither a group of today nor another group's former name. */
function checkFormerNames(context: WorkspaceContext, groups: DataMap): void {
  const claimed = new Map<string, { readonly name: string; readonly where: () => Where }>();
  for (const [name, data] of entries(groups)) {
    const list = entry(data, "previously");
    for (const [index, former] of items(list).entries()) {
      if (typeof former !== "string") continue;
      const where = () => atValue(list, index, groupAddress(context.workspace, name));
      const claimant = claimed.get(former);
      claimed.set(former, { name, where });
      if (former === ALL_USERS) {
        const detail = "The built-in group cannot be renamed.";
        context.report(
          fileFinding("all-users-limits", `"All Users" cannot be a former name`, detail, where()),
        );
      } else if (former === name) {
        const detail =
          "`previously` lists other names, under which the live group may still be found. Take it out.";
        const summary = `${quote(name)} cannot be its own former name`;
        context.report(fileFinding("rename-ambiguous", summary, detail, where()));
      } else if (Object.hasOwn(groups, former)) {
        const summary = `${quote(former)} is a group of this file`;
        context.report(fileFinding("rename-ambiguous", summary, sequenceOf(groups, former, name), where()));
      } else if (claimant !== undefined) {
        const [own, other] = [where().span, claimant.where().span];
        const isByEach = own !== undefined && own.source === other?.source && own.start === other.start;
        const detail = isByEach
          ? `Every group of this \`each\` would have it. Take the text of the renamed one out of \`each\`, and give that group an entry of its own.`
          : `It is listed at ${quote(claimant.name)} too. One group can be renamed only once.`;
        context.report(
          fileFinding("rename-ambiguous", `${quote(former)} is a former name twice`, detail, where()),
        );
      }
    }
  }
}

/**
 * The applies that it takes to rename a group whose name another group of the file takes over. One apply does not do
 * it: the file would not say which group a live one of that name is.
 */
function sequenceOf(groups: DataMap, from: string, to: string): string {
  if (entry(entry(groups, from), "state") === "absent")
    return `A group is renamed or deleted. To rename it to ${quote(to)}, take the entry of ${quote(from)} with \`state: absent\` out; to delete it, take this name out of \`previously\`.`;
  const before = renamedFrom(groups, from);
  if (before === undefined)
    return `If ${quote(from)} is a new group, rename the old one to ${quote(to)} in an apply without it; then take this name out of \`previously\` and add ${quote(from)}. If it is the same group as before, take the name out now.`;
  if (isCircle(groups, from))
    return `These renames form a circle. Rename ${quote(before)} to a name that no group has first; then the others, one in each apply; and at last that group to its new name.`;
  return `${quote(from)} is renamed as well, from ${quote(before)}. That takes two applies. In the first, rename only ${quote(from)} to ${quote(to)}, and keep ${quote(before)} under its old name. Then take this name out of \`previously\`, and rename ${quote(before)} to ${quote(from)}.`;
}

/** The former name of a group of the file. */
function renamedFrom(groups: DataMap, name: string): string | undefined {
  const formers = items(entry(entry(groups, name), "previously"));
  return formers.find((former): former is string => typeof former === "string" && former !== name);
}

/** Returns true if the former names lead from a group back to itself. */
function isCircle(groups: DataMap, start: string): boolean {
  const seen = new Set<string>();
  let name = renamedFrom(groups, start);
  while (name !== undefined && name !== start && !seen.has(name)) {
    seen.add(name);
    name = renamedFrom(groups, name);
  }
  return name === start;
}
