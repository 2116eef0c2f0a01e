import type { ReviewFile } from "../../config/review/review-file.js";
import { DECISIONS } from "../../render/review/review-cells.js";
import type { DecisionCells } from "../../render/review/review-list.js";
import { keptInert } from "../../util/escape.js";
import { groupBy } from "../../util/group-by.js";
import { isEdited } from "./check-rows.js";
import { decisionOf } from "./decision.js";

/**
 * The decisions of an earlier list by the digest of their rows: the same digest is the same person with the same facts.
 * A decision that lacks something, a row that was edited and one that stands there twice are left out.
 */
export function decisionsToCarry({ rows }: ReviewFile, today: string): ReadonlyMap<string, DecisionCells> {
  const byDigest = groupBy(
    rows.map(({ cells }) => cells),
    ({ digest = "" }) => digest,
  );
  const carried = new Map<string, DecisionCells>();
  for (const [digest, [cells, ...others]] of byDigest) {
    if (cells === undefined || others.length > 0 || isEdited(cells)) continue;
    const { decision, problems } = decisionOf(cells, cells.member ?? "", today);
    if (decision === undefined || problems.length > 0) continue;
    const [, reviewer = "", date = "", note = ""] = DECISIONS.map((column) =>
      keptInert((cells[column] ?? "").trim()),
    );
    carried.set(digest, { decision, reviewer, date, note });
  }
  return carried;
}
