import type { AccessWrite } from "./effect.js";
import { type Move, type Simulation, startSimulation } from "./simulation.js";
import { temporaryMoves } from "./temporary-precedence.js";
import type { AccessState } from "./world.js";

/** How many positions of the search are looked at before it gives up. */
const POSITIONS = 20_000;

/**
 * Looks for a safe order of a few writes by complete search, with as few temporary precedences as possible: first
 * none, then one, and so on up to one for each group whose precedence changes. `undefined` when there is none (or
 * none was found within the bound).
 */
export function searchOrder(
  before: AccessState,
  writes: readonly AccessWrite[],
  component: readonly number[],
  taken: ReadonlySet<number>,
): readonly Move[] | undefined {
  const most = component.filter((w) => writes[w]?.effects[0]?.on === "precedence").length;
  const bound = { left: POSITIONS };
  for (let temporaries = 0; temporaries <= most; temporaries += 1) {
    const simulation = startSimulation(before, writes);
    const moves = search(
      simulation,
      writes,
      { left: component, temporaries, path: [] },
      taken,
      new Set(),
      bound,
    );
    if (moves !== undefined) return moves;
  }
  return undefined;
}

interface Position {
  readonly left: readonly number[];
  /** How many more temporary precedences may be used. */
  readonly temporaries: number;
  readonly path: readonly Move[];
}

function search(
  simulation: Simulation,
  writes: readonly AccessWrite[],
  { left, temporaries, path }: Position,
  taken: ReadonlySet<number>,
  seen: Set<string>,
  bound: { left: number },
): readonly Move[] | undefined {
  if (left.length === 0) return path;
  // What is still to do and where the precedences stand says everything about a position.
  const key = `${left.join(",")}|${simulation.now.precedence.join(",")}`;
  if (seen.has(key) || bound.left <= 0) return undefined;
  seen.add(key);
  bound.left -= 1;

  const parked = new Set(path.flatMap((move) => (move.kind === "temporary" ? [move.group] : [])));
  const extra =
    temporaries === 0
      ? []
      : temporaryMoves(simulation.now, writes, left, taken).filter((move) => !parked.has(move.group));
  const candidates: readonly Move[] = [...left.map((write) => ({ kind: "write", write }) as const), ...extra];
  for (const move of candidates) {
    const attempt = simulation.attempt(move);
    if (!attempt.done) continue;
    const found = search(
      simulation,
      writes,
      {
        left: move.kind === "write" ? left.filter((write) => write !== move.write) : left,
        temporaries: move.kind === "write" ? temporaries : temporaries - 1,
        path: [...path, move],
      },
      taken,
      seen,
      bound,
    );
    if (found !== undefined) return found;
    simulation.undo(attempt.undo);
  }
  return undefined;
}
