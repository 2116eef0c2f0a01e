import { isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { ancestorAddress, namesInAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { MARKED_ABSENT } from "../diff/deletion.js";

/**
 * A deletion and a creation of groups that look like one rename: the same precedence, or the same values. Deleting
 * takes memberships away and creating starts empty, so the line that renames in place is worth showing.
 */
export function hintRenames(changes: readonly ResourceChange[]): readonly Diagnostic[] {
  const groups = changes.filter(({ type }) => isRenamable(type));
  const created = groups.filter(({ change }) => change.actions[0] === "create");
  const deleted = groups.filter(({ change }) => change.actions[0] === "delete");
  if (created.length === 0 || deleted.length === 0) return [];
  const values = valuesByGroup(changes);
  return created.flatMap((creation): Diagnostic[] => {
    const twin = deleted.find(
      (deletion) =>
        deletion.change.before?.precedence === creation.change.after?.precedence ||
        (values.has(deletion.address) && values.get(deletion.address) === values.get(creation.address)),
    );
    if (twin === undefined) return [];
    const from = namesInAddress(twin.address).name;
    const instead =
      twin.action_reason === MARKED_ABSENT.reason
        ? ` in place of the entry of ${JSON.stringify(from)} with \`state: absent\``
        : "";
    const to = namesInAddress(creation.address).name;
    return [
      {
        severity: "warning",
        code: "rename-hint",
        address: creation.address,
        summary: `${to} looks like ${from}, which would be deleted`,
        detail: `If it is the same group under a new name, add \`previously: [${JSON.stringify(from)}]\` to it${instead}: it is then renamed in place, with its members and values.`,
      },
    ];
  });
}

/** The values of each group as comparable text, before a deletion or after a creation. */
function valuesByGroup(changes: readonly ResourceChange[]): ReadonlyMap<string, string> {
  const lists = new Map<string, string[]>();
  for (const { address, type, change } of changes) {
    if (KINDS[type].carriesValue !== "group") continue;
    const group = ancestorAddress(address, 3);
    const { attribute = "", value = "" } = change.before ?? change.after ?? {};
    lists.set(group, [...(lists.get(group) ?? []), `${attribute}=${value}`]);
  }
  return new Map([...lists].map(([group, list]) => [group, list.sort().join("\n")]));
}
