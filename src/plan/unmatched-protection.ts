import {
  type Address,
  ALL_USERS,
  attributeAddress,
  groupAddress,
  matchesPattern,
  workspaceAddress,
} from "../model/address.js";
import type { DesiredState } from "../model/desired-state.js";
import type { Diagnostic } from "../model/diagnostic.js";
import type { LiveState } from "../model/live-state.js";

/**
 * Patterns of `protect` that fit nothing, most likely for a slip: they protect nothing, and nobody would notice before
 * it is gone. Only workspaces, groups and attributes are looked at, which are read in any case; of what a pattern says
 * below these, and of workspaces that are not managed, nothing is claimed.
 */
export function unmatchedProtection(desired: DesiredState, live: LiveState): Diagnostic[] {
  if (desired.protect.length === 0) return [];
  const addresses = placesOf(desired, live);
  const unmanaged = live.unmanaged_workspaces.map(({ name }) => workspaceAddress(name));
  return desired.protect.filter((pattern) => !fits(pattern, addresses, unmanaged)).map(unmatched);
}

function fits(pattern: string, addresses: readonly Address[], unmanaged: readonly Address[]): boolean {
  const segments = pattern.split("/");
  const [workspace = "", collection = ""] = segments;
  if (workspace === "**" || unmanaged.some((address) => matchesPattern(workspace, address))) return true;
  const named =
    (collection === "groups" || collection === "attributes") && ![undefined, "**"].includes(segments[2]);
  const place = named ? segments.slice(0, 3).join("/") : workspace;
  return addresses.some((address) => matchesPattern(place, address));
}

function placesOf(desired: DesiredState, live: LiveState): Address[] {
  const addresses: Address[] = [];
  for (const { name, groups, attributes } of live.workspaces) {
    addresses.push(workspaceAddress(name));
    for (const group of groups)
      addresses.push(groupAddress(name, group.is_all_users ? ALL_USERS : group.name));
    for (const attribute of attributes) addresses.push(attributeAddress(name, attribute.name));
  }
  for (const workspace of desired.workspaces) {
    const { name } = workspace;
    addresses.push(workspaceAddress(name), groupAddress(name, ALL_USERS));
    if (workspace.state === "absent") continue;
    for (const group of workspace.groups ?? []) addresses.push(groupAddress(name, group.name));
    for (const attribute of workspace.attributes ?? [])
      addresses.push(attributeAddress(name, attribute.name));
  }
  return addresses;
}

function unmatched(pattern: string): Diagnostic {
  return {
    severity: "warning",
    code: "protects-nothing",
    summary: `protect ${pattern} matches nothing`,
    detail:
      "Neither the file nor the organization has such an address, so nothing is protected by it. A plan shows addresses as they are written; take the pattern out if what it protected is gone on purpose.",
  };
}
