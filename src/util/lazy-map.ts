/** The results of a function for each item, computed at each iteration and never kept. */
export function lazyMap<T, U>(items: Iterable<T>, of: (item: T) => U): Iterable<U> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield of(item);
    },
  };
}
