/** Gives a whole number from 0 up to, but not including, a bound. */
export type Random = (below: number) => number;

/** A sequence of numbers that is the same for the same seed (a linear congruential generator): for searches only. */
export function seededRandom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    // The lowest bits are the least random.
    return (state >> 8) % below;
  };
}
