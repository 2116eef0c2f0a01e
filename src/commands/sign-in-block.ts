import type { WarehouseSignIn } from "../model/warehouse-sign-in.js";
import type { CommandContext } from "./context.js";
import { halt } from "./halt.js";
import { type LoadedFile, loadDesired } from "./load-desired.js";
import type { FileOptions } from "./options.js";

/** The file with its sign-in block; a file without one ends the command. */
export async function loadSignIn(
  context: CommandContext,
  options: FileOptions,
): Promise<LoadedFile & { readonly block: WarehouseSignIn }> {
  const file = await loadDesired(context, options);
  const block = file.desired.warehouse_sign_in;
  if (block !== undefined) return { ...file, block };
  throw halt(
    "error",
    "missing-key",
    "The file has no `warehouse_sign_in`",
    "It describes the application, the warehouse and the roles; docs/sign-in.md shows one.",
  );
}
