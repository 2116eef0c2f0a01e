import { suggestPattern } from "../../config/text/near-pattern.js";
import { quote } from "../../config/text/wording.js";
import {
  type Address,
  ALL_USERS,
  attributeAddress,
  groupAddress,
  matchesPattern,
  rulePath,
  workspaceAddress,
} from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import { contentsOf } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import { everyAddressOf, type ServiceNames } from "./live-names.js";

/**
 * Patterns of `protect` that fit nothing, most likely by mistake: they protect nothing, and nobody would notice before
 * it is gone. `places` are the addresses of workspaces, groups and attributes, which are read in any case; of what a
 * pattern says below these, and of `others`, workspaces that are not managed or not of the run, nothing is claimed.
 */
export function unmatchedProtection(
  protect: readonly string[],
  places: readonly Address[],
  others: readonly { readonly name: string }[],
): Diagnostic[] {
  const unmanaged = others.map(({ name }) => workspaceAddress(name));
  return protect.flatMap((pattern, index) =>
    fits(pattern, places, unmanaged) ? [] : unmatched(pattern, index, suggestPattern(pattern, places)),
  );
}

/** The addresses in a workspace that can be protected, existing and declared, under every name that the guard knows. */
export function protectablePlaces(
  desired: DesiredWorkspace,
  live: LiveWorkspace | undefined,
  names: ServiceNames,
): readonly Address[] {
  const { name } = desired;
  const { entries } = contentsOf(desired);
  const groups = [ALL_USERS, ...names.groups.keys(), ...entries("group").map((group) => group.name)];
  const attributes = [...contentsOf(live).of("attribute"), ...entries("attribute")];
  return [
    workspaceAddress(name),
    ...groups.map((group) => groupAddress(name, group)),
    ...attributes.map((attribute) => attributeAddress(name, attribute.name)),
  ].flatMap(everyAddressOf([names]));
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

function unmatched(pattern: string, index: number, suggestion: string | undefined): Diagnostic {
  const asked = suggestion === undefined ? "" : `Did you mean ${quote(suggestion)}? `;
  return finding(
    "protects-nothing",
    `protect ${pattern} matches nothing`,
    `${asked}Nothing in the file or the organization matches, so the pattern protects nothing. Copy an address from a plan. If the protected thing was deleted on purpose, remove the pattern.`,
    { address: rulePath("protect", index) },
  );
}
