import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accessDependencies } from "../../src/access/order/access-dependencies.js";
import { orderSafely } from "../../src/access/order/safe-order.js";
import { force, simulate, startSimulation } from "../../src/access/order/simulation.js";
import {
  cloneState,
  isSafeBetween,
  memberAttributeOf,
  outcomeOf,
  sameOutcome,
} from "../../src/access/values/access-state.js";
import { perform } from "../../src/access/values/effect.js";
import { isOneOf, momentsOf, plainAccess, play, textsOf } from "./plain-access.js";
import { reorderings, replacements, type Transition, transitionOf, transitions } from "./random-world.js";

const REPAIRED = transitions({ groups: 4, members: 3, attributes: 1 });
const TINY = { groups: 4, members: 2, attributes: 1 };
const small = transitions({ groups: 4, members: 3, attributes: 2 });
/** With one attribute: where two make a world without a safe order, nearly all of the time goes to looking for one. */
const replacing = replacements({ groups: 7, members: 4, attributes: 1 });
/** With values that hold nobody back. */
const open = fc.oneof(
  transitions({ groups: 4, members: 4, attributes: 2 }, ["a", "b", "", "%"]),
  reorderings({ groups: 6, members: 5, attributes: 2 }, ["a", "b", "c", "%"]),
);

describe("an access-safe order", () => {
  it("does every write once and ends where the writes lead", () => {
    fc.assert(
      fc.property(fc.oneof(small, replacing), ({ before, writes }) => {
        const order = orderSafely(before, writes);
        expect([...order].sort((a, b) => a - b)).toEqual(writes.map((_, i) => i));
        const end = cloneState(before);
        const walked = startSimulation(before, writes);
        for (const write of writes) perform(end, write.effects);
        for (const write of order) force(walked, write);
        expect(walked.now.precedence).toEqual(end.precedence);
        expect(walked.now.groupValue).toEqual(end.groupValue);
        expect(walked.now.membersOf.map((s) => [...s].sort())).toEqual(
          end.membersOf.map((s) => [...s].sort()),
        );
      }),
      { numRuns: 150 },
    );
  });

  it("opens nobody on the way who is open neither before nor after, also where it exposes somebody (R1)", () => {
    let exposing = 0;
    fc.assert(
      fc.property(open, ({ before, writes }) => {
        const moments = momentsOf(before, writes, orderSafely(before, writes));
        exposing += moments.length > 0 ? 1 : 0;
        expect(moments.filter(({ opened }) => opened)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(exposing).toBeGreaterThan(2);
  });

  it("is judged by everybody whom a move exposes, as looking at everybody shows", () => {
    fc.assert(
      fc.property(small, fc.infiniteStream(fc.nat()), ({ before, writes }, random) => {
        const end = cloneState(before);
        for (const write of writes) perform(end, write.effects);
        const now = cloneState(before);
        const shuffled = linearization(
          writes.map(() => []),
          random,
        );
        const simulation = startSimulation(before, writes);
        for (const write of shuffled) {
          const earlier = cloneState(now);
          perform(now, writes[write]?.effects ?? []);
          const exposed = before.groupsOf
            .flatMap((_, m) =>
              Array.from({ length: before.attributeCount }, (_, a) => memberAttributeOf(before, m, a)),
            )
            .filter(
              (pair) => !isSafeBetween(outcomeOf(now, pair), outcomeOf(before, pair), outcomeOf(end, pair)),
            );
          const anew = exposed.filter((pair) => !sameOutcome(outcomeOf(now, pair), outcomeOf(earlier, pair)));
          const reported = force(simulation, write);
          expect(exposed).toEqual(expect.arrayContaining([...reported]));
          expect(reported).toEqual(expect.arrayContaining(anew));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is found whenever a complete search finds one, also one that may give groups other numbers for a while (R2)", () => {
    let searched = 0;
    fc.assert(
      fc.property(
        fc.oneof(transitions(TINY), reorderings(TINY), replacements({ ...TINY, groups: 5 })),
        (transition) => {
          const { before, writes } = transition;
          fc.pre(writes.length <= 9);
          if (momentsOf(before, writes, orderSafely(before, writes)).length === 0) return;
          searched += 1;
          expect(existsSafeOrder(transition)).toBe(false);
        },
      ),
      { numRuns: 1_500 },
    );
    expect(searched).toBeGreaterThan(0);
  });

  it("is found by repair where what is safe at each step leads to none (R2)", () => {
    fc.assert(
      fc.property(REPAIRED, (transition) => {
        const { before, writes } = transition;
        fc.pre(writes.length <= 13);
        if (momentsOf(before, writes, orderSafely(before, writes)).length === 0) return;
        expect(existsSafeOrder(transition, [])).toBe(false);
      }),
      { numRuns: 1_000 },
    );
  });

  it("stays safe in every interleaving that its dependencies allow", () => {
    fc.assert(
      fc.property(fc.oneof(small, replacing), fc.infiniteStream(fc.nat()), ({ before, writes }, random) => {
        const order = orderSafely(before, writes);
        const needs = accessDependencies(before, writes, order);
        const planned = momentsByPair(before, writes, order);
        for (let round = 0; round < 4; round += 1) {
          const shuffled = linearization(needs, random).flatMap((at) => order[at] ?? []);
          expect(momentsByPair(before, writes, shuffled)).toEqual(planned);
          expect(endPrecedences(before, writes, shuffled)).toEqual(endPrecedences(before, writes, order));
        }
      }),
      { numRuns: 150 },
    );
  });

  it("swaps two precedences in two writes: in between one of the two values wins", () => {
    const from = {
      precedence: [0, 10, 20],
      members: [[], [true], [true]],
      values: [[], ["east"], ["west"]],
      own: [],
    };
    const to = { ...from, precedence: [0, 20, 10] };
    const { before, writes } = transitionOf({ groups: 3, members: 1, attributes: 1 }, from, to);
    const order = orderSafely(before, writes);
    expect(simulate(before, writes, order)).toEqual([]);
    expect(order).toHaveLength(2);
  });

  it("puts a group that rises before one that sinks where a third is between them", () => {
    const from = {
      precedence: [0, 10, 20, 15],
      members: [[], [true], [true], [true]],
      values: [[], ["east"], ["west"], ["north"]],
      own: [],
    };
    const to = { ...from, precedence: [0, 20, 10, 15] };
    const { before, writes } = transitionOf({ groups: 4, members: 1, attributes: 1 }, from, to);
    const order = orderSafely(before, writes);
    expect(simulate(before, writes, order)).toEqual([]);
    expect(order.map((write) => writes[write]?.effects)).toEqual([
      [{ on: "precedence", group: 1, precedence: 20 }],
      [{ on: "precedence", group: 2, precedence: 10 }],
    ]);
  });

  it("moves somebody between two groups of one precedence: added first, then removed", () => {
    const from = {
      precedence: [0, 10, 10],
      members: [[], [true], [false]],
      values: [["none"], ["east"], ["west"]],
      own: [],
    };
    const to = { ...from, members: [[], [false], [true]] };
    const { before, writes } = transitionOf({ groups: 3, members: 1, attributes: 1 }, from, to);
    const order = orderSafely(before, writes);
    expect(simulate(before, writes, order)).toEqual([]);
    expect(order.map((write) => writes[write]?.effects)).toEqual([
      [{ on: "membership", group: 2, member: 0, present: true }],
      [{ on: "membership", group: 1, member: 0, present: false }],
    ]);
  });

  it("lets writes that touch different people or attributes run side by side", () => {
    const from = { precedence: [0, 1, 2], members: [[], [], []], values: [], own: [] };
    const to = {
      precedence: [0, 1, 2],
      members: [[], [true, false], [false, true]],
      values: [[], ["x", "y"], ["x", "y"]],
      own: [],
    };
    const { before, writes } = transitionOf({ groups: 3, members: 2, attributes: 2 }, from, to);
    const order = orderSafely(before, writes);
    const needs = accessDependencies(before, writes, order);
    const values = order.flatMap((write, i) => (kindOf(writes, write) === "group-value" ? [i] : []));
    expect(values.map((at) => needs[at])).toEqual([[], [], [], []]);
    const joins = order.flatMap((write, i) => (kindOf(writes, write) === "membership" ? [i] : []));
    // Each membership waits for its own group's two values only.
    expect(joins.map((at) => needs[at]?.length)).toEqual([2, 2]);
  });
});

function kindOf(writes: Transition["writes"], write: number): string {
  return writes[write]?.effects[0]?.on ?? "";
}

function endPrecedences(
  before: Transition["before"],
  writes: Transition["writes"],
  order: readonly number[],
) {
  const simulation = startSimulation(before, writes);
  for (const write of order) force(simulation, write);
  return simulation.now.precedence;
}

/** Per member and attribute, the sequence of texts that expose them: what no interleaving may change. */
function momentsByPair(before: Transition["before"], writes: Transition["writes"], order: readonly number[]) {
  const seen: Record<string, string[]> = {};
  for (const { member, attribute, texts } of momentsOf(before, writes, order)) {
    const key = `${member} ${attribute}`;
    const list = seen[key] ?? [];
    seen[key] = list;
    if (list.at(-1) !== texts.join(" | ")) list.push(texts.join(" | "));
  }
  return seen;
}

/** A random order that respects the needs. */
function linearization(needs: readonly (readonly number[])[], random: Iterator<number>): number[] {
  const done = new Set<number>();
  const order: number[] = [];
  while (order.length < needs.length) {
    const ready = needs.flatMap((n, i) => (!done.has(i) && n.every((d) => done.has(d)) ? [i] : []));
    const next = ready[(random.next().value ?? 0) % ready.length];
    if (next === undefined) throw new Error("the needs form a cycle");
    done.add(next);
    order.push(next);
  }
  return order;
}

/** Something that a run could do: a write, or a number that a group has until its own precedence is written. */
type Deed = number | { readonly group: number; readonly precedence: number };

/** The numbers below the highest, and a few above it, that no group has before or after. */
function freeNumbers(before: Transition["before"], writes: Transition["writes"]): readonly number[] {
  const effects = writes.flatMap((write) => write.effects);
  const planned = effects.flatMap((effect) => (effect.on === "precedence" ? [effect.precedence] : []));
  const inUse = [...before.precedence, ...planned];
  const highest = Math.max(...inUse) + before.precedence.length;
  return Array.from({ length: highest }, (_, i) => i + 1).filter((number) => !inUse.includes(number));
}

/**
 * Looks at every set of done writes and every free number that a group could wait on, with an access of its own: slow,
 * obvious, and independent of the planner, which never uses such numbers.
 */
function existsSafeOrder(
  { before, writes }: Transition,
  free: readonly number[] = freeNumbers(before, writes),
): boolean {
  const pairs = before.groupsOf.flatMap((_, member) =>
    Array.from({ length: before.attributeCount }, (_, attribute) => [member, attribute] as const),
  );
  const effectsOf = (deed: Deed) =>
    typeof deed === "number" ? (writes[deed]?.effects ?? []) : [{ on: "precedence" as const, ...deed }];
  const look = (deeds: readonly Deed[]): readonly (readonly string[])[] => {
    const access = plainAccess(before);
    for (const deed of deeds) play(access, effectsOf(deed));
    return pairs.map(([member, attribute]) => textsOf(access, member, attribute));
  };
  const first = look([]);
  const last = look([...writes.keys()]);
  const precedenceWrites = writes.flatMap(({ effects }, write) =>
    effects.flatMap((effect) => (effect.on === "precedence" ? [{ write, ...effect }] : [])),
  );
  const queue: (readonly Deed[])[] = [[]];
  const seen = new Set<string>();
  for (let deeds = queue.pop(); deeds !== undefined; deeds = queue.pop()) {
    const now = look(deeds);
    if (!now.every((texts, i) => isOneOf(texts, first[i] ?? [], last[i] ?? []))) continue;
    const key = JSON.stringify(deeds.map((deed) => JSON.stringify(deed)).sort());
    if (seen.has(key)) continue;
    seen.add(key);
    const left = [...writes.keys()].filter((write) => !deeds.includes(write));
    if (left.length === 0) return true;
    for (const write of left) queue.push([...deeds, write]);
    const waiting = deeds.flatMap((deed) => (typeof deed === "number" ? [] : [deed]));
    for (const { write, group } of precedenceWrites) {
      if (!left.includes(write) || waiting.some((deed) => deed.group === group)) continue;
      for (const precedence of free)
        if (!waiting.some((deed) => deed.precedence === precedence))
          queue.push([...deeds, { group, precedence }]);
    }
  }
  return false;
}
