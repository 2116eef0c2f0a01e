import { endOf } from "../../access/order/simulation.js";
import {
  type AccessState,
  attributeOf,
  groupValueOf,
  indicesOf,
  memberOf,
  type NameIndex,
  stateOf,
} from "../../access/values/access-state.js";
import { type AccessWrite, attributesOf, type Effect } from "../../access/values/effect.js";
import { KINDS } from "../../kinds/registry.js";
import { namesInAddress } from "../../model/address.js";
import type { ResourceChange } from "../../model/plan/plan.js";
import { contentsOf } from "../../model/state/contents.js";
import { type LiveWorkspace, membersOf } from "../../model/state/live-state.js";
import type { LiveResource } from "../../model/state/resource.js";
import { sortedBy } from "../../util/collections.js";
import { type GroupMatch, precedenceOf } from "../diff/match-groups.js";
import { effectOf } from "../diff/resource-change.js";

/** One workspace's changes as the access rules see them. */
export interface AccessPlan {
  readonly changes: readonly ResourceChange[];
  readonly nameIndex: NameIndex;
  readonly before: AccessState;
  /** The state after the writes. */
  readonly after: AccessState;
  /** Access-relevant changes, each with what it brings about. */
  readonly writes: readonly PlannedWrite[];
  /** Members whose own values were not read, by index. */
  readonly unread: ReadonlySet<number>;
}

/**
 * Translates a workspace and its changes into indices. Members are there only when the roster was read; without it
 * nobody's access can change (see the required reads). Own values that were not read count as none, the worst case.
 */
export function accessPlanOf(
  workspace: string,
  live: LiveWorkspace | undefined,
  match: GroupMatch | undefined,
  changes: readonly ResourceChange[],
): AccessPlan {
  const created = (type: ResourceChange["type"]): string[] =>
    changes
      .filter((change) => change.type === type && change.change.actions[0] === "create")
      .map((change) => namesInAddress(change.address).name);
  // In the order of their names, not of the answers: the same state is always planned the same way.
  const { of, heldBy, gives } = contentsOf(live);
  const members = sortedBy(membersOf(live), ({ email }) => email);
  const everybody = members.map(({ email: name }) => ({ name }));
  const attributes = sortedBy(of("attribute"), ({ name }) => name);
  const groups = sortedBy(match?.byName ?? [], ([name]) => name);
  const nameIndex: NameIndex = {
    workspace,
    groups: [...groups.map(([name]) => name), ...created("group")],
    members: members.map(({ email }) => email),
    attributes: [...attributes.map(({ name }) => name), ...created("attribute")],
  };
  const index = {
    group: indicesOf(nameIndex.groups),
    member: indicesOf(nameIndex.members),
    attribute: indicesOf(nameIndex.attributes),
  };
  const named = ({ name, owner, fields }: LiveResource) => ({ name, owner, value: String(fields.value) });
  const given = groups.map(([, group]) => ({
    precedence: precedenceOf(group),
    values: heldBy("group_value", group.name).map(named),
    members: group.state === "built-in" ? everybody : heldBy("group_membership", group.name),
  }));
  const before = stateOf(nameIndex, given, of("member_value").map(named));
  const unread = new Set(members.flatMap(({ email }, m) => (gives("member_value", email) ? [] : [m])));
  // A group that the run creates has its precedence from the start.
  for (const { type, change } of changes) {
    if (KINDS[type].isRanked && change.before === null && typeof change.after?.precedence === "number")
      before.precedence[index.group.get(String(change.after.name)) ?? 0] = change.after.precedence;
  }
  const writes = accessWrites(changes, index, before);
  return { changes, nameIndex, before, after: endOf(before, writes), writes, unread };
}

/** A write with the change that it carries out. */
interface PlannedWrite extends AccessWrite {
  readonly change: ResourceChange;
}

type Index = { readonly [K in "group" | "member" | "attribute"]: ReadonlyMap<string, number> };

/** The writes of a plan; the effects of everything that goes with a deletion are in the deletion's own write. */
function accessWrites(
  changes: readonly ResourceChange[],
  index: Index,
  before: AccessState,
): readonly PlannedWrite[] {
  return changes.flatMap((change) => {
    if (change.implied_by !== undefined) return [];
    if (KINDS[change.type].isRanked && change.change.before === null) return [];
    const effects = effectsOf(change, index, before);
    return effects === undefined ? [] : [{ change, effects }];
  });
}

function effectsOf(change: ResourceChange, index: Index, before: AccessState): readonly Effect[] | undefined {
  const effect = effectOf(change);
  if (effect === undefined) return undefined;
  const group = "group" in effect ? index.group.get(effect.group) : 0;
  const member = "member" in effect ? index.member.get(effect.member) : 0;
  const attribute = "attribute" in effect ? index.attribute.get(effect.attribute) : 0;
  // Somebody whose roster was not read cannot be affected.
  if (group === undefined || member === undefined || attribute === undefined) return [];
  switch (effect.on) {
    case "group-value":
      return [{ on: effect.on, group, attribute, value: effect.value }];
    case "own-value":
      return [{ on: effect.on, member, attribute, value: effect.value }];
    case "membership":
      return [{ on: effect.on, group, member, present: effect.present }];
    case "precedence":
      return [{ on: effect.on, group, precedence: effect.precedence }];
    case "group-deletion":
      return deletionOfGroup(before, group);
    case "attribute-deletion":
      return deletionOfAttribute(before, attribute);
  }
}

function deletionOfGroup(before: AccessState, group: number): Effect[] {
  const members = [...(before.membersOf[group] ?? [])];
  return [
    ...members.map((member) => ({ on: "membership" as const, group, member, present: false })),
    ...attributesOf(before, group).map((attribute) => unsetValue(group, attribute)),
  ];
}

const unsetValue = (group: number, attribute: number): Effect => ({
  on: "group-value",
  group,
  attribute,
  value: undefined,
});

function deletionOfAttribute(before: AccessState, attribute: number): Effect[] {
  const groups = [...before.precedence.keys()].filter(
    (g) => groupValueOf(before, g, attribute) !== undefined,
  );
  const pairs = [...before.ownValue.keys()].filter((pair) => attributeOf(before, pair) === attribute);
  return [
    ...groups.map((group) => unsetValue(group, attribute)),
    ...pairs.map((pair) => ({
      on: "own-value" as const,
      member: memberOf(before, pair),
      attribute,
      value: undefined,
    })),
  ];
}
