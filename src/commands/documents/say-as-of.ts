import type { AsOf } from "../../model/state/snapshot.js";
import { asOfNotes } from "../../render/words/as-of.js";
import type { CommandContext } from "../context/context.js";

/** Writes the moment of a product to stderr, if its format has no place for it; nothing if the service was read. */
export function sayAsOf({ stderr }: CommandContext, asOf: AsOf | undefined): void {
  for (const note of asOfNotes(asOf)) stderr.write(`${note}\n`);
}
