import { isLoopback } from "../../util/loopback.js";

/** Environment variables, as `process.env` has them. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** Returns true if a proxy can be asked at this address. */
export const isProxyAddress = (address: string): boolean =>
  URL.canParse(address) && /^(?:https?|socks5?):$/.test(new URL(address).protocol);

/**
 * The proxy that requests to a service go through, its address as given: it may hold a password. Loopback is never
 * proxied.
 */
export function proxyFor(
  baseUrl: string,
  environment: Environment,
): { readonly address: string; readonly except: string } | undefined {
  const { protocol, hostname } = new URL(baseUrl);
  const address = environment.HTTPS_PROXY || environment.https_proxy;
  if (!address || protocol !== "https:" || isLoopback(hostname)) return undefined;
  return { address, except: environment.NO_PROXY ?? environment.no_proxy ?? "" };
}
