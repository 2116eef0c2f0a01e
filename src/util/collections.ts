/** Items that belong together, at least one. */
export type Group<T> = [T, ...T[]];

/** Groups items by a key; groups and items keep the order of first appearance. (`Map.groupBy` needs Node 21.) */
export function groupBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, Group<T>> {
  const groups = new Map<K, Group<T>>();
  for (const item of items) {
    const of = key(item);
    const group = groups.get(of);
    if (group === undefined) groups.set(of, [item]);
    else group.push(item);
  }
  return groups;
}

/** Items by one of their properties; of those with the same one, the last. */
export function byKey<T, K extends keyof T>(items: Iterable<T> = [], key: K): Map<T[K], T> {
  return new Map(Array.from(items, (item) => [item[key], item]));
}

/** The values of a property of some items, each once. */
export function setOf<T, K extends keyof T>(items: Iterable<T>, key: K): Set<T[K]> {
  return new Set(Array.from(items, (item) => item[key]));
}

/** Items grouped by plain facts about them: those whose `facts` are the same data are alike. */
export function groupAlike<T>(items: Iterable<T>, facts: (item: T) => unknown): readonly Group<T>[] {
  return [...groupBy(items, (item) => JSON.stringify(facts(item))).values()];
}

/** The items that are there: what is absent, false or an empty text is left out. */
export function compact<T>(items: readonly (T | undefined | null | false | "")[]): T[] {
  return items.filter(Boolean) as T[]; // without the others
}

/** Compares texts by code unit: the same on every machine, unlike locale order. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A sorted copy, by the text that `key` gives. */
export function sortedBy<T>(items: Iterable<T>, key: (item: T) => string): T[] {
  return [...items].sort((a, b) => compareText(key(a), key(b)));
}

/** The texts by code unit, each once. */
export function sortedTexts<T extends string>(texts: Iterable<T>): T[] {
  return [...new Set(texts)].sort();
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

/** The results of a function for each item, computed at each iteration and never kept. */
export function lazyMap<T, U>(items: Iterable<T>, of: (item: T) => U): Iterable<U> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield of(item);
    },
  };
}

/** A function whose result for an object is worked out when it is first asked for, and kept as long as the object is. */
export function oncePer<K extends object, V>(of: (key: K) => V): (key: K) => V {
  const results = new WeakMap<K, V>();
  return (key) => {
    const result = results.get(key) ?? of(key);
    results.set(key, result);
    return result;
  };
}

/** A function whose result for a plain value is worked out when it is first asked for, and kept. */
export function oncePerKey<K, V>(of: (key: K) => V): (key: K) => V {
  const results = new Map<K, V>();
  return (key) => {
    const result = results.get(key) ?? of(key);
    results.set(key, result);
    return result;
  };
}
