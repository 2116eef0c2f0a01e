import { writeOutput } from "../../commands/documents/write-output.js";
import type { CommandContext } from "../../commands/session/context.js";
import type { CommonOptions } from "../../commands/session/options.js";
import type { Outcome } from "../../model/plan/plan.js";

/** `orgform version`. */
export async function printVersion(context: CommandContext, options: CommonOptions): Promise<Outcome> {
  await writeOutput(context, options.output, `${context.version}\n`);
  return "ok";
}
