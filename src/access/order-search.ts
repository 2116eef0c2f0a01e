import type { AccessWrite } from "./effect.js";
import type { Move, Simulation } from "./simulation.js";
import { temporaryMoves } from "./temporary-precedence.js";

/** How many positions of the search are looked at before it gives up. */
const POSITIONS = 20_000;

/**
 * Looks for a safe order of a few writes by complete search, with as few temporary precedences as possible: first
 * none, then one, and so on up to one for each group whose precedence changes. `undefined`, with the simulation back
 * where it was, when there is none (or none was found within the bound); else the order, carried out.
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
  const run: Search = { simulation, writes, taken, ranked, seen: new Set(), positionsLeft: POSITIONS };
  for (let temporaries = 0; temporaries <= ranked.length; temporaries += 1) {
    run.seen.clear();
    const moves = search(run, { left: component, temporaries, path: [] });
    if (moves !== undefined) return moves;
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
  for (const move of candidates) {
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
