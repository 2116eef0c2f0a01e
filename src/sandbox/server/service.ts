import { authenticate, type Caller, requireSso } from "../http/auth.js";
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

/** A request of a known caller to an endpoint. */
interface AcceptedRequest {
  readonly request: WireRequest;
  readonly endpoint: Endpoint;
  readonly caller: Caller;
  readonly entry: LogEntry;
  readonly stale: boolean;
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
  const lag = createReadLag(store, now);

  const replyOf = (produce: () => Reply): Reply => {
    try {
      return produce();
    } catch (error) {
      const refusal = error instanceof Refusal ? error : new Refusal(500, [`The service failed: ${error}`]);
      return replyWithRefusal(refusal, now());
    }
  };

  const run = ({ request, endpoint, caller, entry, stale }: AcceptedRequest): Reply => {
    const { param, query } = request;
    const hasBody = endpoint.method === "POST" || endpoint.method === "PATCH";
    const body = hasBody ? parseBody(request.contentType, request.source) : null;
    if (hasBody) entry.body = body;
    const { page_size, read_lag_ms, repeated_delete } = habitsOf(world);
    const handle = () =>
      replyOf(() =>
        replyWith(
          store.transact((write) =>
            endpoint.handle({ world, write, caller, body, now: now(), param, query }),
          ),
          page_size,
        ),
      );
    if (stale && endpoint.method === "GET") return store.readBefore(handle, (reply) => reply.body ?? "");
    if (read_lag_ms > 0 && endpoint.method === "GET")
      return store.readBehind(handle, lag.unseen(read_lag_ms));
    const effectsBefore = store.effects;
    const reply = handle();
    if (store.effects > effectsBefore) {
      entry.effect = store.effects;
      if (read_lag_ms > 0) lag.note();
    }
    const isGone = endpoint.method === "DELETE" && reply.status === 404;
    return isGone && repeated_delete === "204" ? replyWith(done) : reply;
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
        return run({ request, endpoint: target, caller, entry, stale });
      });
      return { ...reply, headers: { ...headers, ...reply.headers } };
    },
  };
}

/** Knows which effects are so young that reads do not see them yet. */
interface ReadLag {
  /** Notes the latest effect of the store. */
  note(): void;
  /** The number of effects that are younger than so many milliseconds. */
  unseen(milliseconds: number): number;
}

/** Starts without an effect; `now` is the clock of the service. */
function createReadLag(store: Store, now: () => Date): ReadLag {
  /** Oldest first. */
  const recent: { readonly at: number; readonly effect: number }[] = [];
  return {
    note() {
      recent.push({ at: now().getTime(), effect: store.effects });
    },
    unseen(milliseconds) {
      while (recent[0] !== undefined && recent[0].at <= now().getTime() - milliseconds) recent.shift();
      return recent[0] === undefined ? 0 : store.effects - recent[0].effect + 1;
    },
  };
}

/** Counts each token's requests to each endpoint, in windows that start with the first of them, and anew with a new limit. */
function createRateLimiter() {
  const windows = new Map<string, { endsAt: number; used: number; seconds: number; limit: number }>();
  return {
    /** Takes one request out of the window; `allowed` is false once the window is used up. */
    take(token: string, endpoint: string, limits: SandboxSettings["rate_limit"], now: Date) {
      const { limit, window_seconds } = limits.endpoints?.[endpoint] ?? limits;
      const key = `${token} ${endpoint}`;
      let window = windows.get(key);
      const isOfBefore = window?.limit !== limit || window.seconds !== window_seconds;
      if (!window || isOfBefore || window.endsAt <= now.getTime()) {
        window = { endsAt: now.getTime() + window_seconds * 1000, used: 0, seconds: window_seconds, limit };
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
    },
  };
}

/** 429: the window is used up. */
const tooManyRequests = () => new Refusal(429, ["Too many requests: wait until the window resets."]);
