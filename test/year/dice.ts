/** Random choices that a seed repeats. */
export interface Dice {
  /** A whole number, both ends included. */
  between(low: number, high: number): number;
  chance(probability: number): boolean;
  of<T>(list: readonly [T, ...T[]] | readonly T[]): T;
  shuffle<T>(list: readonly T[]): readonly T[];
  /** So many of a list, and the others. */
  split<T>(list: readonly T[], count: number): readonly [readonly T[], readonly T[]];
}

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  // Mulberry32.
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number): number => low + Math.floor(next() * (high - low + 1));
  const shuffle = <T>(list: readonly T[]): readonly T[] =>
    list
      .map((item) => ({ item, at: next() }))
      .sort((a, b) => a.at - b.at)
      .map(({ item }) => item);
  return {
    between,
    chance: (probability) => next() < probability,
    of(list) {
      const item = list[between(0, list.length - 1)];
      if (item === undefined) throw new Error("there is nothing to choose from");
      return item;
    },
    shuffle,
    split(list, count) {
      const mixed = shuffle(list);
      return [mixed.slice(0, count), mixed.slice(count)];
    },
  };
}
