import { errorCode } from "../../util/error-code.js";
import type { ApiError, FailureFacts } from "../call/api-error.js";

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
/** The code of a plain request to a server that expects TLS; our own. */
export const TLS_EXPECTED = "TLS_EXPECTED";
/** The codes of certificates that are not believed; our own. */
export const WRONG_NAME = "WRONG_NAME";
export const EXPIRED = "EXPIRED";
export const UNTRUSTED = "UNTRUSTED";
/** Failures that mean a wrong address, as long as nothing has answered. */
const WRONG_ADDRESS: ReadonlySet<string> = new Set([
  "ECONNREFUSED",
  "ENOTFOUND",
  NO_TLS,
  NO_HTTP,
  TLS_DECLINED,
  TLS_EXPECTED,
]);
const NOT_TRUSTED = /CERT|SELF_SIGNED|UNABLE_TO_/;

/** The proxy did not open the way to the service: it answered with a status, or the connection to it failed. */
export class ProxyFailure extends Error {
  readonly status: number | undefined;
  constructor({ status, cause }: { readonly status?: number; readonly cause?: unknown }) {
    super(status === undefined ? "" : `the proxy answered ${status}`, { cause });
    this.status = status;
  }
}

/** Why a connection failed: a code, the same on every way, and where. */
interface ConnectionFailure {
  /** Empty where it was nothing that is known. */
  readonly code: string;
  readonly isOfProxy: boolean;
  /** The proxy's answer, where it gave one instead of a way to the service. */
  readonly proxyStatus?: number;
}

/**
 * The failure of a connection. The error that it came with is reduced to message and code: the original may
 * hold the request's headers, or parts of the answer.
 */
export function networkFailure(error: unknown): FailureFacts {
  const { message, code, syscall, proxy } = innermost(error);
  const notTrusted = NOT_TRUSTED.test(code);
  const neverSent = notTrusted || proxy !== undefined || syscall === "connect" || NO_CONNECTION.test(code);
  const isRefused = (proxy?.status ?? 500) < 500;
  return {
    reason: "network",
    detail: `got no answer (${code || message})`,
    mayHaveHappened: !neverSent,
    retryable: !notTrusted && !isRefused,
    cause: Object.assign(new Error(message), { code }, proxy === undefined ? {} : { proxy }),
  };
}

/** Returns true if the server closed the connection without an answer. */
export const isClosed = (error: Error): boolean => commonCode(errorCode(error), error.message) === CLOSED;

/** Returns true if a server answered a TLS handshake, and did not agree to it. */
export const isDeclined = (error: Error): boolean =>
  commonCode(errorCode(error), error.message) === TLS_DECLINED;

/** One code for what node:http(s), undici and the versions of OpenSSL name in ways of their own. */
function commonCode(code: string, message: string): string {
  if (code === "EPROTO" || code.startsWith("ERR_SSL_"))
    return /alert|unrecognized.name|unsupported.protocol/i.test(code + message) ? TLS_DECLINED : NO_TLS;
  if (code.startsWith("HPE_") || /does not match the HTTP/.test(message)) return NO_HTTP;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID") return WRONG_NAME;
  if (code === "CERT_HAS_EXPIRED") return EXPIRED;
  if (NOT_TRUSTED.test(code)) return UNTRUSTED;
  return /^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/.test(code) ? CLOSED : code;
}

/** What is known of a failed connection; undefined where the request failed otherwise. */
export function connectionFailure({ reason, cause }: ApiError): ConnectionFailure | undefined {
  if (reason !== "network" || !(cause instanceof Error)) return undefined;
  const proxy = "proxy" in cause ? (cause.proxy as ProxyFacts) : undefined; // networkFailure puts it there
  const code = commonCode(errorCode(cause), cause.message);
  return { code, isOfProxy: proxy !== undefined, ...(proxy?.status ? { proxyStatus: proxy.status } : {}) };
}

/** Returns true if a first request failed in a way that the next one would, too: the address leads to no service. */
export const isWrongAddress = (error: ApiError): boolean =>
  WRONG_ADDRESS.has(connectionFailure(error)?.code ?? "");

/** The facts of the innermost error: ofetch, fetch and the address race of a dual-stack host each wrap it. */
function innermost(error: unknown): InnermostFacts {
  const facts: InnermostFacts = { message: "", code: "", syscall: "", proxy: undefined };
  for (let at = error, depth = 0; at instanceof Error && depth < 8; depth += 1) {
    if (at instanceof ProxyFailure) facts.proxy = { status: at.status };
    facts.message = at.message || facts.message;
    facts.code = textAt(at, "code") || facts.code;
    facts.syscall = textAt(at, "syscall") || facts.syscall;
    at = at.cause ?? (at instanceof AggregateError ? at.errors[0] : undefined);
  }
  return facts;
}

interface ProxyFacts {
  readonly status: number | undefined;
}

interface InnermostFacts {
  message: string;
  code: string;
  syscall: string;
  proxy: ProxyFacts | undefined;
}

function textAt(error: Error, key: "code" | "syscall"): string {
  const value: unknown = Reflect.get(error, key);
  return typeof value === "string" ? value : "";
}
