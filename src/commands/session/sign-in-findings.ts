import type { Config } from "../../config/config.js";
import { parseAddress } from "../../model/address.js";
import type { Diagnostic } from "../../model/diagnostic.js";
import type { CommandContext } from "../context/context.js";

/** Findings about the file's sign-in block today, each with its place; none without a block. */
export async function signInFindings(
  context: CommandContext,
  config: Config,
): Promise<readonly Diagnostic[]> {
  const block = config.desired?.warehouse_sign_in;
  if (block === undefined) return [];
  const { lintSignIn } = await import("../../sign-in/sign-in.js");
  return lintSignIn(block, { now: context.now() }).map((diagnostic) => {
    const path = parseAddress(diagnostic.address ?? "").map((part) =>
      /^\d+$/.test(part) ? Number(part) : part,
    );
    const place = config.locatePath(path);
    return place === undefined ? diagnostic : { ...diagnostic, ...place };
  });
}
