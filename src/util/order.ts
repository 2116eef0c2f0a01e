/** Compares texts by code unit: the same on every machine, unlike locale order. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A sorted copy, by the text that `key` gives. */
export function sortedBy<T>(items: Iterable<T>, key: (item: T) => string): T[] {
  return [...items].sort((a, b) => compareText(key(a), key(b)));
}

/** The numbers in ascending order, each once; the list itself is used up. */
export function distinctAscending(numbers: number[]): number[] {
  return numbers.sort((a, b) => a - b).filter((number, i) => number !== numbers[i - 1]);
}
