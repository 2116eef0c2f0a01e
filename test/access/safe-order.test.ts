import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accessDependencies } from "../../src/access/access-dependencies.js";
import { perform } from "../../src/access/effect.js";
import { orderSafely } from "../../src/access/safe-order.js";
import { force, type Move, simulate, startSimulation } from "../../src/access/simulation.js";
import { temporaryMoves } from "../../src/access/temporary-precedence.js";
import { cloneState, isSafeBetween, outcomeOf, pairOf, sameOutcome } from "../../src/access/world.js";
import { type Transition, transitionOf, transitions } from "./random-world.js";

const small = transitions({ groups: 4, members: 3, attributes: 2 });

describe("an access-safe order", () => {
  it("does every write once and ends where the writes lead", () => {
    fc.assert(
      fc.property(small, ({ before, writes, taken }) => {
        const moves = orderSafely(before, writes, taken);
        const done = moves.flatMap((move) => (move.kind === "write" ? [move.write] : []));
        expect([...done].sort((a, b) => a - b)).toEqual(writes.map((_, i) => i));
        const end = cloneState(before);
        const walked = startSimulation(before, writes);
        for (const write of writes) perform(end, write.effects);
        for (const move of moves) force(walked, move);
        expect(walked.now.precedence).toEqual(end.precedence);
        expect(walked.now.groupValue).toEqual(end.groupValue);
        expect(walked.now.membersOf.map((s) => [...s].sort())).toEqual(
          end.membersOf.map((s) => [...s].sort()),
        );
      }),
      { numRuns: 300 },
    );
  });

  it("never leaves anybody without a value that they had and will have, whatever the world (R1)", () => {
    fc.assert(
      fc.property(small, ({ before, writes, taken }) => {
        const moments = simulate(before, writes, orderSafely(before, writes, taken));
        expect(moments.filter(({ outcome }) => outcome === undefined)).toEqual([]);
      }),
      { numRuns: 1_000 },
    );
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
            .flatMap((_, m) => Array.from({ length: before.attributeCount }, (_, a) => pairOf(before, m, a)))
            .filter(
              (pair) => !isSafeBetween(outcomeOf(now, pair), outcomeOf(before, pair), outcomeOf(end, pair)),
            );
          const anew = exposed.filter((pair) => !sameOutcome(outcomeOf(now, pair), outcomeOf(earlier, pair)));
          const reported = force(simulation, { kind: "write", write });
          expect(exposed).toEqual(expect.arrayContaining([...reported]));
          expect(reported).toEqual(expect.arrayContaining(anew));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("is found whenever a complete search finds one (R2)", () => {
    let searched = 0;
    fc.assert(
      fc.property(transitions({ groups: 4, members: 2, attributes: 1 }), (transition) => {
        const { before, writes, taken } = transition;
        fc.pre(writes.length <= 9);
        const windows = simulate(before, writes, orderSafely(before, writes, taken));
        if (windows.length === 0) return;
        searched += 1;
        expect(existsSafeOrder(transition)).toBe(false);
      }),
      { numRuns: 1_500 },
    );
    expect(searched).toBeGreaterThan(0);
  });

  it("stays safe in every interleaving that its dependencies allow", () => {
    fc.assert(
      fc.property(small, fc.infiniteStream(fc.nat()), ({ before, writes, taken }, random) => {
        const moves = orderSafely(before, writes, taken);
        const needs = accessDependencies(before, writes, moves);
        const planned = momentsByPair(before, writes, moves);
        for (let round = 0; round < 4; round += 1) {
          const shuffled = linearization(needs, random).flatMap((at) => moves[at] ?? []);
          expect(momentsByPair(before, writes, shuffled)).toEqual(planned);
          expect(endPrecedences(before, writes, shuffled)).toEqual(endPrecedences(before, writes, moves));
        }
      }),
      { numRuns: 300 },
    );
  });

  it("parks a group where two precedences swap, and says so by a temporary move", () => {
    const from = {
      precedence: [0, 10, 20],
      members: [[], [true], [true]],
      values: [[], ["east"], ["west"]],
      own: [],
    };
    const to = { ...from, precedence: [0, 20, 10] };
    const { before, writes, taken } = transitionOf({ groups: 3, members: 1, attributes: 1 }, from, to);
    const moves = orderSafely(before, writes, taken);
    expect(simulate(before, writes, moves)).toEqual([]);
    expect(moves.filter((move) => move.kind === "temporary")).toHaveLength(1);
    expect(moves).toHaveLength(3);
  });

  it("lets writes that touch different people or attributes run side by side", () => {
    const from = { precedence: [0, 1, 2], members: [[], [], []], values: [], own: [] };
    const to = {
      precedence: [0, 1, 2],
      members: [[], [true, false], [false, true]],
      values: [[], ["x", "y"], ["x", "y"]],
      own: [],
    };
    const { before, writes, taken } = transitionOf({ groups: 3, members: 2, attributes: 2 }, from, to);
    const moves = orderSafely(before, writes, taken);
    const needs = accessDependencies(before, writes, moves);
    const values = moves.flatMap((m, i) => (kindOf(writes, m) === "group-value" ? [i] : []));
    expect(values.map((at) => needs[at])).toEqual([[], [], [], []]);
    const joins = moves.flatMap((m, i) => (kindOf(writes, m) === "membership" ? [i] : []));
    // Each membership waits for its own group's two values only.
    expect(joins.map((at) => needs[at]?.length)).toEqual([2, 2]);
  });
});

function kindOf(writes: Transition["writes"], move: Move): string {
  return move.kind === "temporary" ? "precedence" : (writes[move.write]?.effects[0]?.on ?? "");
}

function endPrecedences(before: Transition["before"], writes: Transition["writes"], moves: readonly Move[]) {
  const simulation = startSimulation(before, writes);
  for (const move of moves) force(simulation, move);
  return simulation.now.precedence;
}

/** Per pair, the sequence of distinct exposed outcomes: what no interleaving may change. */
function momentsByPair(before: Transition["before"], writes: Transition["writes"], moves: readonly Move[]) {
  const seen: Record<number, unknown[]> = {};
  for (const { pair, outcome } of simulate(before, writes, moves)) {
    const list = seen[pair] ?? [];
    seen[pair] = list;
    const last = list[list.length - 1] as never;
    if (list.length === 0 || !sameOutcome(last, outcome)) list.push(outcome ?? null);
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

/** Breadth-first over every set of done writes and every parking place: slow, obvious, and independent of the planner's search. */
function existsSafeOrder({ before, writes, taken }: Transition): boolean {
  const end = cloneState(before);
  for (const write of writes) perform(end, write.effects);
  type Node = { done: ReadonlySet<number>; parked: ReadonlyMap<number, number> };
  const stateOf = ({ done, parked }: Node) => {
    const state = cloneState(before);
    for (const [group, precedence] of parked) state.precedence[group] = precedence;
    for (const write of done) perform(state, writes[write]?.effects ?? []);
    return state;
  };
  const isSafe = (node: Node): boolean => {
    const state = stateOf(node);
    for (let pair = 0; pair < before.groupsOf.length * before.attributeCount; pair += 1) {
      const now = outcomeOf(state, pair);
      if (!sameOutcome(now, outcomeOf(before, pair)) && !sameOutcome(now, outcomeOf(end, pair))) return false;
    }
    return true;
  };
  const queue: Node[] = [{ done: new Set(), parked: new Map() }];
  const seen = new Set<string>();
  for (let node = queue.pop(); node !== undefined; node = queue.pop()) {
    if (node.done.size === writes.length) return true;
    const key = `${[...node.done].sort().join()}|${[...node.parked].sort().join(";")}`;
    if (seen.has(key)) continue;
    seen.add(key);
    const { done, parked } = node;
    const left = writes.flatMap((_, i) => (done.has(i) ? [] : [i]));
    const next: Node[] = left.map((i) => ({ done: new Set([...done, i]), parked }));
    for (const move of temporaryMoves(stateOf(node), writes, left, taken)) {
      if (!parked.has(move.group))
        next.push({ done, parked: new Map([...parked, [move.group, move.precedence]]) });
    }
    queue.push(...next.filter(isSafe));
  }
  return false;
}
