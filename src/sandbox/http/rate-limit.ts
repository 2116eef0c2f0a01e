import type { SandboxSettings } from "../store/settings.js";
import { Refusal } from "./refusal.js";

/** Counts each token's requests to each endpoint, in windows that start with the first of them, and anew with a new limit. */
export function createRateLimiter() {
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
export const tooManyRequests = () => new Refusal(429, ["Too many requests: wait until the window resets."]);
