import { MOST_PRECEDENCE } from "../../model/resource-kind.js";
import type { AccessState } from "../values/access-state.js";
import type { AccessWrite } from "../values/effect.js";
import type { Move } from "./simulation.js";

/** A move to a precedence that a group has only until its own precedence write. */
export type TemporaryMove = Extract<Move, { kind: "temporary" }>;

/**
 * Temporary precedences for groups that still wait for their precedence write: per group one free number just below each
 * level in use, and one above all of them, highest first (raising the winner-to-be out of the way is what mostly
 * helps). Numbers in `taken` (every precedence of the workspace before and after the run) are never used.
 */
export function* temporaryMoves(
  now: AccessState,
  writes: readonly AccessWrite[],
  left: readonly number[],
  taken: ReadonlySet<number>,
): Generator<TemporaryMove> {
  const waiting = left
    .flatMap((write) => writes[write]?.effects ?? [])
    .filter((effect) => effect.on === "precedence")
    .sort((a, b) => b.precedence - a.precedence || a.group - b.group);
  if (waiting.length === 0) return;
  const inUse = new Set([...taken, ...now.precedence]);
  const levels = [...inUse, 0].sort((a, b) => b - a);
  const free = new Set(
    [(levels[0] ?? 0) + waiting.length, ...levels.map((level) => level - 1)].filter(
      (number) => number > 0 && number <= MOST_PRECEDENCE && !inUse.has(number),
    ),
  );
  for (const { group } of waiting) {
    for (const precedence of free) yield { kind: "temporary", group, precedence };
  }
}

/** Free numbers next to levels, on either side, and one above all that are in use. */
export function freeNumbersNear(levels: readonly number[], inUse: ReadonlySet<number>): readonly number[] {
  const nextFree = (level: number, step: 1 | -1): number => {
    let number = level + step;
    while (inUse.has(number)) number += step;
    return number;
  };
  const free = levels.flatMap((level) => [nextFree(level, -1), nextFree(level, 1)]);
  const highest = [...inUse].reduce((high, number) => Math.max(high, number), 0);
  return [...new Set([...free, nextFree(highest, 1)])].filter(
    (number) => number > 0 && number <= MOST_PRECEDENCE,
  );
}
