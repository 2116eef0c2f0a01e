import { sealed } from "../../live/snapshot/snapshot-file.js";
import { takeSnapshot } from "../../live/snapshot/take-snapshot.js";
import type { LiveState } from "../../model/state/live-state.js";
import type { AsOf } from "../../model/state/snapshot.js";
import { jsonText } from "../../report/words/json-text.js";
import { fail } from "../context/command-error.js";
import { type CommandContext, isOfSandbox } from "../context/context.js";
import { MOST_SNAPSHOT_BYTES } from "./read-snapshot.js";

/** A snapshot as the text of its file, with its moment and the digest that it ends with. */
interface SnapshotText {
  readonly text: string;
  readonly digest: string;
  readonly taken_at: string;
}

/**
 * The snapshot of a completely read live state, now or at the moment of the snapshot that was read. One that is larger than
 * any that is read again ends the command.
 */
export function snapshotText(context: CommandContext, live: LiveState, asOf: AsOf | undefined): SnapshotText {
  const taken = takeSnapshot(live, {
    takenAt: asOf === undefined ? context.now() : new Date(asOf.taken_at),
    orgformVersion: context.version,
    isSandbox: isOfSandbox(context, asOf),
  });
  const { text, digest } = sealed(jsonText(taken));
  if (Buffer.byteLength(text) <= MOST_SNAPSHOT_BYTES) return { text, digest, taken_at: taken.taken_at };
  const detail = `orgform reads snapshots of up to ${MOST_SNAPSHOT_BYTES / 1e6} MB. Take several, each of some workspaces, with --workspace.`;
  throw fail("error", "snapshot-unusable", "The organization is too large for one snapshot", detail);
}
