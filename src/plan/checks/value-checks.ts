import { KINDS } from "../../kinds/registry.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import { CONNECTION_ATTRIBUTES } from "../../model/state/reserved-attributes.js";
import type { LiveResource } from "../../model/state/resource.js";
import { groupBy } from "../../util/collections.js";
import { alikeIn, valueLooksLike } from "../../util/look-alike.js";
import { unseenIn } from "../../util/unseen.js";

/**
 * A warning for each new value that looks like a live one of its attribute, letter case included, at the first place. Two
 * values of the file have a finding of its own.
 */
export function valuesAlike(
  changes: readonly ResourceChange[],
  workspace: DesiredWorkspace,
  live: Iterable<LiveResource>,
): readonly Diagnostic[] {
  const { of } = contentsOf(workspace);
  const inFile = new Set(
    [...of("group_value"), ...of("member_value")].map(({ name, managed }) => `${name}=${managed.value}`),
  );
  const reported = new Set<string>();
  const values = [...live].filter(({ kind }) => KINDS[kind].carriesValue !== undefined);
  const texts = groupBy(values, ({ name }) => name);
  const finders = new Map(
    [...texts].map(([attribute, all]) => [
      attribute,
      alikeIn(new Set(all.map(({ fields }) => String(fields.value))), (text) => text),
    ]),
  );
  return changes.flatMap(({ address, type, change: { before, after } }): Diagnostic[] => {
    const [attribute, value] = [String(after?.attribute ?? ""), String(after?.value ?? "")];
    if (KINDS[type].carriesValue === undefined || reported.has(`${attribute}=${value}`)) return [];
    const other = finders
      .get(attribute)?.(value)
      .find(
        (text) => !(text === before?.value && isPlainer(value, text)) && !inFile.has(`${attribute}=${text}`),
      );
    if (other === undefined) return [];
    reported.add(`${attribute}=${value}`);
    return [finding("look-alike", ...valueLooksLike(attribute, value, other, "somebody has"), { address })];
  });
}

/** Returns true if a value is another one that has letters which nobody sees or types, written as it should be. */
function isPlainer(value: string, other: string): boolean {
  const isSeen = unseenIn(value) === undefined && unseenIn(other) !== undefined;
  return isSeen || (/^[\x20-\x7e]*$/.test(value) && !/^[\x20-\x7e]*$/.test(other));
}

/** A warning for each value that changes which warehouse connection people's queries use. */
export function connectionWarnings(changes: readonly ResourceChange[]): Diagnostic[] {
  return changes.flatMap(({ address, type, change: { before, after } }) => {
    const attribute = String((after ?? before)?.attribute ?? "");
    if (KINDS[type].carriesValue === undefined || !CONNECTION_ATTRIBUTES.has(attribute)) return [];
    const message = `${attribute} switches the warehouse connection that these people's queries use`;
    return [finding("reserved-attribute", message, "", { severity: "warning", address })];
  });
}
