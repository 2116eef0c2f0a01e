import type { AsOf } from "../../model/state/snapshot.js";
import { asOfNotes } from "../../render/words/as-of.js";
import type { CommandContext } from "../context/context.js";

/** Says on stderr which moment a product shows that cannot say so itself; nothing where the service was read. */
export function sayAsOf({ stderr }: CommandContext, asOf: AsOf | undefined): void {
  for (const note of asOfNotes(asOf)) stderr.write(`${note}\n`);
}
