import type { RequestOptions } from "node:https";
import { isIP } from "node:net";
import type { Readable } from "node:stream";
import type { EnvHttpProxyAgent } from "undici";
import type { AnswerHeaders } from "../call/rate-limit.js";
import { type DecodedAnswer, decodedBody } from "./body.js";
import { isClosed, TLS_EXPECTED } from "./network-failure.js";
import { type Environment, proxyFor } from "./proxy.js";

/**
 * Free connections are closed before a server's usual five seconds are over: a write sent into a connection that is
 * being closed would be in doubt without need.
 */
const IDLE_MS = 4_000;

/** A request as both ways take it. */
interface Outgoing {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  readonly signal: AbortSignal | undefined;
}

/** An answer as both ways give it, as it came over the wire. */
interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: Readable;
}

/** The part of the platform's `fetch` that is used; it fits too. */
export type PlainFetch = (
  url: string,
  request: {
    readonly method?: string;
    readonly headers?: Iterable<readonly [string, string]>;
    readonly body?: unknown;
    readonly signal?: AbortSignal | null;
  },
) => Promise<DecodedAnswer>;

type Send = (url: string, request: Outgoing) => Promise<Incoming>;

/**
 * A `fetch` for the requests of a client: over up to so many keep-alive connections of node:http(s), or over undici where
 * a proxy is to be asked. It follows no redirects. The platform's own takes 60 ms to load and refuses some ports.
 */
export async function httpFetch(
  baseUrl: string,
  connections: number,
  environment: Environment,
): Promise<PlainFetch> {
  const send = (await proxySend(baseUrl, environment)) ?? directSend(baseUrl, connections);
  return async (url, { method = "GET", headers = [], body, signal }) => {
    const answer = await send(url, {
      method,
      headers: Object.fromEntries(headers),
      body: typeof body === "string" ? body : undefined,
      signal: signal ?? undefined,
    });
    return await decoded(answer);
  };
}

function directSend(baseUrl: string, connections: number): Send {
  const { hostname, port, protocol } = new URL(baseUrl);
  // From Node 22 on an `import` reads every export of node:http, one of which loads all of the platform's fetch.
  const { Agent, request } = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: IDLE_MS });
  const bareName = hostname.replace(/^\[|\]$/g, "");
  // Otherwise Node would find it out again for every request.
  const target = { hostname: bareName, port, agent, servername: isIP(bareName) === 0 ? bareName : "" };
  let isFirst = true;
  // A server that expects TLS closes the connection of a plain request, which alone says nothing.
  const explained = async (error: Error): Promise<Error> => {
    if (!isFirst || protocol !== "http:" || !isClosed(error)) return error;
    isFirst = false;
    const { speaksTls } = await import("./speaks-tls.js");
    return (await speaksTls(bareName, Number(port || 80)))
      ? Object.assign(new Error("TLS expected"), { code: TLS_EXPECTED })
      : error;
  };
  return (url, { body, signal, ...outgoing }) =>
    new Promise((resolve, reject) => {
      const { pathname, search } = new URL(url);
      const options: RequestOptions = { ...target, ...outgoing, path: pathname + search };
      const sent = request(signal === undefined ? options : { ...options, signal }, (message) => {
        isFirst = false;
        resolve({ status: message.statusCode ?? 0, headers: message.headersDistinct, body: message });
      });
      sent.on("error", (error) => void explained(error).then(reject));
      // Without a listener, an answer that switches the protocol would end the request without an event.
      sent.on("upgrade", (_, socket) => {
        socket.destroy();
        reject(new Error("switched to another protocol"));
      });
      sent.end(body);
    });
}

/** Undici is loaded only where a proxy is to be asked. */
async function proxySend(baseUrl: string, environment: Environment): Promise<Send | undefined> {
  const dispatcher = await proxyAgentFor(baseUrl, environment);
  if (dispatcher === undefined) return undefined;
  const { request } = await import("undici");
  return async (url, { body = null, signal = null, ...outgoing }) => {
    const {
      statusCode,
      headers,
      body: answer,
    } = await request(url, { ...outgoing, body, signal, dispatcher });
    return { status: statusCode, headers, body: answer };
  };
}

/** Statuses of answers without a body (Fetch standard). */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

async function decoded({ status, headers: lines, body }: Incoming): Promise<DecodedAnswer> {
  const headers: AnswerHeaders = {
    get(name) {
      const values = lines[name.toLowerCase()];
      return values === undefined ? null : [values].flat().join(", ");
    },
  };
  if (WITHOUT_BODY.has(status)) {
    body.resume();
    return { status, headers, body: null };
  }
  return { status, headers, body: await decodedBody(body, headers.get("content-encoding")) };
}

/** The connections through the proxy for a service, except to hosts that `NO_PROXY` names; undici is loaded for them only. */
export async function proxyAgentFor(
  baseUrl: string,
  environment: Environment,
): Promise<EnvHttpProxyAgent | undefined> {
  const proxy = proxyFor(baseUrl, environment);
  if (proxy === undefined) return undefined;
  const { proxyAgent } = await import("./tunnel.js");
  return proxyAgent(proxy);
}
