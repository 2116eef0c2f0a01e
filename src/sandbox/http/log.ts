/** One request to the API as the service saw it. */
export interface LogEntry {
  readonly seq: number;
  readonly method: string;
  /** The path below the base, with the query. */
  readonly path: string;
  /** The user whose token came with it; null for none that is known. */
  caller: string | null;
  /** The parsed body of a write. Tokens travel in a header and are never in here. */
  body?: unknown;
  /** The status that was sent; null if no whole answer was sent, or not yet. */
  status: number | null;
  /** The number of its effect on the world, counted from 1; null if it had none. */
  effect: number | null;
  /** The fault that struck it, by its id. */
  fault: string | null;
}

/** Every request since the start or the last clearing, in order of arrival. */
export interface RequestLog {
  open(method: string, path: string): LogEntry;
  entries(): readonly Readonly<LogEntry>[];
  clear(): void;
}

/** An empty log. Sequence numbers go on after a clearing. */
export function createLog(): RequestLog {
  let seq = 0;
  let entries: LogEntry[] = [];
  return {
    open(method, path) {
      seq += 1;
      const entry: LogEntry = { seq, method, path, caller: null, status: null, effect: null, fault: null };
      entries.push(entry);
      return entry;
    },
    entries: () => entries,
    clear() {
      entries = [];
    },
  };
}
