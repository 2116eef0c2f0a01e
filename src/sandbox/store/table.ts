/** The rows by id, and by each indexed key; iteration is in order of insertion. */
export interface Table<Row extends { readonly id: string }, Index extends string = string> {
  get(id: string): Row | undefined;
  all(): Iterable<Row>;
  /** The rows whose index key is `key`; empty for an unknown key. A live view: copy before writing while iterating. */
  by(index: Index, key: string): Iterable<Row>;
  count(index: Index, key: string): number;
}

/** A table that can be written; only the store holds this side of it. */
export interface WritableTable<Row extends { readonly id: string }, Index extends string = string>
  extends Table<Row, Index> {
  /** Inserts the row or replaces the one with its id, which keeps its place. */
  put(row: Row): void;
  remove(id: string): void;
}

/** An empty table; `keys` says how each index finds its key in a row. */
export function createTable<Row extends { readonly id: string }, Index extends string>(
  keys: Readonly<Record<Index, (row: Row) => string>>,
): WritableTable<Row, Index> {
  const rows = new Map<string, Row>();
  /** The rows of each key of each index. */
  const buckets = new Map<string, Map<string, Row>>();
  const bucketName = (index: string, key: string) => `${index} ${key}`;
  const namesOf = (row: Row): readonly string[] =>
    Object.entries<(row: Row) => string>(keys).map(([index, key]) => bucketName(index, key(row)));
  const leave = (names: readonly string[], id: string): void => {
    for (const name of names) {
      const bucket = buckets.get(name);
      bucket?.delete(id);
      if (bucket?.size === 0) buckets.delete(name);
    }
  };

  return {
    get: (id) => rows.get(id),
    all: () => rows.values(),
    by: (index, key) => buckets.get(bucketName(index, key))?.values() ?? [],
    count: (index, key) => buckets.get(bucketName(index, key))?.size ?? 0,
    put(row) {
      const [before, names] = [rows.get(row.id), namesOf(row)];
      if (before)
        leave(
          namesOf(before).filter((name) => !names.includes(name)),
          row.id,
        );
      rows.set(row.id, row);
      for (const name of names) buckets.set(name, (buckets.get(name) ?? new Map()).set(row.id, row));
    },
    remove(id) {
      const row = rows.get(id);
      if (!row) return;
      rows.delete(id);
      leave(namesOf(row), id);
    },
  };
}
