import type { DataVerdict } from "../../model/plan/plan.js";
import { plural } from "../../util/count.js";

/**
 * Counts people by verdict: `1 sees more, 3 less, 1 other`. Others see other rows, or more of one thing and less of
 * another; those of whom nothing is certain, and those for whom nothing changes, are counted among them and named.
 */
export function verdictText(counts: Readonly<Record<DataVerdict, number>>): string {
  const { widened, narrowed, moved, same, unclear } = counts;
  const named = [
    ...(unclear === 0 ? [] : [`${unclear} unclear`]),
    ...(same === 0 ? [] : [`${same} the same`]),
  ];
  const others = `${moved + same + unclear} other${named.length === 0 ? "" : ` (${named.join(", ")})`}`;
  return `${widened} ${plural(widened, "sees", "see")} more, ${narrowed} less, ${others}`;
}
