import { authenticate, type Caller, requireSso } from "./server/auth.js";
import { parseBody } from "./server/body.js";
import type { Endpoint } from "./server/endpoint.js";
import { type Reply, replyWith, replyWithRefusal } from "./server/envelope.js";
import type { LogEntry } from "./server/log.js";
import { createRateLimiter, tooManyRequests } from "./server/rate-limit.js";
import { Refusal } from "./server/refusal.js";
import type { Store } from "./store/store.js";
import { settingsOf } from "./store/world.js";

/** A request as it came over the wire, its body read. */
export interface WireRequest {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly source: string;
  param(name: string): string;
  query(name: string): string | undefined;
}

/** The service without its network. */
export interface Service {
  /**
   * The reply of an endpoint, or the refusal that stands in for one; notes caller, body and effect in `entry`.
   * With `stale`, a read is answered as before the last change of its answer.
   */
  respond(request: WireRequest, target: Endpoint | Refusal, entry: LogEntry, stale: boolean): Reply;
}

/** The service over a store; `now` is its clock. */
export function createService(store: Store, now: () => Date): Service {
  const { world } = store;
  const limiter = createRateLimiter();

  const replyOf = (produce: () => Reply): Reply => {
    try {
      return produce();
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, [`The service failed: ${error}`]);
      return replyWithRefusal(refusal, now());
    }
  };

  const run = (
    request: WireRequest,
    endpoint: Endpoint,
    caller: Caller,
    entry: LogEntry,
    stale: boolean,
  ): Reply => {
    const { param, query } = request;
    const hasBody = endpoint.method === "POST" || endpoint.method === "PATCH";
    const body = hasBody ? parseBody(request.contentType, request.source) : null;
    if (hasBody) entry.body = body;
    const handle = () =>
      replyOf(() =>
        replyWith(
          store.transact((write) =>
            endpoint.handle({ world, write, caller, body, now: now(), param, query }),
          ),
        ),
      );
    if (stale && endpoint.method === "GET") return store.readBefore(handle, (reply) => reply.body ?? "");
    const effectsBefore = store.effects;
    const reply = handle();
    if (store.effects > effectsBefore) entry.effect = store.effects;
    return reply;
  };

  return {
    respond(request, target, entry, stale) {
      let headers: Reply["headers"] = {};
      const reply = replyOf(() => {
        const caller = authenticate(world, request.authorization);
        entry.caller = caller.user.id;
        const endpoint = target instanceof Refusal ? "unknown" : `${target.method} ${target.path}`;
        const rate = limiter.take(caller.token.id, endpoint, settingsOf(world).rate_limit, now());
        headers = rate.headers;
        if (!rate.allowed) throw tooManyRequests();
        requireSso(world, caller);
        if (target instanceof Refusal) throw target;
        return run(request, target, caller, entry, stale);
      });
      return { ...reply, headers: { ...headers, ...reply.headers } };
    },
  };
}
