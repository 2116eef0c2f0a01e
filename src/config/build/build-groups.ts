import { ALL_USERS, groupAddress } from "../../model/address.js";
import type { DesiredGroup } from "../../model/state/desired-state.js";
import { defined } from "../../util/defined.js";
import { sortedBy } from "../../util/order.js";
import { type DataMap, entries, entry, isDataMap, items } from "../parse/data.js";
import { error } from "../validate/file-diagnostic.js";
import { quote } from "../validate/wording.js";
import { at, type BuildContext, mapEntry, numberEntry, textsEntry } from "./build-context.js";
import { buildGroupMembers } from "./build-people.js";
import { buildValues, type Definitions } from "./build-values.js";

/** The groups of a workspace, sorted by name; `undefined` where the key is absent. */
export function buildGroups(
  context: BuildContext,
  definitions: Definitions,
  workspace: DataMap,
  workspaceName: string,
): DesiredGroup[] | undefined {
  const map = mapEntry(workspace, "groups");
  if (map === undefined) return undefined;
  const groups = entries(map).map(([name, data]) =>
    isDataMap(data) ? buildGroup(context, definitions, name, data, workspaceName) : absent(name),
  );
  checkFormerNames(context, map, workspaceName);
  return sortedBy(groups, (g) => g.name);
}

function absent(name: string): DesiredGroup {
  return { name, state: "absent" };
}

function buildGroup(
  context: BuildContext,
  definitions: Definitions,
  name: string,
  data: DataMap,
  workspaceName: string,
): DesiredGroup {
  if (data.state === "absent") return absent(name);
  const segments = [workspaceName, "groups", name];
  return defined({
    name,
    state: "present",
    precedence: numberEntry(data, "precedence"),
    previously: textsEntry(data, "previously") ?? [],
    values: buildValues(context, definitions, data, segments),
    members: buildGroupMembers(context, data, segments),
  });
}

/** A former name leads to one live group: it is no group of today, and no other group's former name. */
function checkFormerNames(context: BuildContext, groups: DataMap, workspaceName: string): void {
  const claimed = new Map<string, string>();
  for (const [name, data] of entries(groups)) {
    const list = entry(data, "previously");
    for (const [index, former] of items(list).entries()) {
      if (typeof former !== "string") continue;
      const where = () => at(context, list, index, "value", groupAddress(workspaceName, name));
      const claimant = claimed.get(former);
      claimed.set(former, name);
      if (former === ALL_USERS) {
        const detail = "The built-in group cannot be renamed.";
        context.report(error("all-users-limits", `"All Users" cannot be a former name`, detail, where()));
      } else if (former === name) {
        const detail =
          "`previously` lists other names, under which the live group may still be found. Take it out.";
        context.report(
          error("rename-ambiguous", `${quote(name)} cannot be its own former name`, detail, where()),
        );
      } else if (Object.hasOwn(groups, former)) {
        const detail = `A live group of that name would be renamed to ${quote(name)}, and the file has a group ${quote(former)} too. Remove one of the two; a chain of renames takes an apply for each.`;
        context.report(
          error("rename-ambiguous", `${quote(former)} is a group of this file`, detail, where()),
        );
      } else if (claimant !== undefined) {
        const detail = `It is listed at ${quote(claimant)} too. One group can be renamed only once.`;
        context.report(error("rename-ambiguous", `${quote(former)} is a former name twice`, detail, where()));
      }
    }
  }
}
