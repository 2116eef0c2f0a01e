import type { ServiceTarget } from "../../model/state/desired-state.js";
import type { ServiceOptions } from "../session/options.js";

/** What a new file should say about where the service is: what was named for it, not what the environment says. */
export function serviceToWrite(
  { region, baseUrl, sandbox }: ServiceOptions,
  known: ServiceTarget = {},
): ServiceTarget {
  if (sandbox !== undefined) return known;
  if (baseUrl !== undefined) return { base_url: baseUrl };
  return region === undefined ? known : { region };
}
