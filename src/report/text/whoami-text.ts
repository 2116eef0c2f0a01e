import type { Diagnostic } from "../../model/diagnostic.js";
import type { LiveState } from "../../model/state/live-state.js";
import { count } from "../../util/english.js";
import { visible, visibleName } from "../../util/escape.js";
import { diagnosticsText } from "../diagnostics/diagnostics-text.js";
import { table } from "../words/layout.js";

/** The difference of clocks below which they count as equal: the service gives whole seconds. */
const SAME_CLOCK_SECONDS = 5;

/** A token's report for a person. Ends in a newline. */
export function whoamiText(
  report: TokenReport,
  options: { readonly color: boolean; readonly width: number; readonly closing?: readonly string[] },
): string {
  const { organization, user_id, service, versions, file } = report;
  const rows: [string, string][] = [
    ["Organization", `${visibleName(organization.name)} (${visible(organization.id)})`],
    ["User", visible(user_id)],
    ["Token", reachText(report)],
    ...report.workspaces.map(({ id, name }, i): [string, string] => [
      i === 0 ? "Workspaces" : "",
      `${visibleName(name)} (${visible(id)})`,
    ]),
    ["Service", visible(service.base_url) + (service.region === null ? "" : ` (region ${service.region})`)],
    ["Proxy", service.proxy === null ? "none" : visible(service.proxy)],
    ["Rate limit", rateText(report)],
    ["Clock", clockText(report)],
    ["Versions", `orgform ${versions.orgform}, Node ${versions.node}`],
  ];
  const facts = table(rows).join("\n");
  const end = (options.closing ?? []).map((line) => `\n${line}\n`).join("");
  if (file === null) return `${facts}\n${end}`;
  const verdict = file.fits
    ? "This token is sufficient for the file."
    : "This token is not sufficient for the file.";
  const problems = diagnosticsText(file.problems, options);
  return `${facts}\n\n${verdict}\n${problems === "" ? "" : `\n${problems}`}${end}`;
}

function reachText({ token_scope, workspaces }: TokenReport): string {
  return token_scope === "organization-admin"
    ? `organization admin: all of ${count(workspaces.length, "workspace")}, and may create and archive them`
    : `admin of ${count(workspaces.length, "workspace")}: may not list, create or archive workspaces`;
}

function rateText({ rate_limit }: TokenReport): string {
  if (rate_limit === null) return "the service reports none";
  const { limit, remaining, reset_seconds } = rate_limit;
  const of = limit === null ? "" : ` of ${limit}`;
  const reset = reset_seconds === null ? "" : `, all again in ${reset_seconds} s`;
  return `${remaining}${of} requests left${reset} (each endpoint counts for itself)`;
}

function clockText({ clock_ahead_seconds: ahead }: TokenReport): string {
  if (ahead === null) return "the service sent no time";
  if (Math.abs(ahead) < SAME_CLOCK_SECONDS) return "in step with the service's";
  return `${count(Math.abs(ahead), "second")} ${ahead > 0 ? "ahead of" : "behind"} the service's`;
}

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
