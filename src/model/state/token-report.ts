import type { Diagnostic } from "../diagnostic.js";
import type { LiveState } from "./live-state.js";

/** The identity and the reach of a token, and the way to the service. Holds no secret. */
export interface TokenReport {
  readonly organization: LiveState["organization"];
  readonly user_id: string;
  readonly token_scope: LiveState["token_scope"];
  /** The workspaces in use that the token reaches. */
  readonly workspaces: readonly { readonly id: string; readonly name: string }[];
  readonly service: {
    readonly base_url: string;
    /** `null` for the address of no region. */
    readonly region: string | null;
    /** Host and port only. */
    readonly proxy: string | null;
  };
  /** The rate limit in the latest answer; each endpoint has its own. `null` if the answer has none. */
  readonly rate_limit: {
    readonly limit: number | null;
    readonly remaining: number;
    readonly reset_seconds: number | null;
  } | null;
  /**
   * The seconds by which this machine's clock is ahead of the service's; `null` if the service gave no time.
   */
  readonly clock_ahead_seconds: number | null;
  readonly versions: { readonly orgform: string; readonly node: string };
  /** The verdict on whether the token is sufficient for the file; `null` without a file. */
  readonly file: { readonly fits: boolean; readonly problems: readonly Diagnostic[] } | null;
}
