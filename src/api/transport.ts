import { isLoopback } from "../util/loopback.js";
import type { AnswerHeaders } from "./rate-limit.js";

/** Sends one request and reads its answer to the end; rejects when there is no whole answer. */
export type Transport = (url: string, request: TransportRequest) => Promise<TransportResponse>;

/** A request as the transport gets it; it must never follow redirects by itself. */
export interface TransportRequest {
  readonly method: string;
  readonly headers: ReadonlyMap<string, string>;
  readonly body?: string;
  /** Is told, while sending, how to cut the request and its answer off. An `AbortSignal` would cost as much as the rest. */
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
  /** Whether there is room for this part. */
  add(part: Uint8Array): boolean;
  whole(): Uint8Array;
}

/** Nothing yet. */
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
