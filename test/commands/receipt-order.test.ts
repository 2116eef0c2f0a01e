import { expect, it } from "vitest";
import type { FoundReceipt } from "../../src/commands/receipts/read-receipt.js";
import { newestOf, orderOf } from "../../src/commands/receipts/receipt-order.js";
import { receiptOf } from "../support/receipts.js";

/** The receipt of a run on a day of September that follows others, or of a version that did not say so. */
function found(digest: string, day: number, follows?: readonly string[]): FoundReceipt {
  const started_at = `2026-09-0${day}T06:00:00.000Z`;
  return {
    path: `${digest}.jsonl`,
    digest,
    receipt: receiptOf({ started_at, ...(follows && { follows }) }),
  };
}

/** The names of the newest runs, and of all of them, oldest first. */
function orderAmong(...receipts: readonly FoundReceipt[]) {
  const order = orderOf(receipts);
  const names = (list: readonly FoundReceipt[]) => list.map(({ digest }) => digest).join(" ");
  return { newest: names(newestOf(order.oldestFirst, order)), all: names(order.oldestFirst) };
}

it("a run follows what the runs follow that it names, whatever the clocks say", () => {
  const [first, second, third] = [found("a", 9, []), found("b", 5, ["a"]), found("c", 1, ["b"])];
  expect(orderAmong(third, second, first)).toEqual({ newest: "c", all: "a b c" });
  const { isBefore } = orderOf([first, second, third]);
  expect([isBefore(first.receipt, third.receipt), isBefore(third.receipt, first.receipt)]).toEqual([
    true,
    false,
  ]);
});

it("two runs that did not know each other have no order, however far their clocks are apart", () => {
  expect(orderAmong(found("a", 1, []), found("b", 2, ["a"]), found("c", 9, ["a"])).newest).toBe("b c");
});

it.each([
  ["the older one", undefined, []],
  ["the newer one", [], undefined],
  ["both", undefined, undefined],
])("clocks decide where a version that did not say what it follows wrote %s", (_, older, newer) => {
  expect(orderAmong(found("b", 9, newer), found("a", 1, older))).toEqual({ newest: "b", all: "a b" });
});

it("a run is no earlier than one that it follows, also beside runs that say nothing", () => {
  const receipts = [found("a", 8, []), found("b", 2, ["a"]), found("old", 5)];
  expect(orderAmong(...receipts)).toEqual({ newest: "b", all: "old a b" });
});

it("a receipt that is not there is missed unless it surely came before the runs that count", () => {
  const receipts = [found("b", 2, ["lost"]), found("c", 3, ["b"]), found("d", 4, ["gone"])];
  const missed = (...runs: readonly FoundReceipt[]) =>
    orderOf(receipts)
      .followingLost(runs.map(({ receipt }) => receipt))
      .map(({ digest }) => digest);
  const [b, c, d] = receipts as [FoundReceipt, FoundReceipt, FoundReceipt];
  expect([missed(b), missed(c), missed(d), missed(c, d)]).toEqual([["d"], ["d"], ["b"], ["b", "d"]]);
});
