/** The number of requests that a token may make to one endpoint in a window. */
export interface RateLimit {
  readonly limit: number;
  readonly window_seconds: number;
}

/** Settings of the service as a whole, from a seed or `POST /_sandbox/settings`. */
export interface SandboxSettings {
  readonly rate_limit: RateLimit & {
    /** Other limits for single endpoints, as "POST /workspaces/{workspace_id}/groups". */
    readonly endpoints?: Readonly<Record<string, RateLimit>>;
  };
  /** Added before every answer. */
  readonly latency_ms: number;
  /** E-mail domains that may be invited; null allows all. */
  readonly allowed_email_domains: readonly string[] | null;
  /** Members and pending invites a workspace may have together; null has no limit. */
  readonly seats: number | null;
  /** On the free tier every invite is for an `admin`. */
  readonly tier: "paid" | "free";
  readonly billing: "active" | "past_due";
  /** Refuses every token that does not satisfy SSO. */
  readonly sso_required: boolean;
}

/** A service that limits and refuses nothing. */
export const defaultSettings: SandboxSettings = {
  rate_limit: { limit: 1_000_000, window_seconds: 60 },
  latency_ms: 0,
  allowed_email_domains: null,
  seats: null,
  tier: "paid",
  billing: "active",
  sso_required: false,
};
