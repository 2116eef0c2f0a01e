import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { accessDependencies } from "../../src/access/order/access-dependencies.js";
import { pruneTemporaries } from "../../src/access/order/prune-temporaries.js";
import { orderSafely } from "../../src/access/order/safe-order.js";
import { force, type Move, simulate, startSimulation } from "../../src/access/order/simulation.js";
import { freeNumbersNear } from "../../src/access/order/temporary-precedence.js";
import {
  cloneState,
  isSafeBetween,
  memberAttributeOf,
  outcomeOf,
  sameOutcome,
} from "../../src/access/values/access-state.js";
import { perform } from "../../src/access/values/effect.js";
import { MOST_PRECEDENCE } from "../../src/model/resource-kind.js";
import { momentsOf, plainAccess, play, textsOf } from "./plain-access.js";
import { reorderings, replacements, type Transition, transitionOf, transitions } from "./random-world.js";

const TINY = { groups: 4, members: 2, attributes: 1 };
const small = transitions({ groups: 4, members: 3, attributes: 2 });
const swapping = reorderings({ groups: 8, members: 6, attributes: 3 });
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
      fc.property(fc.oneof(small, replacing), ({ before, writes, taken }) => {
        const moves = orderSafely(before, writes, taken);
        const done = moves.flatMap((move) => (move.kind === "write" ? [move.write] : []));
        const displaced = moves.flatMap((move) => (move.kind === "temporary" ? [move.group] : []));
        const needed = writes.flatMap(({ effects, settlesCreation }, i) =>
          settlesCreation && !effects.some((effect) => "group" in effect && displaced.includes(effect.group))
            ? []
            : [i],
        );
        expect([...done].sort((a, b) => a - b)).toEqual(needed);
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
      { numRuns: 150 },
    );
  });

  it("opens nobody on the way who is open neither before nor after, also where it exposes somebody (R1)", () => {
    let exposing = 0;
    fc.assert(
      fc.property(open, ({ before, writes, taken }) => {
        const moments = momentsOf(before, writes, orderSafely(before, writes, taken));
        exposing += moments.length > 0 ? 1 : 0;
        expect(moments.filter(({ opened }) => opened)).toEqual([]);
      }),
      { numRuns: 300 },
    );
    expect(exposing).toBeGreaterThan(2);
  });

  it("uses temporary numbers that nobody has at any time, and none that is not needed", () => {
    let used = 0;
    fc.assert(
      fc.property(fc.oneof(swapping, replacing), ({ before, writes, taken }) => {
        const moves = orderSafely(before, writes, taken);
        const temporary = moves.flatMap((move, at) => (move.kind === "temporary" ? [{ ...move, at }] : []));
        used += temporary.length;
        const now = plainAccess(before);
        const created = writes.flatMap(({ effects, settlesCreation }) =>
          settlesCreation ? effects.flatMap((effect) => ("group" in effect ? effect.group : [])) : [],
        );
        const firstOther = moves.findIndex((move) => move.kind === "write" || !created.includes(move.group));
        for (const { group, at } of temporary)
          if (created.includes(group)) expect(at).toBeLessThan(firstOther);
        for (const move of moves) {
          if (move.kind === "temporary") {
            expect(taken).not.toContain(move.precedence);
            expect(now.groups.map(({ precedence }) => precedence)).not.toContain(move.precedence);
          }
          play(now, writes, move);
        }
        const all = momentsOf(before, writes, moves).length;
        for (const { at } of temporary) {
          const fewer = momentsOf(
            before,
            writes,
            moves.filter((_, i) => i !== at),
          ).length;
          expect(fewer).toBeGreaterThan(all);
        }
      }),
      { numRuns: 300 },
    );
    expect(used).toBeGreaterThan(20);
  });

  it("leaves out a temporary precedence that makes no difference, and keeps one that does", () => {
    const from = {
      precedence: [0, 10, 20],
      members: [[], [true], [true]],
      values: [[], ["east"], ["west"]],
      own: [],
    };
    const sizes = { groups: 3, members: 1, attributes: 1 };
    const through = (number: number, precedence: number[]): readonly Move[] => {
      const { before, writes } = transitionOf(sizes, from, { ...from, precedence });
      const writing = writes.map((_, write): Move => ({ kind: "write", write }));
      const moves: Move[] = [{ kind: "temporary", group: 1, precedence: number }, ...writing.reverse()];
      return pruneTemporaries(startSimulation(before, writes), writes, moves);
    };
    // Nobody notices, and where both groups change places a tie is avoided.
    expect(through(15, [0, 12, 20])).toEqual([{ kind: "write", write: 0 }]);
    expect(through(25, [0, 20, 10])).toHaveLength(3);
  });

  it("takes free numbers on both sides of a level", () => {
    expect(freeNumbersNear([5, 20], new Set([4, 5, 6, 20]))).toEqual([3, 7, 19, 21]);
    expect(freeNumbersNear([1], new Set([1, 2]))).toEqual([3]);
    expect(freeNumbersNear([MOST_PRECEDENCE], new Set([MOST_PRECEDENCE]))).toEqual([MOST_PRECEDENCE - 1]);
  });

  it("puts a temporary precedence before the real one, though nobody can see either", () => {
    const from = { precedence: [0, 10], members: [[], [false]], values: [], own: [] };
    const { before, writes } = transitionOf({ groups: 2, members: 1, attributes: 1 }, from, {
      ...from,
      precedence: [0, 20],
    });
    const moves: Move[] = [
      { kind: "temporary", group: 1, precedence: 15 },
      { kind: "write", write: 0 },
    ];
    expect(accessDependencies(before, writes, moves)).toEqual([[], [0]]);
  });

  it("creates a group with a temporary number where it takes the place of another", () => {
    const from = {
      precedence: [0, 5, 5],
      members: [[], [true, true], []],
      values: [[], ["old"], []],
      own: [],
    };
    const to = { ...from, members: [[], [], [true, true]], values: [[], [], ["new"]] };
    const gone = { groups: [1], attributes: [], created: [2] };
    const { before, writes, taken } = transitionOf({ groups: 3, members: 2, attributes: 1 }, from, to, gone);
    const moves = orderSafely(before, writes, taken);
    expect(momentsOf(before, writes, moves)).toEqual([]);
    expect(moves[0]).toMatchObject({ kind: "temporary", group: 2 });
    expect(moves.filter(({ kind }) => kind === "temporary")).toHaveLength(1);
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
      fc.property(
        fc.oneof(transitions(TINY), reorderings(TINY), replacements({ ...TINY, groups: 5 })),
        (transition) => {
          const { before, writes, taken } = transition;
          fc.pre(writes.length <= 9);
          if (momentsOf(before, writes, orderSafely(before, writes, taken)).length === 0) return;
          searched += 1;
          expect(existsSafeOrder(transition)).toBe(false);
        },
      ),
      { numRuns: 1_500 },
    );
    expect(searched).toBeGreaterThan(0);
  });

  it("stays safe in every interleaving that its dependencies allow", () => {
    fc.assert(
      fc.property(
        fc.oneof(small, replacing),
        fc.infiniteStream(fc.nat()),
        ({ before, writes, taken }, random) => {
          const moves = orderSafely(before, writes, taken);
          const needs = accessDependencies(before, writes, moves);
          const planned = momentsByPair(before, writes, moves);
          for (let round = 0; round < 4; round += 1) {
            const shuffled = linearization(needs, random).flatMap((at) => moves[at] ?? []);
            expect(momentsByPair(before, writes, shuffled)).toEqual(planned);
            expect(endPrecedences(before, writes, shuffled)).toEqual(endPrecedences(before, writes, moves));
          }
        },
      ),
      { numRuns: 150 },
    );
  });

  it("gives a group a temporary precedence where two precedences swap, and says so by a temporary move", () => {
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

/** Per member and attribute, the sequence of texts that expose them: what no interleaving may change. */
function momentsByPair(before: Transition["before"], writes: Transition["writes"], moves: readonly Move[]) {
  const seen: Record<string, string[]> = {};
  for (const { member, attribute, texts } of momentsOf(before, writes, moves)) {
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

/**
 * Looks at every set of done writes and every free number that a group can wait on, with an access of its own: slow,
 * obvious, and independent of the planner.
 */
function existsSafeOrder({ before, writes, taken }: Transition): boolean {
  const pairs = before.groupsOf.flatMap((_, member) =>
    Array.from({ length: before.attributeCount }, (_, attribute) => [member, attribute] as const),
  );
  const look = (moves: readonly Move[]): readonly string[] => {
    const access = plainAccess(before);
    for (const move of moves) play(access, writes, move);
    return pairs.map(([member, attribute]) => JSON.stringify(textsOf(access, member, attribute)));
  };
  const writing = (write: number): Move => ({ kind: "write", write });
  const first = look([]);
  const last = look(writes.map((_, write) => writing(write)));
  const highest = Math.max(...taken) + before.precedence.length;
  const free = Array.from({ length: highest }, (_, i) => i + 1).filter((number) => !taken.has(number));
  const queue: (readonly Move[])[] = [[]];
  const seen = new Set<string>();
  for (let moves = queue.pop(); moves !== undefined; moves = queue.pop()) {
    const now = look(moves);
    if (!now.every((texts, i) => texts === first[i] || texts === last[i])) continue;
    const key = JSON.stringify(moves.map((move) => JSON.stringify(move)).sort());
    if (seen.has(key)) continue;
    seen.add(key);
    const done = new Set(moves.flatMap((move) => (move.kind === "write" ? [move.write] : [])));
    const left = writes.flatMap((_, i) => (done.has(i) ? [] : [i]));
    if (left.every((write) => writes[write]?.settlesCreation)) return true;
    for (const write of left) queue.push([...moves, writing(write)]);
    const waiting = new Map<number, number>();
    for (const move of moves) if (move.kind === "temporary") waiting.set(move.group, move.precedence);
    for (const write of left) {
      for (const effect of writes[write]?.effects ?? []) {
        if (effect.on !== "precedence" || waiting.has(effect.group)) continue;
        // A group that is created has its first number from the start.
        if (writes[write]?.settlesCreation && moves.some(({ kind }) => kind === "write")) continue;
        for (const precedence of free)
          if (![...waiting.values()].includes(precedence))
            queue.push([...moves, { kind: "temporary", group: effect.group, precedence }]);
      }
    }
  }
  return false;
}
