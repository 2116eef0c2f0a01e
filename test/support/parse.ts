import { type Config, parseConfig } from "../../src/config/config.js";
import type { DesiredState } from "../../src/model/state/desired-state.js";

/** A valid file of one organization, given its workspaces and whatever else it holds. */
export function fileWith(rest: string): Config & { readonly desired: DesiredState } {
  const text = `version: 1\norganization: {id: org_northwind}\n${rest}`;
  const config = parseConfig([{ filename: "orgform.yaml", text }]);
  const { desired, diagnostics } = config;
  if (desired === null) throw new Error(JSON.stringify(diagnostics));
  FILES.set(desired, config);
  return { ...config, desired };
}

const FILES = new WeakMap<DesiredState, Config>();

/** What the file of a desired state says as it is written, if it was parsed here. */
export const writtenOf = (desired: DesiredState): Config["written"] | undefined =>
  FILES.get(desired)?.written;

/** What such a file says. */
export function desiredState(rest: string): DesiredState {
  return fileWith(rest).desired;
}
