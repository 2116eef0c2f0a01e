import { deflateRawSync, inflateRawSync } from "node:zlib";

/** What GitHub takes for the body of a comment or an issue. */
const MOST_CHARACTERS = 65_536;
const MARKER =
  /\n<!-- orgform:action kind=(\w+) file=(\S+) digest=([0-9a-f]{64}|none)(?: approved=(\S+))? -->\s*$/;

/** What tells one organization's comment or issue from another's: the file it is about. */
export function fileKey({ directory, files }) {
  return encodeURIComponent([directory, ...files].join(" ")).replaceAll("-", "%2D");
}

/**
 * The body with a hidden last line by which the action finds it again. `approved` is what a reviewer approves, packed,
 * so that a later refusal can show the difference; where it does not fit any more, the refusal shows the new plan only.
 */
export function withMarker(body, { kind, file, digest, approved }) {
  const marker = (packed) =>
    `\n<!-- orgform:action kind=${kind} file=${file} digest=${digest ?? "none"}${packed} -->\n`;
  const packed = approved === undefined ? "" : ` approved=${pack(approved)}`;
  const whole = body + marker(packed);
  return whole.length <= MOST_CHARACTERS ? whole : body + marker("");
}

/** The marker of a body, if it has one. */
export function readMarker(body) {
  const [, kind, file, digest, approved] = MARKER.exec(body ?? "") ?? [];
  if (kind === undefined) return undefined;
  return {
    kind,
    file,
    digest: digest === "none" ? undefined : digest,
    approved: approved === undefined ? undefined : unpack(approved),
  };
}

/** Those of the rows that the action itself wrote about this file, oldest first. Others can write markers, too. */
export function ownRows(rows, { kind, file, author }) {
  return rows.filter(({ body, user }) => {
    const marker = user?.login === author ? readMarker(body) : undefined;
    return marker?.kind === kind && marker.file === file;
  });
}

// Standard base64 has neither dashes nor angle brackets, so it cannot end an HTML comment.
const pack = (value) => deflateRawSync(JSON.stringify(value)).toString("base64");

function unpack(text) {
  try {
    return JSON.parse(inflateRawSync(Buffer.from(text, "base64")).toString("utf8"));
  } catch {
    return undefined; // Somebody edited it: the digest alone decides.
  }
}
