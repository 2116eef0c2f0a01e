import { type CreateFetchOptions, createFetch } from "ofetch";
import { ApiError, type ApiFailure } from "./call/api-error.js";
import type { RawAnswer } from "./decode.js";
import { networkFailure } from "./transport/network-failure.js";
import { MAX_BODY_BYTES, type Transport, type TransportRequest } from "./transport/transport.js";

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

/** Sends one request and reads its answer to the end, whatever its status. */
export type Exchange = (request: ExchangeRequest) => Promise<RawAnswer>;

const MAX_REDIRECTS = 3;
const UTF8 = new TextDecoder("utf-8", { fatal: true });
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Exchanges with the service at `baseUrl`. The token is in the `Authorization` header and nowhere else, and goes to
 * this origin only: a redirect is followed for a GET, within the origin, a few times.
 *
 * ofetch builds a request (base, query, JSON body and its header) and calls interceptors: one gives the token to
 * requests to this origin, one reports a request without an answer. It neither retries nor takes a status for a
 * failure: what may be sent again depends on whether a write may have happened, which {@link ApiError} says.
 */
export function createExchange(baseUrl: string, token: string, transport: Transport): Exchange {
  const { origin } = new URL(baseUrl);
  const { raw } = createFetch({
    ...platformOf(transport),
    defaults: {
      baseURL: baseUrl,
      headers: [
        ["accept", "application/json"],
        ["accept-encoding", "identity"],
      ],
      retry: false,
      ignoreResponseError: true,
      onRequest({ request, options }) {
        if (new URL(String(request), baseUrl).origin === origin)
          options.headers.set("authorization", `Bearer ${token}`);
      },
    },
  });

  return async ({ method, path, query, body, onOpen }) => {
    const fail = (facts: Omit<ApiFailure, "method" | "path">) => new ApiError({ method, path, ...facts });
    let url = path;
    for (let redirects = 0; ; redirects += 1) {
      // ofetch hands options that it does not know to the transport: `onOpen`.
      const options = {
        method,
        ...(query && redirects === 0 ? { query } : {}),
        ...(body ? { body } : {}),
        responseType: "arrayBuffer" as const,
        onRequestError({ error }: { readonly error: Error }) {
          throw fail(networkFailure(error));
        },
        onOpen,
      };
      const response = await raw<ArrayBuffer, "arrayBuffer">(url, options);
      const { status, headers } = response;
      const unreadable = (detail: string, retryable = false) =>
        fail({ reason: "malformed-response", status, detail, mayHaveHappened: true, retryable });
      if (response.body === null) throw unreadable(`sent more than ${MAX_BODY_BYTES} bytes`);
      const text = decodeUtf8(response._data);
      if (text === undefined) throw unreadable("sent text that is not UTF-8", true);
      if (!REDIRECTS.has(status)) return { status, headers, text };
      const next = headers.get("location");
      const from = redirects === 0 ? baseUrl + path : url;
      const target = next !== null && URL.canParse(next, from) ? new URL(next, from) : undefined;
      if (target?.origin !== origin) throw unreadable(`answered ${status} and points to another place`);
      if (method !== "GET") throw unreadable(`answered ${status}, which a write does not follow`);
      if (redirects === MAX_REDIRECTS) throw unreadable("was redirected again and again");
      url = origin + target.pathname + target.search;
    }
  };
}

/**
 * The transport instead of the platform's fetch, and a Map instead of its Headers: the part of both that ofetch uses.
 * The platform's own would load all of undici at every start, and cost a little more for each answer.
 */
function platformOf(transport: Transport): Pick<CreateFetchOptions, "fetch" | "Headers"> {
  const fetch = async (url: string, { method, headers, body, onOpen }: TransportRequest) => {
    const answer = await transport(url, { method, headers, ...(body === undefined ? {} : { body }), onOpen });
    return { ...answer, body: answer.body ?? null, arrayBuffer: () => answer.body };
  };
  return { fetch, Headers: Map } as unknown as Pick<CreateFetchOptions, "fetch" | "Headers">;
}

/** Bytes as text; no answer of a status without a body has any. */
function decodeUtf8(bytes: ArrayBuffer | undefined): string | undefined {
  try {
    return UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
