import { errorCode } from "../../util/error-code.js";
import type { ApiError, ApiFailure } from "../call/api-error.js";

/** Failures before a byte of the request has left: no connection, or a certificate that is not trusted. */
const NO_CONNECTION = /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|UND_ERR_CONNECT_TIMEOUT)$/;
/** The code of an answer that is no HTTP; it is our own, not the system's. */
export const NO_HTTP = "NO_HTTP";
/** The code of a connection that ends without an answer; our own as well. */
export const CLOSED = "CLOSED";
/** The code of an answer to a TLS handshake that is no TLS. */
export const NO_TLS = "EPROTO";
/** The code of a TLS handshake that the server answers and does not agree to; our own, too. */
export const TLS_DECLINED = "TLS_DECLINED";
/** Failures that mean a wrong address, as long as nothing has answered. */
const WRONG_ADDRESS: ReadonlySet<string> = new Set(["ECONNREFUSED", NO_TLS, NO_HTTP, TLS_DECLINED]);
const NOT_TRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_/;

/**
 * The failure of a connection. The error that it came with is reduced to message and code: the original may
 * hold the request's headers, or parts of the answer.
 */
export function networkFailure(error: unknown): Omit<ApiFailure, "method" | "path"> {
  const { message, code, syscall } = innermost(error);
  const notTrusted = NOT_TRUSTED.test(code);
  const neverSent = notTrusted || syscall === "connect" || NO_CONNECTION.test(code);
  return {
    reason: "network",
    detail: `got no answer (${code || message})`,
    mayHaveHappened: !neverSent,
    retryable: !notTrusted,
    cause: Object.assign(new Error(message), { code }),
  };
}

/** One code for what node:http(s), undici and the versions of OpenSSL name in ways of their own. */
function commonCode(code: string, message: string): string {
  if (code === "EPROTO" || code.startsWith("ERR_SSL_"))
    return /alert|unrecognized.name|unsupported.protocol/i.test(code + message) ? TLS_DECLINED : NO_TLS;
  if (code.startsWith("HPE_") || /does not match the HTTP/.test(message)) return NO_HTTP;
  return /^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/.test(code) ? CLOSED : code;
}

/** The code of a failed connection, the same on every way; empty where it was something else. */
export function networkCode({ reason, cause }: ApiError): string {
  if (reason !== "network" || !(cause instanceof Error)) return "";
  return commonCode(errorCode(cause), cause.message);
}

/** Returns true if a first request failed in a way that the next one would, too: the address leads to no service. */
export const isWrongAddress = (error: ApiError): boolean => WRONG_ADDRESS.has(networkCode(error));

/** The facts of the innermost error: ofetch, fetch and the address race of a dual-stack host each wrap it. */
function innermost(error: unknown): { message: string; code: string; syscall: string } {
  const found = { message: "", code: "", syscall: "" };
  for (let at = error, depth = 0; at instanceof Error && depth < 8; depth += 1) {
    found.message = at.message || found.message;
    found.code = textAt(at, "code") || found.code;
    found.syscall = textAt(at, "syscall") || found.syscall;
    at = at.cause ?? (at instanceof AggregateError ? at.errors[0] : undefined);
  }
  return found;
}

function textAt(error: Error, key: "code" | "syscall"): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? value : "";
}
