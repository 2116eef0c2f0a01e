/** What a function makes of each item, worked out whenever somebody goes through it, and never kept. */
export function lazyMap<T, U>(items: Iterable<T>, of: (item: T) => U): Iterable<U> {
  return {
    *[Symbol.iterator]() {
      for (const item of items) yield of(item);
    },
  };
}
