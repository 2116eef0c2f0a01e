import { type CreateFetchOptions, createFetch } from "ofetch";
import { ApiError, type FailureFacts } from "./call/api-error.js";
import type { RawAnswer } from "./decode.js";
import { textOfAnswer } from "./transport/body.js";
import { httpFetch, type PlainFetch } from "./transport/http-fetch.js";
import { networkFailure } from "./transport/network-failure.js";
import type { Environment } from "./transport/proxy.js";

/** The service, and the way to it. */
interface ServicePlace {
  readonly baseUrl: string;
  readonly token: string;
  readonly environment: Environment;
  readonly userAgent?: string | undefined;
  /** The most concurrent connections. */
  readonly concurrency: number;
  /** The fetch to use instead of own connections. */
  readonly fetch?: typeof globalThis.fetch | undefined;
}

/** One request, ready to be sent. */
interface ExchangeRequest {
  readonly method: string;
  /** The path below the base URL. */
  readonly path: string;
  readonly query?: Readonly<Record<string, boolean>>;
  readonly body?: object;
  readonly signal: AbortSignal;
}

/** Sends one request and reads its answer to the end, for every status. */
export type Exchange = (request: ExchangeRequest) => Promise<RawAnswer>;

const MAX_REDIRECTS = 3;
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/**
 * Exchanges with a service. The token is in the `Authorization` header and nowhere else, and goes to this origin only: a
 * redirect is followed for a GET, within the origin, a few times.
 *
 * ofetch builds a request (base, query, JSON body and its header) and calls interceptors: one gives the token to
 * requests to this origin, one reports a request without an answer. It neither retries nor takes a status for a
 * failure: what may be sent again depends on whether a write may have happened, which {@link ApiError} says.
 */
export async function createExchange(place: ServicePlace): Promise<Exchange> {
  const { baseUrl, token, concurrency, environment } = place;
  const { origin } = new URL(baseUrl);
  const { raw } = createFetch({
    ...platformOf(place.fetch ?? (await httpFetch(baseUrl, concurrency, environment))),
    defaults: {
      baseURL: baseUrl,
      headers: {
        accept: "application/json",
        "accept-encoding": "identity",
        "user-agent": place.userAgent ?? "orgform",
      },
      redirect: "manual",
      responseType: "stream",
      retry: false,
      ignoreResponseError: true,
      onRequest({ request, options }) {
        if (new URL(String(request), baseUrl).origin === origin)
          options.headers.set("authorization", `Bearer ${token}`);
      },
    },
  });

  return async ({ method, path, query, body, signal }) => {
    const fail = (facts: FailureFacts) => new ApiError({ method, path, ...facts });
    let url = path;
    for (let redirects = 0; ; redirects += 1) {
      const response = await raw(url, {
        method,
        ...(query && redirects === 0 && { query }),
        ...(body && { body: { ...body } }),
        signal,
        // ofetch's own error would hold the request.
        onRequestError({ error }) {
          throw fail(networkFailure(error));
        },
      });
      const { status, headers } = response;
      const unreadable = (detail: string, retryable = false) =>
        fail({ reason: "malformed-response", status, detail, mayHaveHappened: true, retryable });
      const read = await textOfAnswer(response).catch((error: unknown) => {
        throw fail({
          ...networkFailure(error),
          detail: "broke off in the middle of its answer",
          mayHaveHappened: true,
        });
      });
      if ("problem" in read) throw unreadable(read.problem, read.retryable);
      if (!REDIRECTS.has(status)) return { status, headers, text: read.text };
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

/** The headers of a request, by names in small letters: the part of the platform's `Headers` that ofetch uses. */
class PlainHeaders extends Map<string, string> {
  constructor(headers: Iterable<readonly [string, string]> | Readonly<Record<string, string>> = {}) {
    super();
    const entries = Symbol.iterator in headers ? headers : Object.entries(headers);
    for (const [name, value] of entries) this.set(name, value);
  }

  override set(name: string, value: string): this {
    return super.set(name.toLowerCase(), value);
  }
}

/**
 * The means that ofetch uses instead of the platform's own, whose `Headers` and `Response` load all of its
 * fetch: a plan of 106 requests took 42 ms of CPU more with them, of 335 (Node 20, side by side). ofetch
 * types them as the platform's; it uses the parts that these have.
 */
function platformOf(
  fetch: PlainFetch | typeof globalThis.fetch,
): Pick<CreateFetchOptions, "fetch" | "Headers"> {
  return { fetch, Headers: PlainHeaders } as unknown as Pick<CreateFetchOptions, "fetch" | "Headers">;
}
