import type { IncomingHttpHeaders } from "node:http";
import { isIP } from "node:net";
import { errorCode } from "../../util/error-code.js";
import type { AnswerHeaders } from "../call/rate-limit.js";
import { TLS_DECLINED, TLS_EXPECTED } from "./network-failure.js";
import { createIncomingBody, type Transport } from "./transport.js";

/**
 * Free connections are closed before a server's usual five seconds are over: a write sent into a connection that is
 * being closed would be in doubt without need.
 */
const IDLE_MS = 4_000;

/** Keep-alive connections to one origin over node:http(s): a request costs half of what it does over the platform's fetch. */
export function nodeTransport(origin: string, connections: number): Transport {
  const { hostname, host, port, protocol } = new URL(origin);
  const { Agent, request } = process.getBuiltinModule(protocol === "https:" ? "node:https" : "node:http");
  const agent = new Agent({ keepAlive: true, maxSockets: connections, timeout: IDLE_MS });
  const bareName = hostname.replace(/^\[|\]$/g, "");
  // Otherwise node:http would find it out again for every request.
  const target = { hostname: bareName, port, agent, servername: isIP(bareName) === 0 ? bareName : "" };

  let hasAnswered = false;

  /** Explains an error by the protocol: the server speaks TLS where http was expected, or declines the handshake. */
  async function explained(error: Error): Promise<Error> {
    const isTls = protocol === "https:";
    const isMisunderstanding = isTls ? /^EPROTO$/ : /^(ECONNRESET|HPE_)/;
    if (hasAnswered || !isMisunderstanding.test(errorCode(error))) return error;
    const { speaksTls } = await import("./speaks-tls.js");
    if (!(await speaksTls(bareName, Number(port || (isTls ? 443 : 80))))) return error;
    return isTls
      ? Object.assign(new Error("the server declines the TLS handshake"), { code: TLS_DECLINED })
      : Object.assign(new Error("the server speaks TLS"), { code: TLS_EXPECTED });
  }

  return (url, { method, headers, body, onOpen }) =>
    new Promise((resolve, reject) => {
      const path = url.slice(origin.length);
      const lines = ["host", host, ...[...headers].flat()];
      // Node sends a list of headers as it is, so the length of the body must be in it.
      if (body !== undefined) lines.push("content-length", String(Buffer.byteLength(body)));
      const sent = request({ ...target, method, path, headers: lines }, (message) => {
        hasAnswered = true;
        const status = message.statusCode ?? 0;
        const answered = asAnswerHeaders(message.headers);
        const incoming = createIncomingBody();
        message.on("error", reject);
        message.on("end", () => resolve({ status, headers: answered, body: incoming.whole() }));
        message.on("data", (part: Buffer) => {
          if (incoming.add(part)) return;
          resolve({ status, headers: answered, body: undefined });
          sent.destroy();
        });
      });
      sent.on("error", (error) => void explained(error).then(reject));
      // Without a listener, an answer that switches the protocol would end the request without an event.
      sent.on("upgrade", (_, socket) => {
        socket.destroy();
        reject(new Error("switched to another protocol"));
      });
      onOpen((reason) => sent.destroy(reason));
      sent.end(body);
    });
}

function asAnswerHeaders(headers: IncomingHttpHeaders): AnswerHeaders {
  return {
    get(name) {
      const value = headers[name];
      return (Array.isArray(value) ? value.join(", ") : value) ?? null;
    },
  };
}
