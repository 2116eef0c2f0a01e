import { scopeOf } from "../live/snapshot/scope.js";
import { sealed } from "../live/snapshot/snapshot-file.js";
import { takeSnapshot } from "../live/snapshot/take-snapshot.js";
import type { Outcome } from "../model/plan/plan.js";
import { scopeWords } from "../report/words/as-of.js";
import { jsonText } from "../report/words/json-text.js";
import { fail } from "./context/command-error.js";
import { type CommandContext, isOfSandbox } from "./context/context.js";
import type { SharedOptions } from "./context/options.js";
import { MOST_SNAPSHOT_BYTES } from "./documents/read-snapshot.js";
import { writeOutput } from "./documents/write-output.js";
import { loadDesiredIfAny } from "./session/load-desired.js";
import { readEverything, workspacesNamed } from "./session/read-live.js";
import { inSession } from "./session/session.js";

/**
 * The command `orgform snapshot`: writes everything that can be read of the organization into one file, which
 * `--live` uses instead of the service.
 */
export async function snapshot(context: CommandContext, options: SharedOptions): Promise<Outcome> {
  return await inSession(context, options, { file: loadDesiredIfAny }, async (session) => {
    const { client, asOf } = await session.connection();
    const organizationId = (await session.file())?.desired.organization.id;
    const takenAt = asOf === undefined ? context.now() : new Date(asOf.taken_at);
    // Two workspaces of one name are allowed: a snapshot knows them by id.
    const live = await readEverything(
      context,
      client,
      organizationId,
      workspacesNamed(options.workspace, asOf),
    );
    const scope = scopeOf(live);
    const isSandbox = isOfSandbox(context, asOf);
    const taken = takeSnapshot(live, { takenAt, orgformVersion: context.version, isSandbox });
    const text = sealed(jsonText(taken));
    if (Buffer.byteLength(text) > MOST_SNAPSHOT_BYTES) {
      const detail = `orgform reads snapshots of up to ${MOST_SNAPSHOT_BYTES / 1e6} MB. Take several, each of some workspaces, with --workspace.`;
      throw fail("error", "snapshot-unusable", "The organization is too large for one snapshot", detail);
    }
    await writeOutput(context, options.out, text);
    if (!scope.whole)
      context.stderr.write(`The snapshot is a part of the organization: ${scopeWords(scope.workspaces)}.\n`);
    return "ok";
  });
}
