import type { AccessWrite } from "./effect.js";
import type { Move, Simulation } from "./simulation.js";
import { temporaryMoves } from "./temporary-precedence.js";

/** How many positions the first attempt looks at before it gives up: enough to be complete for a dozen writes. */
const POSITIONS = 2_000;
/** An attempt that went wrong early only goes on being wrong: many short ones with other choices find more. */
const MORE_ATTEMPTS = 90;
const POSITIONS_EACH = 200;

/**
 * Looks for a safe order of a few writes, with as few temporary precedences as possible: first none, then one, and so
 * on up to one for each group whose precedence changes. `undefined`, with the simulation back where it was, when there
 * is none (or none was found within the bounds); else the order, carried out. The same for the same input.
 */
export function searchOrder(
  simulation: Simulation,
  writes: readonly AccessWrite[],
  component: readonly number[],
  taken: ReadonlySet<number>,
): readonly Move[] | undefined {
  const ranked = component.flatMap((write) =>
    (writes[write]?.effects ?? []).flatMap((effect) => (effect.on === "precedence" ? [effect.group] : [])),
  );
  const dice = createDice();
  for (let attempt = 0; attempt <= MORE_ATTEMPTS; attempt += 1) {
    const run: Search = {
      simulation,
      writes,
      taken,
      ranked,
      seen: new Set(),
      positionsLeft: attempt === 0 ? POSITIONS : POSITIONS_EACH,
      inOrder: attempt === 0 ? (moves) => moves : (moves) => shuffled(moves, dice),
    };
    for (let temporaries = 0; temporaries <= ranked.length; temporaries += 1) {
      run.seen.clear();
      const moves = search(run, { left: component, temporaries, path: [] });
      if (moves !== undefined) return moves;
    }
    if (run.positionsLeft > 0) return undefined;
  }
  return undefined;
}

interface Search {
  readonly simulation: Simulation;
  readonly writes: readonly AccessWrite[];
  readonly taken: ReadonlySet<number>;
  /** Groups whose precedence changes: only these can stand anywhere else than before. */
  readonly ranked: readonly number[];
  readonly seen: Set<string>;
  positionsLeft: number;
  /** The order in which the moves at a position are tried. */
  readonly inOrder: (moves: readonly Move[]) => readonly Move[];
}

interface Position {
  readonly left: readonly number[];
  /** How many more temporary precedences may be used. */
  readonly temporaries: number;
  readonly path: readonly Move[];
}

function search(run: Search, { left, temporaries, path }: Position): readonly Move[] | undefined {
  if (left.length === 0) return path;
  const { simulation, writes, taken, ranked, seen } = run;
  // What is still to do and where the precedences stand says everything about a position.
  const key = `${left.join(",")}|${ranked.map((group) => simulation.now.precedence[group]).join(",")}`;
  if (seen.has(key) || run.positionsLeft <= 0) return undefined;
  seen.add(key);
  run.positionsLeft -= 1;

  const parked = new Set(path.flatMap((move) => (move.kind === "temporary" ? [move.group] : [])));
  const extra =
    temporaries === 0
      ? []
      : [...temporaryMoves(simulation.now, writes, left, taken)].filter((move) => !parked.has(move.group));
  const candidates: readonly Move[] = [...left.map((write) => ({ kind: "write", write }) as const), ...extra];
  const here = simulation.position;
  for (const move of run.inOrder(candidates)) {
    if (simulation.attempt(move) !== undefined) continue;
    const found = search(run, {
      left: move.kind === "write" ? left.filter((write) => write !== move.write) : left,
      temporaries: move.kind === "write" ? temporaries : temporaries - 1,
      path: [...path, move],
    });
    if (found !== undefined) return found;
    simulation.rewind(here);
  }
  return undefined;
}

function shuffled<T>(items: readonly T[], dice: () => number): readonly T[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(Math.floor(dice() * rest.length), 1));
}

/** Numbers in [0, 1), always the same ones (a linear congruential generator). */
function createDice(): () => number {
  let state = 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state / 0x8000_0000;
  };
}
