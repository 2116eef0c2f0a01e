import { type Address, formatAddress, parseAddress } from "../../model/address.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import { byKey } from "../../util/collections.js";
import type { GroupMatch } from "../diff/match-groups.js";

/**
 * The names of a workspace and its groups in the service. They differ from those in the file because of a pin, a rename
 * that is still to come, or the built-in group; a rule about a thing must hold under either name.
 */
export interface ServiceNames {
  /** The workspace's name in the file. */
  readonly workspace: string;
  /** Its name in the service, or that of the file where it does not exist yet. */
  readonly liveWorkspace: string;
  /** The names in the service of existing groups, by their names in the file. */
  readonly groups: ReadonlyMap<string, string>;
}

/** Reads the names off what was matched. */
export function liveNamesOf(
  workspace: string,
  live: LiveWorkspace | undefined,
  match: GroupMatch | undefined,
): ServiceNames {
  const groups = [...(match?.byName ?? [])].map(
    ([name, group]) => [name, String(group.fields.name)] as const,
  );
  return { workspace, liveWorkspace: live?.name ?? workspace, groups: new Map(groups) };
}

/** All addresses that mean the same thing as an address of the file does: that one first, then those with live names. */
export function everyAddressOf(all: readonly ServiceNames[]): (address: Address) => readonly Address[] {
  const byWorkspace = byKey(all, "workspace");
  return (address) => {
    const [workspace = "", ...inner] = parseAddress(address);
    const names = byWorkspace.get(workspace);
    if (names === undefined) return [address];
    const [collection, name, ...rest] = inner;
    const inners =
      collection === "groups" && name !== undefined
        ? bothOf(name, names.groups.get(name) ?? name).map((group) => [collection, group, ...rest])
        : [inner];
    return bothOf(workspace, names.liveWorkspace).flatMap((other) =>
      inners.map((one) => formatAddress([other, ...one])),
    );
  };
}

const bothOf = (name: string, liveName: string): readonly string[] =>
  name === liveName ? [name] : [name, liveName];
