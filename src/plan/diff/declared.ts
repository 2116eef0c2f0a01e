import { KINDS } from "../../kinds/registry.js";
import { type Address, ancestorAddress, groupAddress, namesInAddress } from "../../model/address.js";
import { contentsOf, resourceAddress } from "../../model/state/contents.js";
import {
  type DesiredState,
  type DesiredWorkspace,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import type { DesiredResource, Fields } from "../../model/state/resource.js";
import { setOf, sortedTexts } from "../../util/collections.js";
import { defined } from "../../util/record.js";
import { isDifferent } from "./compare.js";

/**
 * The fields of each thing that a file declares in a workspace, by address: enough to distinguish an edit
 * from drift. The fields of a base use the names of `desired`: a group that was renamed since keeps its own
 * address there, but the things in it are under the name that it has now, see {@link renamesSince}.
 */
export function declaredFields(
  file: DesiredState | undefined,
  desired: DesiredWorkspace,
  isStillThere?: (group: string) => boolean,
): ReadonlyMap<Address, Fields> {
  const declared = baseOf(file, desired);
  return new Map(declared && declarations(declared, presentAddresses(declared, desired, isStillThere)));
}

/** The entry of the base for a workspace of the file; `undefined` if it has none. */
export const baseOf = (
  base: DesiredState | undefined,
  { name }: DesiredWorkspace,
): PresentWorkspace | undefined => presentIn(base?.workspaces).find((one) => one.name === name);

/**
 * The present names of groups that were renamed since a base, by former ones. A group that `isStillThere` under its
 * former name was not renamed: what the base said of it is not about the group of the new name.
 */
export function renamesSince(
  base: PresentWorkspace,
  desired: DesiredWorkspace,
  isStillThere: (group: string) => boolean = () => false,
): ReadonlyMap<string, string> {
  if (desired.state === "absent") return new Map();
  const namesIn = (workspace: PresentWorkspace) => setOf(contentsOf(workspace).entries("group"), "name");
  const [before, now] = [namesIn(base), namesIn(desired)];
  const groups = contentsOf(desired).of("group");
  return new Map(
    groups.flatMap(({ name: present, previously = [] }): [string, string][] => {
      const was = previously.find((name) => before.has(name) && !now.has(name) && !isStillThere(name));
      return was === undefined || before.has(present) ? [] : [[was, present]];
    }),
  );
}

/** Returns a function to the address that a thing of a base has now: what is in a renamed group is under its present name. */
export function presentAddresses(
  base: PresentWorkspace,
  desired: DesiredWorkspace,
  isStillThere?: (group: string) => boolean,
): (resource: Pick<DesiredResource, "address" | "kind">) => Address {
  const renames = renamesSince(base, desired, isStillThere);
  if (renames.size === 0) return ({ address }) => address;
  return ({ address, kind }) => {
    const { name, owner = "" } = namesInAddress(address);
    const renamed = renames.get(owner);
    const isInGroup = ancestorAddress(address, 3) === groupAddress(base.name, owner);
    return isInGroup && renamed ? resourceAddress(kind, base.name, name, renamed) : address;
  };
}

function declarations(
  workspace: PresentWorkspace,
  addressNow: (resource: DesiredResource) => Address,
): readonly [Address, Fields][] {
  const order = workspace.precedence_order;
  const present = workspace.resources.filter(({ state }) => state === "present");
  return present.map((resource) => {
    const { kind, name, managed } = resource;
    const known = KINDS[kind].fields;
    const fields = Object.entries(managed).filter(([field]) => field !== "name" && field in known);
    const rank = KINDS[kind].isRanked && order !== undefined ? { rank: order.indexOf(name) } : {};
    // The way in which people arrive decides whether the entry of a person sends an invite.
    const arrival = KINDS[kind].sendsMail ? defined({ arrive_by: workspace.arrive_by }) : {};
    return [addressNow(resource), { ...Object.fromEntries(fields), ...rank, ...arrival }];
  });
}

/**
 * The addresses at which the base differs from the `fork`, the version that both it and the file come from, while the
 * file is as it was there: what only the base's side did. A thing that came or went stands for what is in it.
 */
export function onlyInBase({
  now,
  base,
  fork,
}: Readonly<Record<"now" | "base" | "fork", DesiredState>>): readonly Address[] {
  const names = [...base.workspaces, ...fork.workspaces].map(({ name }) => name);
  return sortedTexts(names).flatMap((name) => {
    const [is, was, began] = [now, base, fork].map((file) => declaredFields(file, { name, state: "absent" }));
    const addresses = sortedTexts([...(was?.keys() ?? []), ...(began?.keys() ?? [])]);
    let whole: Address | undefined;
    return addresses.filter((address) => {
      const [then, first] = [was?.get(address), began?.get(address)];
      if (!isDifferent(then, first) || isDifferent(is?.get(address), first)) return false;
      if (whole !== undefined && address.startsWith(`${whole}/`)) return false;
      if (then === undefined || first === undefined) whole = address;
      return true;
    });
  });
}
