import { parseConfig } from "../../src/config/config.js";
import type { DesiredState } from "../../src/model/state/desired-state.js";

/** What a file of one organization says, given its workspaces and whatever else it holds. */
export function desiredState(rest: string): DesiredState {
  const text = `version: 1\norganization: {id: org_northwind}\n${rest}`;
  const { desired, diagnostics } = parseConfig([{ filename: "orgform.yaml", text }]);
  if (desired === null) throw new Error(JSON.stringify(diagnostics));
  return desired;
}
