import { isLoopback } from "../../util/loopback.js";
import type { Transport } from "./transport.js";

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The transport for a service: keep-alive connections of node:http(s), or undici through a proxy where `HTTPS_PROXY`
 * names one. Loopback is never proxied. Private CAs come by `NODE_EXTRA_CA_CERTS`, which Node reads itself.
 */
export async function openTransport(
  baseUrl: string,
  connections: number,
  environment: Environment,
): Promise<Transport> {
  const proxy = proxyFor(baseUrl, environment);
  if (proxy !== undefined) {
    const { proxyTransport } = await import("./proxy-transport.js");
    return proxyTransport(proxy.address, proxy.except);
  }
  const { nodeTransport } = await import("./node-transport.js");
  return nodeTransport(new URL(baseUrl).origin, connections);
}

/** Returns true if a proxy can be asked at this address. */
export const isProxyAddress = (address: string): boolean =>
  URL.canParse(address) && /^(?:https?|socks5?):$/.test(new URL(address).protocol);

/** The proxy that requests to a service go through, its address as given: it may hold a password. */
export function proxyFor(
  baseUrl: string,
  environment: Environment,
): { readonly address: string; readonly except: string } | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  const address = environment.HTTPS_PROXY || environment.https_proxy;
  if (!address || protocol !== "https:" || isLoopback(hostname)) return undefined;
  return { address, except: environment.NO_PROXY ?? environment.no_proxy ?? "" };
}
