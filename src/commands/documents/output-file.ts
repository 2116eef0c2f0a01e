import { once } from "node:events";
import { finished } from "node:stream/promises";
import type { Outcome } from "../../model/plan/plan.js";
import type { CommandContext } from "../session/context.js";
import { cannotBeWritten, isFile } from "./write-output.js";

const { createWriteStream, fchmodSync, fstatSync } = process.getBuiltinModule("node:fs");

/**
 * Runs a command whose product comes bit by bit with its stdout in a file, readable by its owner only, where `-o` asks
 * for that. The file is opened before anything else is done; one that cannot be written any more fails the run at its end.
 */
export async function withOutputFile(
  context: CommandContext,
  output: string | undefined,
  run: (context: CommandContext) => Promise<Outcome>,
): Promise<Outcome> {
  if (!isFile(output)) return await run(context);
  const stdout = createWriteStream(output, { mode: 0o600 });
  const [descriptor] = await once(stdout, "open").catch((error: unknown) => {
    throw cannotBeWritten(output, error);
  });
  // A file that was there keeps its mode when it is opened.
  if (fstatSync(descriptor).isFile()) fchmodSync(descriptor, 0o600);
  let failure: unknown;
  stdout.on("error", (error) => {
    failure ??= error;
  });
  try {
    const outcome = await run({ ...context, stdout });
    stdout.end();
    await finished(stdout).catch(() => undefined);
    if (failure !== undefined && outcome === "ok") throw cannotBeWritten(output, failure);
    return outcome;
  } finally {
    stdout.destroy();
  }
}
