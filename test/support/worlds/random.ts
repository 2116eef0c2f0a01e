/** Chooses a whole number below a bound. */
export type Random = (below: number) => number;

/** A linear congruential generator: the low bits of its state are the least random, so they are left out. */
export function randomFrom(seed: number): Random {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return (state >>> 8) % below;
  };
}

export function range<T>(length: number, make: (index: number) => T): T[] {
  return Array.from({ length }, (_, i) => make(i));
}

/** The address of a person who has no name. */
export const emailOf = (person: number): string =>
  `person${String(person).padStart(5, "0")}@northwind.example`;

/** The names of so many attributes. */
export const attributesOf = (count: number): readonly string[] => range(count, (a) => `attribute ${a}`);
