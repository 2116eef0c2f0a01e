import { KINDS } from "../../kinds/registry.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import type { LiveResource } from "../../model/state/resource.js";
import { groupBy } from "../../util/collections.js";
import { alikeIn, differenceText } from "../../util/look-alike.js";
import { unseenIn } from "../../util/unseen.js";

/**
 * A warning for each new value that looks like a live one of its attribute, at the first place. Letter case alone is no
 * reason: texts of data differ by it, and a reader sees it.
 */
export function valuesAlike(
  changes: readonly ResourceChange[],
  live: Iterable<LiveResource>,
): readonly Diagnostic[] {
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
        (text) =>
          text.toLowerCase() !== value.toLowerCase() && !(text === before?.value && isPlainer(value, text)),
      );
    if (other === undefined) return [];
    reported.add(`${attribute}=${value}`);
    const summary = `${JSON.stringify(value)} for ${attribute} looks like ${JSON.stringify(other)}, which somebody has`;
    const detail = `${differenceText(value, other)} Grants and row filters tell them apart, a reader does not. If you mean ${JSON.stringify(other)}, write that.`;
    return [finding("look-alike", summary, detail, { address })];
  });
}

/** Returns true if a value is another one, written as it should be. */
function isPlainer(value: string, other: string): boolean {
  const isSeen = unseenIn(value) === undefined && unseenIn(other) !== undefined;
  return isSeen || /^[\x20-\x7e]*$/.test(value);
}
