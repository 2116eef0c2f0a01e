import type { Endpoint, EndpointName } from "../../model/endpoint.js";
import { ENDPOINTS } from "../../model/generated/service.js";
import { ApiError, type FailureFacts } from "./api-error.js";

/** A call of an endpoint, ready to be sent as often as it takes. */
export interface PreparedCall {
  readonly name: EndpointName;
  readonly endpoint: Endpoint;
  /** The path below the base URL, with its ids filled in. */
  readonly path: string;
  /** The ids in the path, by the names of their placeholders. */
  readonly ids: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, boolean>>;
  readonly body?: object;
  /** Each of them ends the call. */
  readonly signals: readonly AbortSignal[];
}

/** The argument of a client's method: ids, query, body and signal in one object. */
export type CallArguments = Readonly<Record<string, unknown>> & {
  readonly body?: object;
  readonly signal?: AbortSignal;
};

/** Fills a caller's arguments in. Throws an `ApiError` for an id that could lead to another endpoint. */
export function prepareCall(name: EndpointName, args: CallArguments, stop?: AbortSignal): PreparedCall {
  const endpoint: Endpoint = ENDPOINTS[name];
  const ids: Record<string, string> = {};
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const id = String(args[key]);
    // A lone surrogate has no UTF-8, and encoding it would throw.
    if (id === "" || id === "." || id === ".." || /\p{Surrogate}/u.test(id)) {
      const detail = `cannot be asked for: the service gave "${id}" as an id`;
      throw new ApiError({
        method: endpoint.method,
        path: endpoint.path,
        reason: "malformed-response",
        detail,
      });
    }
    ids[key] = id;
    return encodeURIComponent(id);
  });
  const query = endpoint.query?.filter((key) => args[key] !== undefined);
  return {
    name,
    endpoint,
    path,
    ids,
    ...(query?.length && { query: Object.fromEntries(query.map((key) => [key, Boolean(args[key])])) }),
    ...(args.body && { body: args.body }),
    signals: [stop, args.signal].filter((signal) => signal !== undefined),
  };
}

export function callFailure(call: PreparedCall, facts: FailureFacts): ApiError {
  return new ApiError({ ...facts, method: call.endpoint.method, path: call.path });
}

/** The end of a call by one of its signals; once sent, it may have had its effect. */
export function interruptionOf(call: PreparedCall, sent: boolean): ApiError {
  return callFailure(call, { reason: "interrupted", detail: "was interrupted", mayHaveHappened: sent });
}

/** Calls `act` when a signal is aborted, immediately if one already is; the result ends the watch. */
export function onAbort(signals: readonly AbortSignal[], act: () => void): () => void {
  if (signals.some((signal) => signal.aborted)) act();
  for (const signal of signals) watchersOf(signal).add(act);
  return () => {
    for (const signal of signals) watchersOf(signal).delete(act);
  };
}

const WATCHERS = new WeakMap<AbortSignal, Set<() => void>>();

/** One listener for all calls that wait for a signal: adding and removing one for each would take long. */
function watchersOf(signal: AbortSignal): Set<() => void> {
  const known = WATCHERS.get(signal);
  if (known !== undefined) return known;
  const watchers = new Set<() => void>();
  WATCHERS.set(signal, watchers);
  signal.addEventListener("abort", () => {
    for (const act of watchers) act();
  });
  return watchers;
}
