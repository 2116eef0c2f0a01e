import { createFetch } from "ofetch";
import { ApiError } from "./api-error.js";
import type { RawAnswer } from "./decode.js";
import type { Transport, TransportRequest, TransportResponse } from "./transport.js";

/** One request, ready to be sent. */
export interface ExchangeRequest {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly query?: Readonly<Record<string, boolean>>;
  readonly body?: object;
  /** Cuts the exchange off, body included. */
  readonly signal: AbortSignal;
}

/** Sends one request and reads its answer to the end; whatever the status, an answer is an answer. */
export type Exchange = (request: ExchangeRequest) => Promise<RawAnswer>;

/** More than any list of an organization needs, and less than what exhausts memory. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const MAX_REDIRECTS = 3;
const UTF8 = new TextDecoder("utf-8", { fatal: true });
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Exchanges with the service at `baseUrl`. The token is in the `Authorization` header and nowhere else, and goes to
 * this origin only: a redirect is followed for a GET, within the origin, a few times.
 */
export function createExchange(baseUrl: string, token: string, transport: Transport): Exchange {
  // A Map has all that ofetch asks of Headers, and the platform's cost every start 12 ms.
  const fetch = createFetch({ fetch: asFetch(transport), Headers: Map as unknown as typeof Headers });
  const { origin } = new URL(baseUrl);

  return async ({ method, path, query, body, signal }) => {
    let url = baseUrl + path;
    for (let redirects = 0; ; redirects += 1) {
      const response = await fetch.raw(url, {
        method,
        headers: [
          ["authorization", `Bearer ${token}`],
          ["accept", "application/json"],
          ["accept-encoding", "identity"],
        ],
        ...(query && redirects === 0 ? { query } : {}),
        ...(body ? { body: JSON.stringify(body) } : {}),
        signal,
        responseType: "stream",
        retry: false,
        ignoreResponseError: true,
      });
      const { status, headers, body: stream }: TransportResponse = response;
      const fail = (detail: string, retryable = false) =>
        new ApiError({
          reason: "malformed-response",
          method,
          path,
          status,
          detail,
          mayHaveHappened: true,
          retryable,
        });
      const text = await readText(stream, fail);
      if (!REDIRECTS.has(status)) return { status, headers, text };
      const next = headers.get("location");
      const target = next !== null && URL.canParse(next, url) ? new URL(next, url) : undefined;
      if (target?.origin !== origin) throw fail(`answered ${status} and points to another place`);
      if (method !== "GET") throw fail(`answered ${status}, which a write does not follow`);
      if (redirects === MAX_REDIRECTS) throw fail("was redirected again and again");
      url = origin + target.pathname + target.search;
    }
  };
}

/** What ofetch hands to its fetch, as far as that goes any further. */
interface Handed extends Omit<TransportRequest, "headers"> {
  readonly headers: ReadonlyMap<string, string>;
}

/** The transport in fetch's place: it gives the part of a Response that ofetch reads. */
function asFetch(transport: Transport): typeof globalThis.fetch {
  const fetch = (url: string, { method, headers, body, signal }: Handed) =>
    transport(url, {
      method,
      headers: Object.fromEntries(headers),
      ...(body === undefined ? {} : { body }),
      redirect: "manual",
      signal,
    });
  return fetch as unknown as typeof globalThis.fetch;
}

async function readText(
  stream: AsyncIterable<Uint8Array> | null,
  fail: (detail: string, retryable?: boolean) => ApiError,
): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of stream ?? []) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) throw fail(`sent more than ${MAX_BODY_BYTES} bytes`);
    chunks.push(chunk);
  }
  try {
    return UTF8.decode(Buffer.concat(chunks));
  } catch {
    throw fail("sent text that is not UTF-8", true);
  }
}
