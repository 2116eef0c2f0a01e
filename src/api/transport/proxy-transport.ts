import { EnvHttpProxyAgent, fetch } from "undici";
import { fetchTransport } from "./fetch-transport.js";
import type { Transport } from "./transport.js";

/** Sends everything through `proxy`, except to hosts that `noProxy` names (as in `NO_PROXY`). */
export function proxyTransport(proxy: string, noProxy: string): Transport {
  const dispatcher = dispatcherOf(proxy, noProxy);
  return fetchTransport((url, request) => fetch(url, { ...request, dispatcher }));
}

/** The platform's `fetch` through `proxy`. */
export function proxyFetch(proxy: string, noProxy: string): typeof globalThis.fetch {
  // The platform's fetch is undici as well, and takes its dispatchers; only its types do not say so.
  const through = { dispatcher: dispatcherOf(proxy, noProxy) } as object;
  return (input, init) => globalThis.fetch(input, { ...init, ...through });
}

function dispatcherOf(proxy: string, noProxy: string): EnvHttpProxyAgent {
  return new EnvHttpProxyAgent({ httpProxy: proxy, httpsProxy: proxy, noProxy });
}
