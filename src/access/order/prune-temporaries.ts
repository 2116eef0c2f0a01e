import type { Cost } from "../values/access-state.js";
import type { AccessWrite } from "../values/effect.js";
import { applyMove, costNow, effectsOf, type Move, rewind, type Simulation, touched } from "./simulation.js";
import type { TemporaryMove } from "./temporary-precedence.js";

/**
 * Leaves out temporary precedences that turn out not to be needed: each is a write that people have to read. The
 * simulation starts before the first of the moves; it ends after the last one if there were any temporary precedences.
 */
export function pruneTemporaries(
  simulation: Simulation,
  writes: readonly AccessWrite[],
  moves: readonly Move[],
): readonly Move[] {
  if (moves.every((move) => move.kind === "write" && !writes[move.write]?.settlesCreation)) return moves;
  const kept: Move[] = [];
  const displaced = new Set<number>();
  for (const [at, move] of moves.entries()) {
    if (move.kind === "temporary") {
      if (isNeedless(simulation, writes, move, moves.slice(at + 1))) continue;
      displaced.add(move.group);
    } else if (writes[move.write]?.settlesCreation === true) {
      if (
        effectsOf(writes, move).every((effect) => effect.on !== "precedence" || !displaced.has(effect.group))
      )
        continue;
    }
    applyMove(simulation, move);
    kept.push(move);
  }
  return kept;
}

/**
 * Returns true if a run costs no more without it. It makes a difference up to the group's own precedence write only,
 * and only for people who are in the group until then.
 */
function isNeedless(
  simulation: Simulation,
  writes: readonly AccessWrite[],
  temporary: TemporaryMove,
  rest: readonly Move[],
): boolean {
  const { group } = temporary;
  const until = rest.findIndex((move) =>
    effectsOf(writes, move).some((effect) => effect.on === "precedence" && effect.group === group),
  );
  const meanwhile = rest.slice(0, until + 1);
  const people = new Set(simulation.now.membersOf[group]);
  for (const effect of meanwhile.flatMap((move) => effectsOf(writes, move))) {
    if (effect.on === "membership" && effect.group === group) people.add(effect.member);
  }
  const cost = costOfMoves(simulation, [temporary, ...meanwhile], people);
  return costOfMoves(simulation, meanwhile, people, cost) <= cost;
}

/** What moves cost by how they expose these people, counted up to just beyond `most`. */
function costOfMoves(
  simulation: Simulation,
  moves: readonly Move[],
  people: ReadonlySet<number>,
  most = Number.POSITIVE_INFINITY,
): Cost {
  const position = simulation.undo.length;
  let cost: Cost = 0;
  for (const move of moves) {
    const pairs = touched(simulation, move, people);
    applyMove(simulation, move);
    for (const pair of pairs) cost += costNow(simulation, pair);
    if (cost > most) break;
  }
  rewind(simulation, position);
  return cost;
}
