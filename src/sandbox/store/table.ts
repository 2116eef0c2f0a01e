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
  const indexes = new Map<string, Map<string, Map<string, Row>>>();
  const keyOf = Object.entries(keys) as [Index, (row: Row) => string][];
  for (const [name] of keyOf) indexes.set(name, new Map());

  const bucket = (index: Index, key: string) => indexes.get(index)?.get(key);
  const leave = (index: Index, key: string, id: string) => {
    const entries = bucket(index, key);
    entries?.delete(id);
    if (entries?.size === 0) indexes.get(index)?.delete(key);
  };

  return {
    get: (id) => rows.get(id),
    all: () => rows.values(),
    by: (index, key) => bucket(index, key)?.values() ?? [],
    count: (index, key) => bucket(index, key)?.size ?? 0,
    put(row) {
      const before = rows.get(row.id);
      rows.set(row.id, row);
      for (const [index, key] of keyOf) {
        if (before && key(before) !== key(row)) leave(index, key(before), row.id);
        const entries = bucket(index, key(row));
        if (entries) entries.set(row.id, row);
        else indexes.get(index)?.set(key(row), new Map([[row.id, row]]));
      }
    },
    remove(id) {
      const row = rows.get(id);
      if (!row) return;
      rows.delete(id);
      for (const [index, key] of keyOf) leave(index, key(row), id);
    },
  };
}
