import { readFileSync, statSync } from "node:fs";
import { basename } from "node:path";
import { isAsSealed, isQuickToParse, scopeOfSnapshot } from "../../live/snapshot/snapshot-file.js";
import type { AsOf, Snapshot } from "../../model/state/snapshot.js";
import { visibleName } from "../../util/escape.js";
import { type CommandError, fail, unreadFile } from "../context/command-error.js";
import { checkSnapshot } from "./check-document.js";

/** Larger ones are not read, nor written: see {@link isQuickToParse}. */
export const MOST_SNAPSHOT_BYTES = 100_000_000;
const HEAD_BYTES = 8_192;
const TAKE_ONE = "Take one with `orgform snapshot --out FILE`.";

/**
 * Reads what `orgform snapshot` wrote, of the organization that is asked for, if any. Any other file ends the command, and
 * cheaply: a file is parsed only if it is as it was written.
 */
export async function readSnapshot(path: string, organizationId?: string): Promise<Snapshot> {
  const file = readBytes(path);
  const head = headOf(file);
  if (head.version === undefined) throw unusable(`${path} is not a snapshot`, TAKE_ONE);
  if (head.version !== "1.0") {
    const detail = `It is of the format ${visibleName(head.version)}, and this version of orgform reads 1.0. Use the version that wrote it, or a later one.`;
    throw unusable(`${path} is a snapshot of another version`, detail);
  }
  if (organizationId !== undefined && head.organization !== undefined && head.organization !== organizationId)
    throw otherOrganization(path, head.organization, organizationId);
  if (!isAsSealed(file)) {
    const detail = `The digest in its last line is not that of the file: a part is missing, or somebody edited it. ${TAKE_ONE}`;
    throw unusable(`${path} was changed after orgform wrote it`, detail);
  }
  if (!isQuickToParse(file)) throw unusable(`${path} is not a snapshot of an organization`, TAKE_ONE);
  const checked = checkSnapshot(parsed(file));
  if ("problem" in checked)
    throw unusable(`${path} is not a snapshot that this version can read`, `${checked.problem} ${TAKE_ONE}`);
  const { id } = checked.document.organization;
  if (organizationId !== undefined && id !== organizationId)
    throw otherOrganization(path, id, organizationId);
  return checked.document;
}

/** The moment that a snapshot shows, and the file that holds it. */
export function asOfSnapshot(path: string, snapshot: Snapshot): AsOf {
  const { taken_at, sandbox } = snapshot;
  const { whole, workspaces } = scopeOfSnapshot(snapshot);
  return {
    taken_at,
    snapshot: basename(path),
    ...(whole ? {} : { scope: workspaces }),
    ...(sandbox === true ? { sandbox } : {}),
  };
}

function readBytes(path: string): Buffer {
  try {
    // In one go, which takes a fifth of the time that many small reads take.
    if (statSync(path).size <= MOST_SNAPSHOT_BYTES) return readFileSync(path);
  } catch (error) {
    throw unreadFile(path, error, TAKE_ONE, "snapshot-unusable");
  }
  const detail = `orgform reads up to ${MOST_SNAPSHOT_BYTES / 1e6} MB. Take one of fewer workspaces with --workspace.`;
  throw unusable(`${path} is too large for a snapshot`, detail);
}

/** The first facts of a snapshot, found without parsing all of it. */
function headOf(file: Buffer): {
  readonly version: string | undefined;
  readonly organization: string | undefined;
} {
  const head = file.subarray(0, HEAD_BYTES).toString("utf8");
  const [, version] = /^\s*\{\s*"format_version"\s*:\s*"([^"\\]{1,20})"/.exec(head) ?? [];
  const [, organization] = /^ {0,4}"organization"\s*:\s*\{\s*"id"\s*:\s*"([^"\\]+)"/m.exec(head) ?? [];
  return { version, organization };
}

/** The JSON of a file that is as it was written; `undefined` if somebody made up its digest and it is not JSON. */
function parsed(file: Buffer): unknown {
  try {
    return JSON.parse(file.toString("utf8"));
  } catch {
    return undefined;
  }
}

function unusable(summary: string, detail: string): CommandError {
  return fail("error", "snapshot-unusable", summary, detail);
}

function otherOrganization(path: string, id: string, expected: string): CommandError {
  const detail = `The snapshot ${path} is of ${visibleName(id)}, and the file or the other snapshot of ${visibleName(expected)}. Nothing further was read. Name a snapshot of the same organization, or correct organization.id in the file.`;
  return fail("refused", "wrong-organization", "The snapshot is of another organization", detail);
}
