import { scopeOf } from "../live/snapshot/snapshot-file.js";
import type { Outcome } from "../model/plan/plan.js";
import { scopeWords } from "../report/words/as-of.js";
import type { CommandContext } from "./context/context.js";
import type { SharedOptions } from "./context/options.js";
import { snapshotText } from "./documents/snapshot-text.js";
import { writeOutput } from "./documents/write-output.js";
import { loadDesiredIfAny } from "./session/load-desired.js";
import { inSession } from "./session/session.js";

/**
 * The command `orgform snapshot`: writes everything that can be read of the organization into one file, which
 * `--live` uses instead of the service.
 */
export async function snapshot(context: CommandContext, options: SharedOptions): Promise<Outcome> {
  return await inSession(context, options, { file: loadDesiredIfAny }, async (session) => {
    const { asOf } = await session.connection();
    // Two workspaces of one name are allowed: a snapshot knows them by id.
    const live = await session.live();
    const scope = scopeOf(live);
    const { text } = snapshotText(context, live, asOf);
    await writeOutput(context, options.out, text);
    if (!scope.whole)
      context.stderr.write(`The snapshot is a part of the organization: ${scopeWords(scope.workspaces)}.\n`);
    return "ok";
  });
}
