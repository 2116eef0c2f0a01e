import type { AnswerHeaders } from "../call/rate-limit.js";

/** Sends one request and reads its answer to the end; rejects when there is no whole answer. */
export type Transport = (url: string, request: TransportRequest) => Promise<TransportResponse>;

/** A request as the transport gets it; it must never follow redirects by itself. */
export interface TransportRequest {
  readonly method: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body?: string;
  /** Is given, while sending, the function that ends the request. An `AbortSignal` would cost as much as the rest. */
  readonly onOpen: (cut: (reason: Error) => void) => void;
}

/** An answer, read to its end. */
export interface TransportResponse {
  readonly status: number;
  readonly headers: AnswerHeaders;
  /** `undefined` where it is longer than {@link MAX_BODY_BYTES}, and was not read further. */
  readonly body: Uint8Array | undefined;
}

/** More than any list of an organization needs, and less than what exhausts memory. */
export const MAX_BODY_BYTES = 64 * 1024 * 1024;

/** A body while it comes in. */
export interface IncomingBody {
  /** Returns true while there is room. */
  add(part: Uint8Array): boolean;
  whole(): Uint8Array;
}

export function createIncomingBody(): IncomingBody {
  const parts: Uint8Array[] = [];
  let size = 0;
  return {
    add(part) {
      parts.push(part);
      size += part.length;
      return size <= MAX_BODY_BYTES;
    },
    whole: () => Buffer.concat(parts),
  };
}
