import { isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import { inOrderOfKinds } from "../../kinds/resources.js";
import { type Address, ancestorAddress, namesInAddress, workspaceAddress } from "../../model/address.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import { resourceAddress } from "../../model/state/contents.js";
import type { DesiredWorkspace } from "../../model/state/desired-state.js";
import type { LiveWorkspace } from "../../model/state/live-state.js";
import type { DesiredResource, Fields, LiveResource } from "../../model/state/resource.js";
import { groupBy, sortedBy } from "../../util/collections.js";

/** The desired state of a thing after an undo; `fields` is `null` for a deleted one. */
interface DesiredThing {
  readonly kind: ResourceKind;
  readonly fields: Fields | null;
}

/** One workspace with the desired state of its things after an undo, by their present addresses. */
export interface UndoState {
  /** The name of the workspace in the receipt. */
  readonly workspace: string;
  readonly live: LiveWorkspace;
  readonly liveByAddress: ReadonlyMap<Address, LiveResource>;
  readonly members: ReadonlySet<string>;
  /** The live things that can be renamed. */
  readonly renamable: readonly LiveResource[];
  /** The things that depend on an address, live ones and those of the receipt, by that address. */
  readonly needing: ReadonlyMap<Address, readonly Pick<LiveResource, "address">[]>;
  /** The things that are undone so far. */
  readonly desired: Map<Address, DesiredThing>;
}

/**
 * The state in which nothing is undone yet: `things` are those of the live workspace, under the receipt's
 * name for it.
 */
export function undoStateOf(
  workspace: string,
  live: LiveWorkspace,
  things: readonly LiveResource[],
  changes: readonly Pick<LiveResource, "address" | "kind">[],
): UndoState {
  const needs = [...things, ...changes].flatMap(({ address, kind }) =>
    // People stay where they are.
    typeof KINDS[kind].api.delete === "string"
      ? KINDS[kind].needs(address).map((need) => ({ need, address }))
      : [],
  );
  return {
    workspace,
    live,
    liveByAddress: new Map(things.map((thing) => [thing.address, thing])),
    members: new Set(live.members?.map(({ email }) => email)),
    renamable: things.filter(({ kind }) => isRenamable(kind)),
    needing: groupBy(needs, ({ need }) => need),
    desired: new Map(),
  };
}

/** The fields of a thing with what was taken back so far; `null` where there is none. */
export function fieldsAt({ liveByAddress, desired }: UndoState, address: Address): Fields | null {
  const known = desired.get(address) ?? liveByAddress.get(address);
  return known === undefined ? null : known.fields;
}

/**
 * The desired workspace of the undo, as a file with nothing else would describe it. The contents of a group
 * whose name is restored are below that name.
 */
export function desiredOf({ workspace: name, live, liveByAddress, desired }: UndoState): DesiredWorkspace {
  const { id } = live;
  if (desired.get(workspaceAddress(name))?.fields === null)
    return { name, state: "absent", id, isRecorded: true };
  const renamed = new Map(
    [...desired].flatMap(([address, { kind, fields }]): [Address, Address][] => {
      const former = isRenamable(kind) ? fields?.name : undefined;
      if (former === undefined || former === namesInAddress(address).name) return [];
      return [[address, resourceAddress(kind, name, String(former))]];
    }),
  );
  const resources = [...desired].flatMap(([at, { kind, fields }]): DesiredResource[] => {
    // What is gone already needs no tombstone.
    if (fields === null && !liveByAddress.has(at)) return [];
    const address = movedAddress(at, (group) => renamed.get(group));
    const { owner, name: last } = namesInAddress(address);
    const thing = { address, kind, name: last, ...(owner !== undefined && { owner }) };
    if (fields === null) return [{ ...thing, state: "absent", managed: {} }];
    const previously = renamed.has(at) ? { previously: [namesInAddress(at).name] } : {};
    return [{ ...thing, state: "present", managed: decidedFields(kind, fields), ...previously }];
  });
  return {
    name,
    state: "present",
    id,
    isRecorded: true,
    resources: inOrderOfKinds(sortedBy(resources, ({ address }) => address)),
    lists: [],
    exact: { attributes: false, groups: false, members: false },
  };
}

/** The address of a thing once its group, or the one that it belongs to, is at another address; the same for all others. */
export function movedAddress(
  address: Address,
  newAddressOf: (group: Address) => Address | undefined,
): Address {
  const group = ancestorAddress(address, 3);
  return (newAddressOf(group) ?? group) + address.slice(group.length);
}

/** The rules of fields that anybody decides about, at its creation at least. */
const DECIDED = ["identity", "immutable", "mutable"] as const;

/** The names of a kind's fields with one of these rules; unless given, those that anybody decides about. */
export function fieldsRuled(
  kind: ResourceKind,
  rules: readonly (typeof DECIDED)[number][] = DECIDED,
): readonly string[] {
  return Object.entries(KINDS[kind].fields).flatMap(([name, { rule }]) =>
    rules.some((one) => one === rule) ? [name] : [],
  );
}

/** The fields of a thing that anybody decides about. */
export const decidedFields = (kind: ResourceKind, fields: Fields): Fields => pick(fields, fieldsRuled(kind));

/** The named fields that a thing has. */
export function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name] ?? null]] : [])));
}
