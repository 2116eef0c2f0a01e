import type { AsOf } from "../../model/state/snapshot.js";
import { asOfText } from "../../render/as-of.js";
import type { CommandContext } from "../session/context.js";

/** Says on stderr which moment a product shows that cannot say so itself; nothing where the service was read. */
export function sayAsOf({ stderr }: CommandContext, asOf: AsOf | undefined): void {
  if (asOf !== undefined) stderr.write(`${asOfText(asOf)}\n`);
}
