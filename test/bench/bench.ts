import { accessOrder, mixedOrder } from "./access-order.js";
import { coldStart } from "./cold-start.js";
import { dataAccess } from "./data-access.js";
import { floor } from "./floor.js";
import { growth } from "./growth.js";
import { largeList } from "./large-list.js";
import { memory } from "./memory.js";
import { neighbour } from "./neighbour.js";
import { receipts } from "./receipts.js";
import { rendering } from "./rendering.js";
import { requests } from "./requests.js";
import { rival } from "./rival.js";
import { type Row, tableText } from "./table.js";
import { validation } from "./validation.js";

/** What a part of the bench gets. */
export interface Bench {
  /** A folder for its files, removed at the end. */
  readonly folder: string;
  /** Leaves out what takes minutes: the rival's large apply. */
  readonly quick: boolean;
}

const PARTS: Readonly<Record<string, (bench: Bench) => Promise<readonly Row[]>>> = {
  "cold-start": coldStart,
  rival,
  floor,
  requests,
  growth,
  receipts,
  "access-order": accessOrder,
  "mixed-order": mixedOrder,
  memory,
  validation,
  "large-list": largeList,
  "data-access": dataAccess,
  rendering,
  neighbour,
};

/** Runs the parts named (all without a name), says each row as it comes, and prints the table. */
export async function bench(args: readonly string[], folder: string): Promise<void> {
  const named = args.filter((arg) => !arg.startsWith("--"));
  const unknown = named.filter((name) => !(name in PARTS));
  if (unknown.length > 0)
    throw new Error(`${unknown.join(", ")}: there are ${Object.keys(PARTS).join(", ")}`);
  const rows: Row[] = [];
  for (const [name, run] of Object.entries(PARTS)) {
    if (named.length > 0 && !named.includes(name)) continue;
    process.stderr.write(`${name}…\n`);
    rows.push(...(await run({ folder, quick: args.includes("--quick") })));
  }
  process.stdout.write(tableText(rows));
}
