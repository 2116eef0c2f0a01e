import type { Receipt } from "../../model/plan/receipt.js";
import { newestRuns } from "../../plan/people/approved-arrivals.js";
import { compareText } from "../../util/collections.js";
import type { FoundReceipt } from "./read-receipt.js";

/** The known order of receipts. */
export interface ReceiptOrder {
  /** The receipts, oldest first: as they say of each other, and by clocks where they say nothing. */
  readonly oldestFirst: readonly FoundReceipt[];
  /**
   * Returns true if the run of the first receipt certainly came before that of the second: the second follows
   * it. A clock counts only if one of the two was written by a version that did not record what it follows;
   * two runs that did not know each other have no certain order.
   */
  isBefore(a: Receipt, b: Receipt): boolean;
  /** The receipts that follow one which is not there, unless that one surely came before all of these runs. */
  followingLost(runs: readonly Receipt[]): readonly FoundReceipt[];
}

/** The rank of a receipt: a run never began before one that it follows, regardless of its clock. */
interface Rank {
  readonly moment: string;
  readonly depth: number;
}

/** The receipts that no other one certainly follows, newest first, each once: a copy is no second run. */
export function newestOf(
  receipts: readonly FoundReceipt[],
  { isBefore }: Pick<ReceiptOrder, "isBefore">,
): readonly FoundReceipt[] {
  const runs = receipts.map(({ receipt }) => receipt);
  const newest = newestRuns(runs, { runs, isBefore });
  const found = receipts.filter(({ receipt }) => newest.includes(receipt));
  return [...new Map(found.map((one) => [one.digest, one])).values()];
}

/** Orders receipts by what they say of each other. */
export function orderOf(receipts: readonly FoundReceipt[]): ReceiptOrder {
  const byDigest = new Map(receipts.map((found) => [found.digest, found]));
  const digests = new Map(receipts.map(({ receipt, digest }) => [receipt, digest]));
  const followedBy = ({ receipt }: FoundReceipt) =>
    (receipt.follows ?? []).flatMap((digest) => byDigest.get(digest) ?? []);
  const ancestors = new Map<Receipt, ReadonlySet<string>>();
  const ancestorsOf = (receipt: Receipt): ReadonlySet<string> => {
    const known = ancestors.get(receipt);
    if (known !== undefined) return known;
    const found = new Set<string>();
    const waiting = [...(receipt.follows ?? [])];
    for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
      if (found.has(next)) continue;
      found.add(next);
      waiting.push(...(byDigest.get(next)?.receipt.follows ?? []));
    }
    ancestors.set(receipt, found);
    return found;
  };
  const follows = (b: Receipt, a: Receipt): boolean => ancestorsOf(b).has(digests.get(a) ?? "");
  const isLost = (digest: string): boolean => !byDigest.has(digest);
  const ranks = ranksOf(receipts, followedBy);
  const rankOf = (receipt: Receipt): Rank =>
    ranks.get(digests.get(receipt) ?? "") ?? { moment: receipt.started_at, depth: 0 };
  return {
    oldestFirst: receipts.toSorted(
      ({ path: a, receipt: one }, { path: b, receipt: other }) =>
        compareText(rankOf(one).moment, rankOf(other).moment) ||
        rankOf(one).depth - rankOf(other).depth ||
        a.length - b.length ||
        compareText(a, b),
    ),
    isBefore(a, b) {
      if (follows(b, a)) return true;
      const isRecorded = a.follows !== undefined && b.follows !== undefined;
      return !isRecorded && rankOf(a).moment < rankOf(b).moment;
    },
    followingLost: (runs) =>
      receipts.filter(({ receipt }) =>
        receipt.follows?.some(
          (digest) => isLost(digest) && !runs.every((run) => ancestorsOf(run).has(digest)),
        ),
      ),
  };
}

/** The rank of each receipt by its digest, those that it follows first. */
function ranksOf(
  receipts: readonly FoundReceipt[],
  followedBy: (found: FoundReceipt) => readonly FoundReceipt[],
): ReadonlyMap<string, Rank> {
  const ranks = new Map<string, Rank>();
  const waiting = [...receipts];
  for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
    const earlier = followedBy(next);
    const unplaced = earlier.filter(({ digest }) => !ranks.has(digest));
    if (unplaced.length > 0) {
      waiting.push(...unplaced);
      continue;
    }
    waiting.pop();
    const before = earlier.flatMap(({ digest }) => ranks.get(digest) ?? []);
    const moments = [momentOf(next.receipt), ...before.map(({ moment }) => moment)];
    ranks.set(next.digest, {
      moment: moments.sort(compareText).at(-1) ?? "",
      depth: Math.max(-1, ...before.map(({ depth }) => depth)) + 1,
    });
  }
  return ranks;
}

/** One form of a moment, so that texts compare as moments do. */
const momentOf = ({ started_at }: Receipt): string => new Date(started_at).toISOString();
