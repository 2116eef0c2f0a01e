import { ALL_USERS, groupAddress, workspaceAddress } from "../../model/address.js";
import type { DesiredGroup } from "../../model/state/desired-state.js";
import { type DataMap, entry, isDataList } from "../parse/data.js";
import { error } from "../validate/file-diagnostic.js";
import { quote } from "../validate/wording.js";
import { at, type WorkspaceContext } from "./build-context.js";

/** The order of groups, highest precedence first, as the file gives it; `undefined` where the key is absent. */
export function buildPrecedenceOrder(
  context: WorkspaceContext,
  groups: readonly DesiredGroup[],
  workspace: DataMap,
): readonly string[] | undefined {
  const list = entry(workspace, "precedence_order");
  if (!isDataList(list)) return undefined;
  const byName = new Map(groups.map((g) => [g.name, g]));
  const declared = [...byName.keys()].filter((name) => name !== ALL_USERS);
  const order = new Set<string>();
  for (const [index, name] of list.entries()) {
    if (typeof name !== "string") continue;
    const group = byName.get(name);
    const where = () => at(context, list, index, "value", workspaceAddress(context.workspace));
    if (name === ALL_USERS) {
      const detail = "It always has precedence 0, below every other group. Leave it out.";
      context.report(error("all-users-limits", `"All Users" has no place in an order`, detail, where()));
    } else if (group?.state !== "present") {
      const detail = `Only groups that are declared under \`groups\` can be put in order.`;
      const place = { ...where(), suggestion: { text: name, among: declared } };
      context.report(error("unknown-group", `No group ${quote(name)} is declared`, detail, place));
    } else if (order.has(name)) {
      const detail = "A group has one place in the order. Keep one.";
      context.report(error("precedence-twice", `${quote(name)} is in the order twice`, detail, where()));
    } else if (group.precedence !== undefined) {
      const detail = "Its place in `precedence_order` decides its number. Remove one of the two.";
      const data = entry(entry(workspace, "groups"), name);
      const givenAt = at(context, data, "precedence", "key", groupAddress(context.workspace, name));
      const summary = `${quote(name)} has a precedence and a place in the order`;
      context.report(error("precedence-twice", summary, detail, givenAt));
    }
    order.add(name);
  }
  return [...order];
}
