import type { ServiceTarget } from "../../model/state/desired-state.js";
import type { SharedOptions } from "../context/options.js";

/** The `service` of a new file: it comes from the command line or the known file, and not from the environment. */
export function serviceToWrite(
  { region, baseUrl, sandbox }: SharedOptions,
  known: ServiceTarget = {},
): ServiceTarget {
  if (sandbox !== undefined) return known;
  // An empty one counts as none, as where the service is looked for.
  if (baseUrl) return { base_url: baseUrl };
  return region === undefined ? known : { region };
}
