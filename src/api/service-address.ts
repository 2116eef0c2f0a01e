import { type Diagnostic, finding } from "../model/diagnostic.js";
import { isLoopback } from "../util/loopback.js";

/** The address of the service in each region (API docs). */
const REGIONS = {
  us: "https://api-external.zenlytic.com/api/v2",
  eu: "https://euapi-external.zenlytic.com/api/v2",
} as const;

/** A region by its short name. */
export type Region = keyof typeof REGIONS;

/** The short name of every region. */
export const REGION_NAMES = ["us", "eu"] as const satisfies readonly Region[];

/** The sources of the service's address; the first of flag, environment, base_url and region wins. */
interface AddressSources {
  /** The value of `--base-url`. */
  readonly flag?: string | undefined;
  /** The value of `ORGFORM_BASE_URL`. */
  readonly environment?: string | undefined;
  readonly base_url?: string | undefined;
  readonly region?: Region | undefined;
}

/**
 * The base URL, without a slash at its end, that the token may be sent to: https, or http on loopback, without user,
 * query or fragment. There is no default: a token must not go to a region that nobody named.
 */
export function resolveServiceAddress(sources: AddressSources): { readonly baseUrl: string } | Diagnostic {
  const { flag, environment, base_url, region } = sources;
  if (flag) return checkAddress(flag, "--base-url");
  if (environment) return checkAddress(environment, "ORGFORM_BASE_URL");
  if (base_url) return checkAddress(base_url, "service.base_url");
  if (region) return { baseUrl: REGIONS[region] };
  return finding(
    "missing-key",
    "The address of the service is missing",
    "Set service.region (us or eu) or service.base_url in the file, or ORGFORM_BASE_URL, or --base-url; `orgform init` and `whoami` take --region as well. To try this without the service, add --sandbox FILE.",
  );
}

export function regionOf(baseUrl: string): Region | undefined {
  return REGION_NAMES.find((region) => REGIONS[region] === baseUrl);
}

function checkAddress(address: string, source: string): { readonly baseUrl: string } | Diagnostic {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol)) {
    return finding("invalid-value", `${source} is not a web address`, "It must look like https://host/path.");
  }
  if (url.username !== "" || url.password !== "" || url.search !== "" || url.hash !== "") {
    return finding(
      "invalid-value",
      `${source} holds more than an address`,
      "A user, a password, a query or a fragment cannot be part of it.",
    );
  }
  if (url.protocol === "http:" && !isLoopback(url.hostname)) {
    return finding(
      "address-insecure",
      `${source} is not https`,
      "The token would cross the network in plain text. Plain http is for this machine's own addresses only.",
    );
  }
  return { baseUrl: `${url.origin}${url.pathname.replace(/\/+$/, "")}` };
}
