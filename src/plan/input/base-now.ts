import { type Address, workspaceAddress } from "../../model/address.js";
import type {
  DesiredState,
  DesiredWorkspace,
  Expectation,
  PresentWorkspace,
} from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { isSame, liveWorkspaceOf } from "./inputs.js";

/** A base under the keys of now, and the keys that have changed, each as it was and as it is. */
interface BaseNow {
  readonly base: DesiredState | undefined;
  readonly keys: readonly (readonly [before: string, after: string])[];
}

/**
 * The base with each workspace under the key that the file has for it now. A key may change while a pin or the live name
 * says that it is the same workspace: what the base says of it counts all the same. The same base if no key has changed.
 */
export function baseUnderKeysOf(
  base: DesiredState | undefined,
  desired: Pick<DesiredState, "workspaces">,
  live: LiveState,
): BaseNow {
  if (base === undefined) return { base, keys: [] };
  const present = new Map<string, DesiredWorkspace>();
  for (const workspace of desired.workspaces) {
    const found = liveWorkspaceOf(live, workspace);
    const earlier = found && base.workspaces.find((one) => isSame(one, found));
    if (earlier !== undefined && earlier.name !== workspace.name) present.set(earlier.name, workspace);
  }
  if (present.size === 0) return { base, keys: [] };
  const taken = new Set([...present.values()].map(({ name }) => name));
  const under = {
    ...base,
    workspaces: base.workspaces.flatMap((workspace) => {
      const now = present.get(workspace.name);
      if (now !== undefined) return [underKeyOf(workspace, now)];
      return taken.has(workspace.name) ? [] : [workspace];
    }),
    expect: base.expect.map((rule): Expectation => {
      const now = present.get(rule.workspace);
      return now === undefined ? rule : { ...rule, workspace: now.name };
    }),
  };
  return { base: under, keys: [...present].map(([before, { name }]) => [before, name]) };
}

/** A workspace with the name, the pin and the addresses of another entry of the same workspace. */
function underKeyOf(
  { id: _, ...workspace }: DesiredWorkspace,
  { name, id }: DesiredWorkspace,
): DesiredWorkspace {
  const pin = id === undefined ? {} : { id };
  if (workspace.state === "absent") return { ...workspace, ...pin, name };
  const [before, after] = [workspaceAddress(workspace.name), workspaceAddress(name)];
  const moved = (address: Address): Address => after + address.slice(before.length);
  return {
    ...workspace,
    ...pin,
    name,
    resources: workspace.resources.map((resource) => ({
      ...resource,
      address: moved(resource.address),
      ...(resource.kind === "workspace" && { name }),
    })),
    lists: workspace.lists.map(moved),
  } satisfies PresentWorkspace;
}
