/** The number of requests that a token may make to one endpoint in a window. */
interface RateLimit {
  readonly limit: number;
  readonly window_seconds: number;
}

/**
 * The behaviour of the service in points that its public description leaves open. The defaults are a guess; a record of
 * the real service (`sandbox --like`) takes their place.
 */
export interface Habits {
  /** The form of the names of groups, attributes and workspaces: as sent, or without surrounding blanks. */
  readonly names: "kept" | "trimmed";
  /** The treatment of two groups of one workspace with equal names. */
  readonly equal_names: "allowed" | "refused";
  /** Letter case counts where names of groups are compared. */
  readonly letter_case: "counts" | "ignored";
  /** The rows of a page; `null` for complete lists. */
  readonly page_size: number | null;
  /** The answer for a workspace or group that is not there, or out of reach. */
  readonly unknown_place: "403" | "404";
  /** The time from a write until reads show it, in milliseconds. */
  readonly read_lag_ms: number;
  /** The group whose value counts among groups of one precedence. */
  readonly tie: "first" | "last";
  /** Lists the reserved attribute `email` among the definitions. */
  readonly lists_email: boolean;
  /** Answers a second DELETE as the first one. */
  readonly repeated_delete: "404" | "204";
}

/** The habits of a service about which nothing else is known. */
export const defaultHabits: Habits = {
  names: "kept",
  equal_names: "allowed",
  letter_case: "counts",
  page_size: null,
  unknown_place: "403",
  read_lag_ms: 0,
  tie: "first",
  lists_email: false,
  repeated_delete: "404",
};

/** The settings of the service, from a seed or `POST /_sandbox/settings`. */
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
  /** The tier; on the free one every invite is for an `admin`. */
  readonly tier: "paid" | "free";
  readonly billing: "active" | "past_due";
  /** Refuses every token that does not satisfy SSO. */
  readonly sso_required: boolean;
  readonly habits: Partial<Habits>;
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
  habits: {},
};
