import { once } from "node:events";
import { pipeline, type Readable } from "node:stream";
import { errorCode } from "../../util/error-code.js";
import type { AnswerHeaders } from "../call/rate-limit.js";

/** The largest body: more than any list of an organization needs, and less than exhausts memory. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** The codings that are taken off an answer: nobody asks for one, and some gateways use one all the same. */
const CODINGS: ReadonlySet<string> = new Set(["", "identity", "gzip", "x-gzip", "deflate", "br"]);
/** Codes of bytes that cannot be decompressed. */
const NOT_DECODED = /^(Z_|ERR__|ERR_BROTLI_)/;

/** An answer with its coding taken off: the part of the platform's `Response` that is used. */
export interface DecodedAnswer {
  readonly status: number;
  readonly headers: AnswerHeaders;
  readonly body: AsyncIterable<Uint8Array> | null;
}

/** The text of an answer, or why it cannot be read, as the rest of a sentence that begins with the request. */
type AnswerText = { readonly text: string } | { readonly problem: string; readonly retryable: boolean };

/** Reads a decoded answer to its end, up to {@link MAX_BODY_BYTES}. Rejects if the connection ends before. */
export async function textOfAnswer({ headers, body }: DecodedAnswer): Promise<AnswerText> {
  const coding = codingOf(headers.get("content-encoding"));
  if (!CODINGS.has(coding)) {
    // Leaving at once closes the connection.
    for await (const _ of body ?? []) break;
    const problem = `was answered in a coding that orgform cannot read (Content-Encoding: ${coding})`;
    return { problem, retryable: false };
  }
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    // Leaving the loop early closes the connection.
    for await (const part of body ?? []) {
      parts.push(part);
      size += part.length;
      if (size > MAX_BODY_BYTES)
        return { problem: `sent more than ${MAX_BODY_BYTES} bytes`, retryable: false };
    }
  } catch (error) {
    if (!NOT_DECODED.test(errorCode(error))) throw error;
    return { problem: `sent bytes that are not ${coding}, as Content-Encoding says`, retryable: true };
  }
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(Buffer.concat(parts)) };
  } catch {
    return { problem: "sent text that is not UTF-8", retryable: true };
  }
}

/** The bytes of an answer without their coding; as they are where it is none that orgform knows. */
export async function decodedBody(body: Readable, contentEncoding: string | null): Promise<Readable> {
  const coding = codingOf(contentEncoding);
  if (coding === "" || coding === "identity" || !CODINGS.has(coding)) return body;
  const zlib = await import("node:zlib");
  // `deflate` means zlib's format, and some servers send the bare one.
  const isBare = coding === "deflate" && ((await firstByteOf(body)) & 0x0f) !== 8;
  const decoder =
    coding === "br" ? zlib.createBrotliDecompress() : isBare ? zlib.createInflateRaw() : zlib.createUnzip();
  // An error of either end reaches the reader.
  return pipeline(body, decoder, () => {});
}

const codingOf = (contentEncoding: string | null): string => (contentEncoding ?? "").trim().toLowerCase();

async function firstByteOf(body: Readable): Promise<number> {
  await once(body, "readable");
  const start: Buffer | null = body.read();
  if (start !== null) body.unshift(start);
  return start?.[0] ?? 0;
}
