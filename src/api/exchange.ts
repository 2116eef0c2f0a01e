import { createFetch } from "ofetch";
import { ApiError } from "./api-error.js";
import type { RawAnswer } from "./decode.js";
import {
  MAX_BODY_BYTES,
  type Transport,
  type TransportRequest,
  type TransportResponse,
} from "./transport/transport.js";

/** One request, ready to be sent. */
export interface ExchangeRequest {
  readonly method: string;
  /** Below the base URL. */
  readonly path: string;
  readonly query?: Readonly<Record<string, boolean>>;
  readonly body?: object;
  /** As in a {@link TransportRequest}; called again for every redirect that is followed. */
  readonly onOpen: TransportRequest["onOpen"];
}

/** Sends one request and reads its answer to the end; whatever the status, an answer is an answer. */
export type Exchange = (request: ExchangeRequest) => Promise<RawAnswer>;

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

  return async ({ method, path, query, body, onOpen }) => {
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
        // What ofetch does not know goes through it as it is.
        ...({ onOpen } as object),
        responseType: "stream",
        retry: false,
        ignoreResponseError: true,
      });
      const { status, headers, body: bytes } = response as unknown as TransportResponse;
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
      if (bytes === undefined) throw fail(`sent more than ${MAX_BODY_BYTES} bytes`);
      const text = decodeUtf8(bytes);
      if (text === undefined) throw fail("sent text that is not UTF-8", true);
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

/** The transport in fetch's place: it gives the part of a Response that ofetch reads. */
function asFetch(transport: Transport): typeof globalThis.fetch {
  const fetch = (url: string, { method, headers, body, onOpen }: TransportRequest) =>
    transport(url, {
      method,
      headers,
      ...(body === undefined ? {} : { body }),
      onOpen,
    });
  return fetch as unknown as typeof globalThis.fetch;
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
