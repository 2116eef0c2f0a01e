import { expect, it } from "vitest";
import {
  makeChange,
  type PricedTimeline,
  startDraft,
  undoChange,
} from "../../src/access/order/draft-order.js";
import { necessaryOrder } from "../../src/access/order/necessary-order.js";
import { endOf, simulate } from "../../src/access/order/simulation.js";
import { timelinesOf } from "../../src/access/order/timeline.js";
import { type AccessState, emptyState, OPENED } from "../../src/access/values/access-state.js";
import { type AccessWrite, perform } from "../../src/access/values/effect.js";

const [WEST, EAST] = [0, 1];
const [ADA, BOB] = [0, 1];
const LEAVES_WEST: AccessWrite = {
  effects: [{ on: "membership", group: WEST, member: ADA, present: false }],
};
const JOINS_EAST: AccessWrite = {
  effects: [{ on: "membership", group: EAST, member: ADA, present: true }],
};
const EAST_SETS_E2: AccessWrite = {
  effects: [{ on: "group-value", group: EAST, attribute: 0, value: "e2" }],
};

/** Ada is in West, Bob in East. */
function worldWith(precedences: readonly [west: number, east: number]): AccessState {
  const state = emptyState({
    workspace: "prod",
    groups: ["West", "East"],
    members: ["ada", "bob"],
    attributes: ["region"],
  });
  perform(state, [
    { on: "precedence", group: WEST, precedence: precedences[0] },
    { on: "precedence", group: EAST, precedence: precedences[1] },
    { on: "group-value", group: WEST, attribute: 0, value: "west" },
    { on: "group-value", group: EAST, attribute: 0, value: "e1" },
    { on: "membership", group: WEST, member: ADA, present: true },
    { on: "membership", group: EAST, member: BOB, present: true },
  ]);
  return state;
}

it("prices a draft order as its example says", () => {
  const before = worldWith([20, 10]);
  const writes = [LEAVES_WEST, JOINS_EAST, { effects: [] }];
  const draft = startDraft(before, writes, endOf(before, writes), [0, 2, 1]);
  expect(draft).toMatchObject({ cost: OPENED, evaluations: 1 });
  const made = makeChange(draft, { write: 1, to: 0 }, OPENED);
  expect(draft).toMatchObject({ order: [1, 0, 2], cost: 0, evaluations: 2 });
  undoChange(draft, made);
  expect(draft).toMatchObject({ order: [0, 2, 1], cost: OPENED, evaluations: 2 });
  makeChange(draft, { write: 2, to: 0 }, OPENED);
  expect(draft).toMatchObject({ order: [2, 0, 1], cost: OPENED, evaluations: 2 });
});

it.each([
  ["West", [20, 10], ["1 2 0", "2 1 0"]],
  ["East", [10, 20], ["2 1 0"]],
] as const)("has the safe orders of the timeline's example if %s wins", (_, precedences, expected) => {
  const before = worldWith(precedences);
  const writes = [LEAVES_WEST, JOINS_EAST, EAST_SETS_E2];
  const timelines = timelinesOf(before, writes, endOf(before, writes));
  expect(timelines).toMatchObject([{ pair: ADA, first: "west", last: "e2", writes: [0, 1, 2] }]);
  const orders = ["0 1 2", "0 2 1", "1 0 2", "1 2 0", "2 0 1", "2 1 0"];
  const isSafe = (order: string) => simulate(before, writes, order.split(" ").map(Number)).length === 0;
  expect(orders.filter(isSafe)).toEqual(expected);
});

it("finds the necessary order of its example", () => {
  const before = worldWith([20, 10]);
  const draft = startDraft(before, [], before, [0, 1, 2]);
  /** The costs are by set of writes that are done: none, the first, the second, both. */
  const timeline = (writes: readonly number[], costs: number[]): PricedTimeline => ({
    timeline: { pair: 0, first: undefined, last: undefined, writes, effects: [[], []] },
    costs,
    cost: 0,
    isListed: false,
  });
  const [x, y, z] = [0, 1, 2];
  const timelines = [
    timeline([x, y], [0, 1, 0, 0]),
    timeline([x, z], [0, 0, 0, 0]),
    timeline([y, z], [0, 1, 0, 0]),
  ];
  const found = necessaryOrder({ ...draft, timelines });
  const pairs = [x, y, z].flatMap((one) => [x, y, z].map((other) => [one, other] as const));
  expect(pairs.filter(([one, other]) => found?.has(one, other))).toEqual([
    [y, x],
    [z, x],
    [z, y],
  ]);
});
