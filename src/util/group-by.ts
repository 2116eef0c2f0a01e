/** Items that belong together, at least one. */
export type Group<T> = [T, ...T[]];

/** Groups items by a key; groups and items keep the order of first appearance. (`Map.groupBy` needs Node 21.) */
export function groupBy<T, K>(items: Iterable<T>, key: (item: T) => K): Map<K, Group<T>> {
  const groups = new Map<K, [T, ...T[]]>();
  for (const item of items) {
    const of = key(item);
    const group = groups.get(of);
    if (group === undefined) groups.set(of, [item]);
    else group.push(item);
  }
  return groups;
}

/** Items grouped by plain facts about them: those whose `facts` are the same data are alike. */
export function groupAlike<T>(items: Iterable<T>, facts: (item: T) => unknown): readonly Group<T>[] {
  return [...groupBy(items, (item) => JSON.stringify(facts(item))).values()];
}
