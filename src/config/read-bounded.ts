import { createReadStream } from "node:fs";
import { MAX_FILE_BYTES } from "./source.js";

/** A file's bytes, or undefined where there are more than {@link MAX_FILE_BYTES}: also of what has no size or no end. */
export async function readBounded(path: string): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: MAX_FILE_BYTES })) chunks.push(chunk);
  const bytes = Buffer.concat(chunks);
  return bytes.length > MAX_FILE_BYTES ? undefined : bytes;
}
