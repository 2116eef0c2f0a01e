import { EnvHttpProxyAgent, fetch } from "undici";
import { fetchTransport } from "./fetch-transport.js";
import type { Transport } from "./transport.js";

/** Sends everything through `proxy` but what `noProxy` (as in `NO_PROXY`) leaves out. */
export function proxyTransport(proxy: string, noProxy: string): Transport {
  const dispatcher = new EnvHttpProxyAgent({ httpProxy: proxy, httpsProxy: proxy, noProxy });
  return fetchTransport((url, request) => fetch(url, { ...request, dispatcher }));
}
