import type { ReviewFile } from "../../config/review/review-file.js";
import type { ReviewFacts } from "../../model/plan/plan.js";
import { factsDigest } from "../../plan/review/review-facts.js";
import { type Cells, wordsIn } from "../../report/review/review-cells.js";
import { checkReviewFacts } from "../documents/check-document.js";

/** A row of a list that came back, with the facts that were decided about. */
export interface ListedRow {
  readonly line: number;
  readonly cells: Cells;
  /** The facts; `undefined` if the column cannot be read. */
  readonly facts: ReviewFacts | undefined;
  /** True if the facts, their digest and the cells that say them in words do not agree. */
  readonly isEdited: boolean;
}

/** The rows of a list with their facts. One version wrote it, so it has one wording for each of our words. */
export function listedRows({ rows }: ReviewFile): readonly ListedRow[] {
  const read = rows.map((row) => {
    const facts = factsIn(row.cells);
    return { ...row, facts, words: facts && wordsIn(row.cells, facts) };
  });
  const wording = wordingOf(read.flatMap(({ words = [] }) => words));
  return read.map(({ words, ...row }) => ({
    ...row,
    isEdited:
      row.facts === undefined ||
      factsDigest(row.facts) !== row.cells.digest ||
      words === undefined ||
      words.some(([ours, theirs]) => wording.get(ours) !== theirs),
  }));
}

function factsIn({ facts = "" }: Cells): ReviewFacts | undefined {
  try {
    const checked = checkReviewFacts(JSON.parse(facts));
    return "document" in checked ? checked.document : undefined;
  } catch {
    return undefined;
  }
}

/** The wording that a list has most often for each of our words. */
function wordingOf(all: readonly (readonly [string, string])[]): ReadonlyMap<string, string> {
  const counts = new Map<string, Map<string, number>>();
  for (const [ours, theirs] of all) {
    const found = counts.get(ours) ?? new Map<string, number>();
    counts.set(ours, found.set(theirs, (found.get(theirs) ?? 0) + 1));
  }
  return new Map(
    [...counts].map(([ours, found]) => {
      const [[words = ""] = []] = [...found].sort(([, a], [, b]) => b - a);
      return [ours, words];
    }),
  );
}
