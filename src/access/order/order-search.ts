import { seededRandom } from "../../util/seeded-random.js";
import type { AccessWrite } from "../values/effect.js";
import { type Move, rewind, type Simulation, tryMove } from "./simulation.js";
import { temporaryMoves } from "./temporary-precedence.js";

/** What a search may still cost: one for each move that it tries, and one for each outcome that it looks at. */
export interface SearchBudget {
  left: number;
}

/**
 * An attempt that chose wrongly early spends all that it has below that choice: many short ones, each with its moves in
 * another order, find more than a long one.
 */
const ATTEMPTS = 100;

/**
 * Looks for a safe order of a few writes, with as few temporary precedences as possible: first none, then one, and so
 * on up to one for each group whose precedence changes. The result is an order, carried out, or `undefined`, with the
 * simulation back where it was, when there is none (or the budget was used up before). The same for the same input.
 */
export function searchOrder(
  simulation: Simulation,
  writes: readonly AccessWrite[],
  component: readonly number[],
  taken: ReadonlySet<number>,
  budget: SearchBudget,
): readonly Move[] | undefined {
  const ranked = component.flatMap((write) =>
    (writes[write]?.effects ?? []).flatMap((effect) => (effect.on === "precedence" ? [effect.group] : [])),
  );
  const share = Math.ceil(budget.left / ATTEMPTS);
  for (let round = 0; budget.left > 0; round += 1) {
    const mine: SearchBudget = { left: Math.min(share, budget.left) };
    budget.left -= mine.left;
    const run: Search = { simulation, writes, taken, ranked, seen: new Set(), budget: mine };
    const order = round === 0 ? component : shuffled(component, round);
    for (let temporaries = 0; temporaries <= ranked.length; temporaries += 1) {
      run.seen.clear();
      const moves = search(run, { left: order, temporaries, path: [] });
      if (moves !== undefined) return moves;
    }
    // The whole space was searched.
    if (mine.left > 0) return undefined;
  }
  return undefined;
}

/** Always the same order for the same seed (Fisher-Yates). */
function shuffled<T>(items: readonly T[], seed: number): readonly T[] {
  const rest = [...items];
  const random = seededRandom(seed);
  return items.flatMap(() => rest.splice(random(rest.length), 1));
}

interface Search {
  readonly simulation: Simulation;
  readonly writes: readonly AccessWrite[];
  readonly taken: ReadonlySet<number>;
  /** Groups whose precedence changes. */
  readonly ranked: readonly number[];
  readonly seen: Set<string>;
  readonly budget: SearchBudget;
}

interface Position {
  readonly left: readonly number[];
  /** How many more temporary precedences may be used. */
  readonly temporaries: number;
  readonly path: readonly Move[];
}

function search(run: Search, position: Position): readonly Move[] | undefined {
  const { left, temporaries, path } = position;
  if (left.length === 0) return path;
  const { simulation, ranked, seen, budget } = run;
  // The writes that are left and the precedences say everything about a position.
  const key = `${left.join(",")}|${ranked.map((group) => simulation.now.precedence[group]).join(",")}`;
  if (seen.has(key)) return undefined;
  seen.add(key);
  const here = simulation.undo.length;
  for (const move of movesFrom(run, position)) {
    if (budget.left <= 0) return undefined;
    const before = simulation.evaluations;
    const exposed = tryMove(simulation, move);
    budget.left -= 1 + simulation.evaluations - before;
    if (exposed !== undefined) continue;
    const found = search(run, {
      left: move.kind === "write" ? left.filter((write) => write !== move.write) : left,
      temporaries: move.kind === "write" ? temporaries : temporaries - 1,
      path: [...path, move],
    });
    if (found !== undefined) return found;
    rewind(simulation, here);
  }
  return undefined;
}

function* movesFrom(
  { simulation, writes, taken }: Search,
  { left, temporaries, path }: Position,
): Generator<Move> {
  for (const write of left) yield { kind: "write", write };
  if (temporaries === 0) return;
  const displaced = new Set(path.flatMap((move) => (move.kind === "temporary" ? [move.group] : [])));
  for (const move of temporaryMoves(simulation.now, writes, left, taken)) {
    if (!displaced.has(move.group)) yield move;
  }
}
