/** Compares texts by code unit: the same on every machine, unlike locale order. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A sorted copy, by the text that `key` gives. */
export function sortedBy<T>(items: Iterable<T>, key: (item: T) => string): T[] {
  return [...items].sort((a, b) => compareText(key(a), key(b)));
}

/** The numbers, which are whole and below 2³¹, in ascending order and each once. */
export function distinctAscending(numbers: readonly number[]): readonly number[] {
  if (numbers.length < 2) return numbers;
  const distinct: number[] = [];
  // A typed array is sorted without a call for each comparison.
  for (const number of new Int32Array(numbers).sort()) {
    if (number !== distinct[distinct.length - 1]) distinct.push(number);
  }
  return distinct;
}
