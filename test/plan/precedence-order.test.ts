import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choosePrecedences } from "../../src/plan/diff/precedence-order.js";

type OrderedGroup = Parameters<typeof choosePrecedences>[0][number];

const ranked = (...precedences: readonly (number | undefined)[]): OrderedGroup[] =>
  precedences.map((precedence, i) => ({ name: `g${i}`, precedence }));
const chosenFor = (order: readonly OrderedGroup[], taken: ReadonlySet<number> = new Set()) => {
  const chosen = choosePrecedences(order, taken);
  return order.map(({ name }) => chosen.get(name) ?? 0);
};

const orders = fc.array(fc.option(fc.integer({ min: 1, max: 14 }), { nil: undefined }), { maxLength: 7 });
const taken = fc.uniqueArray(fc.integer({ min: 1, max: 14 }), { maxLength: 5 }).map((list) => new Set(list));

describe("choosing precedences for an order", () => {
  it("numbers a new order with room in between", () => {
    expect(chosenFor(ranked(undefined, undefined, undefined))).toEqual([30, 20, 10]);
  });

  it("keeps an order that stands, whatever its numbers", () => {
    expect(chosenFor(ranked(900, 7, 2))).toEqual([900, 7, 2]);
  });

  it("puts a new group into the gap and leaves its neighbours alone", () => {
    expect(chosenFor(ranked(20, undefined, 10))).toEqual([20, 15, 10]);
  });

  it("chooses as the example of the source says", () => {
    expect(chosenFor(ranked(40, 10, 30, undefined), new Set([15]))).toEqual([40, 35, 30, 14]);
  });

  it("moves a neighbour only where the gap is full", () => {
    expect(chosenFor(ranked(11, undefined, 10)).filter((n, i) => n !== [11, undefined, 10][i])).toHaveLength(
      2,
    );
  });

  it("does not overtake groups outside the order where there is room below them", () => {
    // A group at 1 is to come above one at 5; somebody else's is at 9.
    expect(chosenFor(ranked(1, 5), new Set([9]))).toEqual([7, 5]);
    expect(chosenFor(ranked(1, 5), new Set([6]))).toEqual([15, 5]);
    // Where it cannot stay below all of them, it overtakes the lowest only.
    const [first = 0] = chosenFor(ranked(5, 11), new Set([12, 20]));
    expect(first).toBeGreaterThan(12);
    expect(first).toBeLessThan(20);
    const many = new Set(Array.from({ length: 200_000 }, (_, i) => i + 10));
    expect(chosenFor(ranked(1, 5), many)).toEqual([7, 5]);
  });

  it("avoids numbers that other groups leave, where another one will do", () => {
    expect(chosenFor(ranked(10, 20, undefined))).toEqual([30, 20, 11]);
  });

  it("stays below the highest number that the file can say", () => {
    const most = 2_147_483_647;
    expect(chosenFor(ranked(undefined, most))).toEqual([20, 10]);
    expect(chosenFor(ranked(undefined, undefined, most - 1))).toEqual([30, 20, 10]);
    expect(chosenFor(ranked(undefined, most - 1))).toEqual([most, most - 1]);
  });

  it("descends, is positive and avoids the numbers of groups outside the order", () => {
    fc.assert(
      fc.property(orders, taken, (precedences, used) => {
        const order = ranked(...precedences);
        const numbers = chosenFor(order, used);
        for (const [i, number] of numbers.entries()) {
          expect(number).toBeGreaterThan(0);
          if (i > 0) expect(number).toBeLessThan(numbers[i - 1] ?? 0);
          if (number !== precedences[i]) expect(used.has(number)).toBe(false);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it("changes nothing when it is asked again", () => {
    fc.assert(
      fc.property(orders, taken, (precedences, used) => {
        const once = chosenFor(ranked(...precedences), used);
        expect(chosenFor(ranked(...once), used)).toEqual(once);
      }),
      { numRuns: 1_000 },
    );
  });

  it("writes no more groups than a complete search needs", () => {
    fc.assert(
      fc.property(orders, taken, (precedences, used) => {
        const order = ranked(...precedences);
        const written = chosenFor(order, used).filter((n, i) => n !== precedences[i]).length;
        expect(written).toBe(fewestWrites(precedences, used));
      }),
      { numRuns: 1_500 },
    );
  });
});

/** Tries every set of groups that could keep their numbers. */
function fewestWrites(precedences: readonly (number | undefined)[], used: ReadonlySet<number>): number {
  let fewest = precedences.length;
  for (let mask = 0; mask < 1 << precedences.length; mask += 1) {
    const kept = precedences.map((n, i) => ((mask >> i) & 1 ? n : undefined));
    if (precedences.some((n, i) => (mask >> i) & 1 && n === undefined)) continue;
    if (fits(kept, used)) fewest = Math.min(fewest, kept.filter((n) => n === undefined).length);
  }
  return fewest;
}

/** Whether numbers for the open places exist: from the lowest up, each takes the first free one. */
function fits(kept: readonly (number | undefined)[], used: ReadonlySet<number>): boolean {
  let last = 0;
  for (const n of [...kept].reverse()) {
    if (n !== undefined) {
      if (n <= last) return false;
      last = n;
      continue;
    }
    last += 1;
    while (used.has(last)) last += 1;
  }
  return true;
}
