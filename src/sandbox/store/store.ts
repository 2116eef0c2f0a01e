import { createHash } from "node:crypto";
import { closeSync, existsSync, fdatasync, openSync, readFileSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import writeFileAtomic from "write-file-atomic";
import type { Rows, TableName } from "./rows.js";
import type { WritableTable } from "./table.js";
import { createTables, type World } from "./world.js";

/** One row as it is after an effect; null when it is gone. */
type RowChange = readonly [table: TableName, id: string, row: unknown];

/** The file behind a sandbox: one line an effect, so that a line that was not finished is an effect that never was. */
interface Journal {
  /** Hands the effect to the operating system before it returns: from then on it survives the end of this process. */
  append(changes: readonly RowChange[]): void;
  /** Resolves when everything appended so far is on the disk. Concurrent callers share one sync. */
  durable(): Promise<void>;
  /** Syncs what is left and lets go of the file; nothing can be appended any more. */
  close(): Promise<void>;
}

const header = JSON.stringify({ orgform_sandbox: 1 });
const sync = promisify(fdatasync);

/** The effects kept in `file`, oldest first; none when there is no such file. Throws for a file of another kind. */
function readJournal(file: string): readonly (readonly RowChange[])[] {
  if (!existsSync(file)) return [];
  const text = readFileSync(file, "utf8");
  if (text === "") return [];
  const lines = text.split("\n");
  // After the last line break there is nothing, or an effect that a kill cut short.
  lines.pop();
  const [first, ...effects] = lines;
  if (first !== header) throw new Error(`${file} is not a sandbox file`);
  return effects.map((line) => JSON.parse(line) as RowChange[]);
}

/** Replaces `file` by one that holds only `rows`, and goes on from there. */
function openJournal(file: string, rows: Iterable<RowChange>): Journal {
  const lines = [header, ...Array.from(rows, (change) => JSON.stringify([change]))];
  writeFileAtomic.sync(file, `${lines.join("\n")}\n`, { mode: 0o600 });
  const descriptor = openSync(file, "a");
  let written = 0;
  let synced = 0;
  let syncing: Promise<void> | undefined;
  let open = true;

  const syncOnce = async () => {
    const upTo = written;
    await sync(descriptor);
    synced = upTo;
    syncing = undefined;
  };
  return {
    append(changes) {
      // The descriptor's number may be another file's by now.
      if (!open) throw new Error("the sandbox is closed");
      writeSync(descriptor, `${JSON.stringify(changes)}\n`);
      written += 1;
    },
    async durable() {
      const target = written;
      while (synced < target) {
        syncing ??= syncOnce();
        await syncing;
      }
    },
    async close() {
      open = false;
      await this.durable();
      closeSync(descriptor);
    },
  };
}

/** The world within an effect, and the operations that change it. */
export interface Writer {
  readonly world: World;
  put<T extends TableName>(table: T, row: Rows[T]): void;
  remove(table: TableName, id: string): void;
  removeAll(table: TableName, rows: Iterable<{ readonly id: string }>): void;
  /** A new opaque id; the same sequence in every sandbox that does the same things, so that examples can be compared. */
  newId(prefix: string): string;
}

/** The state of the service and the only way to change it. */
export interface Store {
  readonly world: World;
  /** The number of effects since the store was opened. */
  readonly effects: number;
  /**
   * Runs `effect` as a transaction: journalled when it returns, undone when it throws. It must be
   * synchronous.
   */
  transact<T>(effect: (write: Writer) => T): T;
  /** Resolves when every effect so far is on the disk. */
  durable(): Promise<void>;
  /**
   * The answer of `read` before the last effect that changes it; the present answer when none of the last few effects
   * does. Two answers are the same when their `sameness` is equal.
   */
  readBefore<T>(read: () => T, sameness: (answer: T) => string): T;
  /** The answer of `read` before the last `effects` effects, or as many of them as are remembered. */
  readBehind<T>(read: () => T, effects: number): T;
  /** Lets go of the file. */
  close(): Promise<void>;
}

interface Step {
  readonly table: TableName;
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** The number of effects that can be taken back for a read. */
const remembered = 4_096;

/** The most effects that the search for an earlier answer takes back. */
const searched = 64;

/** The world kept in `file`; an empty one where there is no such file. Throws for a file of another kind. */
export function readWorld(file: string): World {
  const world = createTables();
  for (const [table, id, row] of readJournal(file).flat()) setRow(world, table, id, row);
  return world;
}

/** Opens the world kept in `file`, or one in memory. A file that is not there yet makes an empty world. */
export function openStore(file?: string): Store {
  const world = file === undefined ? createTables() : readWorld(file);
  const set = (table: TableName, id: string, row: unknown) => setRow(world, table, id, row);
  const journal = file === undefined ? undefined : openJournal(file, rowsOf(world));
  let effects = 0;
  const history: (readonly Step[])[] = [];
  const undo = (steps: readonly Step[]) => {
    for (const step of steps.toReversed()) set(step.table, step.id, step.before);
  };
  const redo = (steps: readonly Step[]) => {
    for (const step of steps) set(step.table, step.id, step.after);
  };

  const readBehind: Store["readBehind"] = (read, effects) => {
    const undone = effects === 0 ? [] : history.slice(-effects);
    for (const steps of undone.toReversed()) undo(steps);
    try {
      return read();
    } finally {
      for (const steps of undone) redo(steps);
    }
  };

  return {
    world,
    get effects() {
      return effects;
    },
    transact(effect) {
      const steps: Step[] = [];
      const change = (table: TableName, id: string, after: unknown) => {
        steps.push({ table, id, before: world[table].get(id), after });
        set(table, id, after);
      };
      try {
        const result = effect(createWriter(world, change));
        if (steps.length > 0) {
          journal?.append(steps.map(({ table, id, after }): RowChange => [table, id, after]));
          effects += 1;
          if (history.push(steps) > remembered) history.shift();
        }
        return result;
      } catch (error) {
        undo(steps);
        throw error;
      }
    },
    durable: async () => journal?.durable(),
    readBefore(read, sameness) {
      const now = read();
      for (let effects = 1; effects <= Math.min(searched, history.length); effects += 1) {
        const answer = readBehind(read, effects);
        if (sameness(answer) !== sameness(now)) return answer;
      }
      return now;
    },
    readBehind,
    close: async () => journal?.close(),
  };
}

function createWriter(world: World, change: (table: TableName, id: string, after: unknown) => void): Writer {
  return {
    world,
    put: (table, row) => change(table, row.id, row),
    remove: (table, id) => change(table, id, null),
    removeAll(table, rows) {
      for (const { id } of [...rows]) change(table, id, null);
    },
    newId(prefix) {
      const issued = (world.counters.get("ids")?.issued ?? 0) + 1;
      change("counters", "ids", { id: "ids", issued });
      const id = `${prefix}_${createHash("sha256").update(`${prefix} ${issued}`).digest("hex").slice(0, 16)}`;
      // A seed that another sandbox wrote has the ids that this one would give out.
      return Object.values(world).some((table) => table.get(id) !== undefined) ? this.newId(prefix) : id;
    },
  };
}

/** Sets a row of a table, or removes it where there is none. */
function setRow(world: World, table: TableName, id: string, row: unknown): void {
  // The table's name decides the type of the row; a journal gives back what these tables wrote.
  const target = world[table] as WritableTable<{ readonly id: string }>;
  if (row === null || row === undefined) target.remove(id);
  else target.put(row as { readonly id: string });
}

function* rowsOf(world: World): Iterable<RowChange> {
  for (const [name, table] of Object.entries(world)) {
    for (const row of table.all()) yield [name as TableName, row.id, row];
  }
}
