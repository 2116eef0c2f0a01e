import { closeSync, existsSync, fdatasync, openSync, readFileSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import writeFileAtomic from "write-file-atomic";
import type { TableName } from "./rows.js";

/** One row as it is after an effect; null when it is gone. */
export type RowChange = readonly [table: TableName, id: string, row: unknown];

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
export function readJournal(file: string): readonly (readonly RowChange[])[] {
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
export function openJournal(file: string, rows: Iterable<RowChange>): Journal {
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
