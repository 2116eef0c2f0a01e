import { authenticate, requireSso } from "../http/auth.js";
import { parseBody } from "../http/body.js";
import type { Endpoint } from "../http/endpoint.js";
import { done, type Reply, replyWith, replyWithRefusal } from "../http/envelope.js";
import type { LogEntry } from "../http/log.js";
import { Refusal } from "../http/refusal.js";
import type { SandboxSettings } from "../store/settings.js";
import type { Store } from "../store/store.js";
import { habitsOf, settingsOf } from "../store/world.js";

/** A request as it came over the wire, its body read. */
interface WireRequest {
  readonly authorization: string | undefined;
  readonly contentType: string | undefined;
  readonly source: string;
  param(name: string): string;
  query(name: string): string | undefined;
}

/**
 * The service without its network: the reply of an endpoint, or the refusal that stands in for one; notes caller, body
 * and effect in `entry`. With `isStale`, a read is answered as before the last change of its answer.
 */
export type Respond = (
  request: WireRequest,
  target: Endpoint | Refusal,
  entry: LogEntry,
  isStale: boolean,
) => Reply;

/** The service over a store; `now` is its clock. */
export function createService(store: Store, now: () => Date): Respond {
  const { world } = store;
  const takeRequest = createRateLimiter();
  /** The latest effects, oldest first: reads do not see those that are too young. */
  const recent: { readonly at: number; readonly effect: number }[] = [];
  const unseenFor = (milliseconds: number): number => {
    while (recent[0] !== undefined && recent[0].at <= now().getTime() - milliseconds) recent.shift();
    return recent[0] === undefined ? 0 : store.effects - recent[0].effect + 1;
  };

  const replyOf = (produce: () => Reply): Reply => {
    try {
      return produce();
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, [`The service failed: ${error}`]);
      return replyWithRefusal(refusal, now());
    }
  };

  return (request, target, entry, isStale) => {
    let headers: Reply["headers"] = {};
    const reply = replyOf(() => {
      const caller = authenticate(world, request.authorization);
      entry.caller = caller.user.id;
      const path = target instanceof Refusal ? "unknown" : `${target.method} ${target.path}`;
      const rate = takeRequest(caller.token.id, path, settingsOf(world).rate_limit, now());
      headers = rate.headers;
      if (!rate.allowed) throw new Refusal(429, ["Too many requests: wait until the window resets."]);
      requireSso(world, caller);
      if (target instanceof Refusal) throw target;

      const { method, handle } = target;
      const { param, query } = request;
      const hasBody = method === "POST" || method === "PATCH";
      const body = hasBody ? parseBody(request.contentType, request.source) : null;
      if (hasBody) entry.body = body;
      const { page_size, read_lag_ms, repeated_delete } = habitsOf(world);
      const answer = () =>
        replyOf(() =>
          replyWith(
            store.transact((write) => handle({ world, write, caller, body, now: now(), param, query })),
            page_size,
          ),
        );
      if (isStale && method === "GET") return store.readBefore(answer, ({ body }) => body ?? "");
      if (read_lag_ms > 0 && method === "GET") return store.readBehind(answer, unseenFor(read_lag_ms));
      const effectsBefore = store.effects;
      const reply = answer();
      if (store.effects > effectsBefore) {
        entry.effect = store.effects;
        if (read_lag_ms > 0) recent.push({ at: now().getTime(), effect: store.effects });
      }
      const isGone = method === "DELETE" && reply.status === 404;
      return isGone && repeated_delete === "204" ? replyWith(done) : reply;
    });
    return { ...reply, headers: { ...headers, ...reply.headers } };
  };
}

/** Counts each token's requests to each endpoint, in windows that start with the first of them, and anew with a new limit. */
function createRateLimiter() {
  const windows = new Map<string, { endsAt: number; used: number; seconds: number; limit: number }>();
  /** Takes one request out of the window; `allowed` is false once the window is used up. */
  return (token: string, endpoint: string, limits: SandboxSettings["rate_limit"], now: Date) => {
    const { limit, window_seconds: seconds } = limits.endpoints?.[endpoint] ?? limits;
    const key = `${token} ${endpoint}`;
    let window = windows.get(key);
    const isOfBefore = window?.limit !== limit || window.seconds !== seconds;
    if (!window || isOfBefore || window.endsAt <= now.getTime()) {
      window = { endsAt: now.getTime() + seconds * 1000, used: 0, seconds, limit };
      windows.set(key, window);
    }
    window.used += 1;
    return {
      allowed: window.used <= limit,
      headers: {
        "x-ratelimit-limit": String(limit),
        "x-ratelimit-remaining": String(Math.max(0, limit - window.used)),
        "x-ratelimit-reset": String(Math.ceil((window.endsAt - now.getTime()) / 1000)),
      },
    };
  };
}
