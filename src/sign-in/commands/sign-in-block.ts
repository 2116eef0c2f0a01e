import { fail } from "../../commands/context/command-error.js";
import type { CommandContext } from "../../commands/context/context.js";
import type { SharedOptions } from "../../commands/context/options.js";
import { loadDesired } from "../../commands/session/load-desired.js";
import { docsAddress } from "../../report/words/docs-address.js";

/** The file with its sign-in block; a file without one ends the command. */
export async function loadSignIn(context: CommandContext, options: SharedOptions) {
  const file = await loadDesired(context, options);
  const block = file.desired.warehouse_sign_in;
  if (block !== undefined) return { ...file, block };
  throw fail(
    "error",
    "missing-key",
    "The file has no `warehouse_sign_in`",
    `It describes the application, the warehouse and the roles. An example: ${docsAddress(context.version, "sign-in.md")}`,
  );
}
