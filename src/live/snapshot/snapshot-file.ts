import { createHash } from "node:crypto";
import type { LiveState, LiveWorkspace } from "../../model/state/live-state.js";
import type { Scope, Snapshot } from "../../model/state/snapshot.js";

/** The line that ends every snapshot; `jsonText` ends an object in the same way. */
const END = /,\n {2}"digest": "sha256:([0-9a-f]{64})"\n\}\n$/;
const END_BYTES = 128;

/** Seals the JSON text of an object: the digest of the text before it is its last key. */
export function sealed(json: string): { readonly text: string; readonly digest: string } {
  const body = json.replace(/\n\}\n$/, "");
  const digest = `sha256:${digestOf(Buffer.from(body))}`;
  return { text: `${body},\n  "digest": "${digest}"\n}\n`, digest };
}

/** Returns true if a sealed text is, byte for byte, as it was written. */
export function isAsSealed(file: Buffer): boolean {
  const end = file.subarray(Math.max(0, file.length - END_BYTES)).toString("latin1");
  const [line, digest] = END.exec(end) ?? [];
  return line !== undefined && digestOf(file.subarray(0, file.length - line.length)) === digest;
}

const digestOf = (bytes: Buffer): string => createHash("sha256").update(bytes).digest("hex");

/** The most containers: more than an organization in a file of the largest size can have. */
const MOST_CONTAINERS = 2_000_000;
const MOST_VALUES = 5_000_000;

/**
 * Returns true if JSON can be parsed in a few seconds and not much more memory than it has bytes. A text of brackets, or
 * of keys only, takes a hundred times as long as one of the same size that holds something.
 */
export function isQuickToParse(file: Buffer): boolean {
  const containers = count(file, "[", MOST_CONTAINERS) + count(file, "{", MOST_CONTAINERS);
  return containers < MOST_CONTAINERS && count(file, ",", MOST_VALUES) < MOST_VALUES;
}

function count(bytes: Buffer, character: string, most: number): number {
  const byte = character.charCodeAt(0);
  let found = 0;
  for (let at = bytes.indexOf(byte); at >= 0 && found < most; at = bytes.indexOf(byte, at + 1)) found += 1;
  return found;
}

/** The workspaces that were read, sorted, and whether the organization has no others. */
export const scopeOf = ({
  token_scope,
  workspaces,
  unmanaged_workspaces,
}: Pick<LiveState, "token_scope"> &
  Readonly<
    Record<"workspaces" | "unmanaged_workspaces", readonly Pick<LiveWorkspace, "name">[]>
  >): Scope => ({
  workspaces: workspaces.map(({ name }) => name).sort(),
  // A token of one workspace does not tell whether there are others.
  whole: token_scope === "organization-admin" && unmanaged_workspaces.length === 0,
});

/** The scope of a snapshot; one that does not say it tells by its token and by the workspaces that it leaves out. */
export const scopeOfSnapshot = (snapshot: Snapshot): Scope =>
  snapshot.scope ?? scopeOf({ ...snapshot, unmanaged_workspaces: snapshot.other_workspaces });
