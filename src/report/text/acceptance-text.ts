import type { AcceptanceRecord, CheckResult } from "../../model/generated/documents.js";
import { byKey } from "../../util/collections.js";
import { count, plural } from "../../util/english.js";
import { table, wrap } from "../words/layout.js";
import { palette } from "../words/palette.js";

/** The part of an assumption that a reader needs. */
interface AssumptionText {
  readonly id: string;
  readonly says: string;
  readonly otherwise: string;
}

/** One line while the checks run: the number, the mark and the name of the assumption. */
export function checkLine(number: number, of: number, { assumption, holds }: CheckResult): string {
  const mark = holds === null ? "not checked" : holds ? "holds" : "DOES NOT HOLD";
  return `[${String(number).padStart(String(of).length)}/${of}] ${assumption}: ${mark}`;
}

/**
 * The results as a table (assumption · here · service), the assumptions that do not hold with what orgform does then, and
 * the count. Ends in a newline.
 */
export function acceptanceText(
  { results }: AcceptanceRecord,
  assumptions: readonly AssumptionText[],
  { color, width }: { readonly color: boolean; readonly width: number },
): string {
  const paint = palette(color);
  const known = byKey(assumptions, "id");
  const rows = results.map(({ assumption, expected, observed }) => [
    assumption,
    expected,
    observed ?? "not checked",
  ]);
  const [head = "", ...others] = table(
    [["ASSUMPTION", "HERE", "SERVICE"], ...rows],
    Number.POSITIVE_INFINITY,
  );
  const lines = others.map((line, i) => {
    const { holds } = results[i] ?? {};
    return holds === false ? paint.delete(line) : holds === null ? paint.faint(line) : line;
  });
  const broken = results.filter(({ holds }) => holds === false);
  const details = broken.flatMap(({ assumption, observed }) => {
    const { says = assumption, otherwise = "" } = known.get(assumption) ?? {};
    return ["", ...wrap(`${assumption}: ${says} The service: ${observed}. ${otherwise}`, width)];
  });
  const unchecked = results.filter(({ holds }) => holds === null).length;
  const held = results.length - broken.length - unchecked;
  const summary = `${count(held, "assumption")} ${plural(held, "holds", "hold")}, ${broken.length} ${plural(broken.length, "does", "do")} not, ${unchecked} not checked.`;
  return `${[paint.strong(head), ...lines, ...details, "", summary].join("\n")}\n`;
}
