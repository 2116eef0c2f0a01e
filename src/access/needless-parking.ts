import type { AccessWrite } from "./effect.js";
import type { Move, Simulation } from "./simulation.js";
import type { TemporaryMove } from "./temporary-precedence.js";

/**
 * Leaves out temporary precedences that turn out not to be needed: each is a write that people have to read. The
 * simulation stands before the first of the moves, and after the last one then.
 */
export function withoutNeedless(
  simulation: Simulation,
  writes: readonly AccessWrite[],
  moves: readonly Move[],
): readonly Move[] {
  const kept: Move[] = [];
  for (const [at, move] of moves.entries()) {
    if (move.kind === "temporary" && isNeedless(simulation, writes, move, moves.slice(at + 1))) continue;
    simulation.carryOut(move);
    kept.push(move);
  }
  return kept;
}

/** Whether a run exposes no more people without the parking: it makes a difference up to the group's own write only. */
function isNeedless(
  simulation: Simulation,
  writes: readonly AccessWrite[],
  parking: TemporaryMove,
  rest: readonly Move[],
): boolean {
  const until = rest.findIndex(
    (move) =>
      move.kind === "write" &&
      writes[move.write]?.effects.some((e) => e.on === "precedence" && e.group === parking.group),
  );
  const meanwhile = rest.slice(0, until + 1);
  return (
    countExposures(simulation, meanwhile, parking.group) <=
    countExposures(simulation, [parking, ...meanwhile], parking.group)
  );
}

/** How often moves expose somebody of a group; the others cannot tell where it stands. */
function countExposures(simulation: Simulation, moves: readonly Move[], group: number): number {
  const { now, position } = simulation;
  let exposures = 0;
  for (const move of moves) {
    const touched = simulation.touched(move);
    simulation.carryOut(move);
    for (const pair of touched) {
      const member = Math.floor(pair / now.attributeCount);
      if (now.membersOf[group]?.has(member) && simulation.isExposed(pair)) exposures += 1;
    }
  }
  simulation.rewind(position);
  return exposures;
}
