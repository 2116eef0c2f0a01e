import { workspaceAddress } from "../../model/address.js";
import { type Diagnostic, finding } from "../../model/diagnostic.js";
import {
  type DesiredState,
  type DesiredWorkspace,
  type PresentWorkspace,
  presentIn,
} from "../../model/state/desired-state.js";
import type { LiveState } from "../../model/state/live-state.js";
import { defined } from "../../util/record.js";
import { type BaseFacts, isSame } from "./inputs.js";

/** The live workspace of a name in a file, whether the plan reads it or not. */
const meant = (live: LiveState, workspace: DesiredWorkspace) =>
  [...live.workspaces, ...live.unmanaged_workspaces].find((one) => isSame(workspace, one));

/** The keys of live workspaces that an edit changes, each as it was and as it is. */
function changedKeys(
  base: DesiredState,
  desired: DesiredState,
  live: LiveState,
): ReadonlyMap<string, string> {
  return new Map(
    desired.workspaces.flatMap((workspace): [string, string][] => {
      const found = meant(live, workspace);
      const earlier = found && base.workspaces.find((one) => isSame(one, found));
      return earlier === undefined || earlier.name === workspace.name ? [] : [[earlier.name, workspace.name]];
    }),
  );
}

/**
 * The base under the keys of now, if the edit changes nothing but keys and the rules that name them: `expect`, `protect`,
 * `limits` and `unlimited_roles`. Otherwise the base as it is, and {@link lintKeys} refuses the keys.
 */
export function baseUnderKeys(found: BaseFacts, desired: DesiredState, live: LiveState): BaseFacts {
  const base = found.desired;
  const keys = changedKeys(base, desired, live);
  if (keys.size === 0 || contentOf(base, keys) !== contentOf(desired)) return found;
  const keyNow = (key: string): string => keys.get(key) ?? key;
  const moved = new Map(
    [...keys].map(([before, after]) => [workspaceAddress(before), workspaceAddress(after)]),
  );
  const roles = new Map(presentIn(base.workspaces).map((one) => [keyNow(one.name), one.unlimited_roles]));
  const under = {
    ...base,
    protect: base.protect.map((pattern) => pattern.replace(/^[^/]+/, (first) => moved.get(first) ?? first)),
    expect: base.expect.map((rule) => ({ ...rule, workspace: keyNow(rule.workspace) })),
    workspaces: desired.workspaces.map((one) => {
      if (one.state === "absent") return one;
      const { unlimited_roles: _, ...rest } = one;
      return { ...rest, ...defined({ unlimited_roles: roles.get(one.name) }) };
    }),
  };
  return { ...found, desired: under, renamedKeys: [...keys] };
}

/** What a file says of its workspaces, under other keys, without pins and the rules that may name a key. */
function contentOf(
  { workspaces, checks, data_model_written, warehouse_sign_in, organization }: DesiredState,
  keys: ReadonlyMap<string, string> = new Map(),
): string {
  const entries = workspaces.map((one) => [keys.get(one.name) ?? one.name, withoutKey(one)] as const);
  const sorted = entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([sorted, checks, data_model_written, warehouse_sign_in, organization]);
}

function withoutKey(workspace: DesiredWorkspace): Partial<PresentWorkspace> | DesiredWorkspace["state"] {
  if (workspace.state === "absent") return workspace.state;
  const { id: _, name, unlimited_roles: __, resources, lists, ...rest } = workspace;
  const { length } = workspaceAddress(name);
  return {
    ...rest,
    lists: lists.map((list) => list.slice(length)),
    resources: resources.map((one) => ({
      ...one,
      address: one.address.slice(length),
      // It is called as its key.
      ...(one.address === workspaceAddress(name) && { name: "", managed: { ...one.managed, name: "" } }),
    })),
  };
}

/** Errors for keys and pins of workspaces that mean something else than in the base, which would lose its rules. */
export function lintKeys(
  base: DesiredState | undefined,
  desired: DesiredState,
  live: LiveState,
): readonly Diagnostic[] {
  if (base === undefined) return [];
  const refuse = (name: string, summary: string, detail: string): Diagnostic => {
    return finding("immutable", summary, detail, { address: workspaceAddress(name) });
  };
  const moved = [...changedKeys(base, desired, live)].map(([before, after]) =>
    refuse(
      after,
      `The workspace ${before} of the base has the key ${after} now`,
      "Its key changes in an edit of its own, which changes nothing else but the rules that name it: `expect`, `protect`, `limits` and `unlimited_roles`.",
    ),
  );
  const others = desired.workspaces.flatMap((workspace) => {
    const earlier = base.workspaces.find(({ name }) => name === workspace.name);
    const was = earlier && meant(live, earlier);
    const is = meant(live, workspace);
    if (was === undefined || was.id === is?.id) return [];
    const now = is === undefined ? "none that is live" : `${is.name} (${is.id})`;
    return [
      refuse(
        workspace.name,
        `The key ${workspace.name} means another workspace than in the base: ${now}, and not ${was.name} (${was.id})`,
        "What the base says of the one would be said of the other. Give the other workspace a key of its own, and remove this one from the file in an edit of its own.",
      ),
    ];
  });
  return [...others, ...(others.length > 0 ? [] : moved)];
}
