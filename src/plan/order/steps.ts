import { accessDependencies } from "../../access/order/access-dependencies.js";
import { orderSafely } from "../../access/order/safe-order.js";
import { simulate } from "../../access/order/simulation.js";
import { attributeOf, candidatesOf, memberOf } from "../../access/values/access-state.js";
import { affectedPairs, type Effect } from "../../access/values/effect.js";
import { effectiveValuesOf, groupsBehind } from "../../access/values/effective-value.js";
import { isOpen } from "../../access/values/value-meaning.js";
import { KINDS } from "../../kinds/registry.js";
import {
  type Address,
  ALL_USERS,
  attributeAddress,
  groupAddress,
  memberAddress,
  namesInAddress,
} from "../../model/address.js";
import { InternalError } from "../../model/internal-error.js";
import type { CountedSource, ExposureWindow, ResourceChange, Step } from "../../model/plan/plan.js";
import { distinctAscending, setOf } from "../../util/collections.js";
import { changedFields } from "../diff/compare.js";
import type { AccessPlan } from "../people/access-plan.js";

/** A step without its number; its needs are places in the safe order, and what has to exist is not among them yet. */
type DraftStep = Omit<Step, "step">;

/**
 * Turns changes into writes in dependency order: what exists by itself first (workspace, definitions, groups, labels,
 * names), then everything that moves access in its safe order, then invites, the archive last. Counted from `firstStep`;
 * with the windows that are left in the order.
 *
 * Whoever accepts an invite is in the built-in group at once, so that an invite waits for the values of that group:
 * a run that stops in between leaves nobody who could arrive without them.
 */
export function stepsOf(
  access: AccessPlan,
  firstStep = 1,
): { readonly steps: readonly Step[]; readonly windows: readonly ExposureWindow[] } {
  const own = writtenChanges(access.changes);
  const moving = setOf(access.writes, "change");
  const order = orderSafely(access.before, access.writes, access.after);
  const dependencies = accessDependencies(access.before, access.writes, order);

  const still = own.filter((change) => !moving.has(change));
  const isArchive = ({ type, change }: ResourceChange): boolean =>
    KINDS[type].isArchived === true && change.after === null;
  const isInvite = ({ type }: ResourceChange): boolean => KINDS[type].sendsMail === true;
  const first = still.filter((change) => !isArchive(change) && !isInvite(change));
  const accessDrafts = order.map((index, at) => {
    const write = access.writes[index];
    if (write === undefined) throw new InternalError("the safe order has a write too many");
    return draftOf(write.change, dependencies[at] ?? []);
  });
  const everybodys = accessDrafts.flatMap((draft, at) => (isEverybodysValue(draft) ? [at] : []));
  const drafts = [
    ...first.map((change) => draftOf(change, [])),
    ...accessDrafts,
    ...still.filter(isInvite).map((change) => draftOf(change, everybodys)),
    ...still.filter(isArchive).map((change) => draftOf(change, [])),
  ];
  const firstAccessStep = firstStep + first.length;
  return {
    steps: numbered(drafts, firstStep, firstAccessStep),
    windows: windowsOf(access, order, firstAccessStep),
  };
}

/**
 * Returns true for a step about a value that everybody in the workspace has, from the moment of their arrival: an invite
 * needs it, so that nobody can accept into a workspace without it.
 */
export const isEverybodysValue = ({ kind, address }: DraftStep): boolean =>
  KINDS[kind].carriesValue === "group" && namesInAddress(address).owner === ALL_USERS;

/** The changes that steps write: neither no-ops, nor what goes with another deletion. */
export function writtenChanges(changes: readonly ResourceChange[]): readonly ResourceChange[] {
  return changes.filter(
    ({ implied_by, change }) => implied_by === undefined && change.actions[0] !== "no-op",
  );
}

/** The exposure windows of an order, each value of a pair once: from the step after which it first shows. */
function windowsOf(
  access: AccessPlan,
  order: readonly number[],
  firstAccessStep: number,
): readonly ExposureWindow[] {
  const { nameIndex, before, writes, after } = access;
  const windows = new Map<string, ExposureWindow>();
  for (const { after: at, pair, outcome } of simulate(before, writes, order, after)) {
    const attribute = nameIndex.attributes[attributeOf(before, pair)] ?? "";
    const member = nameIndex.members[memberOf(before, pair)] ?? "";
    const value = outcome === undefined ? null : candidatesOf(outcome).join(" | ");
    const key = `${pair} ${value}`;
    if (windows.has(key)) continue;
    const { workspace } = nameIndex;
    windows.set(key, { workspace, member, attribute, value, after_step: firstAccessStep + at });
  }
  return [...windows.values()];
}

/** Throws for a change that its kind has no endpoint for. */
function draftOf({ address, type: kind, change }: ResourceChange, needs: readonly number[]): DraftStep {
  const { before, after } = change;
  const [action] = change.actions;
  const { api, noun } = KINDS[kind];
  if (action === "no-op" || api[action] === undefined)
    throw new InternalError(`a ${noun[0]} cannot be ${action}d`);
  const fields = after === null ? {} : before === null ? after : changedFields(before, after);
  return { address, kind, action, fields, needs };
}

/**
 * Gives drafts their numbers and adds to the needs of those that create something the steps that create what
 * it hangs on, which come first. All other things depend on existing ones: no address has two steps.
 */
function numbered(drafts: readonly DraftStep[], firstStep: number, firstAccessStep: number): readonly Step[] {
  const creators = new Map<Address, number>();
  for (const [i, { address, action }] of drafts.entries()) {
    if (action === "create") creators.set(address, firstStep + i);
  }
  return drafts.map((draft, i) => {
    const needed = draft.action === "create" ? KINDS[draft.kind].needs(draft.address) : [];
    const created = distinctAscending(needed.flatMap((address) => creators.get(address) ?? []));
    const needs = [...created, ...draft.needs.map((place) => firstAccessStep + place)];
    return { ...draft, needs, step: firstStep + i };
  });
}

/** The sources that each removal depends on: those of the final values of the people who lose a source. */
export function countedSources({ nameIndex, before, after, writes }: AccessPlan): readonly CountedSource[] {
  const { workspace, members } = nameIndex;
  const attributes = nameIndex.attributes.map((attribute) => attributeAddress(workspace, attribute));
  const groups = new Map(nameIndex.groups.map((group) => [group, groupAddress(workspace, group)]));
  const effectiveValue = effectiveValuesOf(nameIndex, after);
  return writes.flatMap(({ change: { address: removal }, effects }) => {
    const taking = effects.filter(takesAway);
    if (taking.length === 0) return [];
    /** The sources found, by attribute and source. */
    const found = new Map<string, CountedSource & { members: string[] }>();
    for (const pair of affectedPairs(before, taking)) {
      const value = effectiveValue(pair);
      if (value === null || isOpen(value.value)) continue;
      const attribute = attributes[attributeOf(after, pair)] ?? "";
      const member = members[memberOf(after, pair)] ?? "";
      const [group] = groupsBehind(value.source);
      const source = group === undefined ? memberAddress(workspace, member) : (groups.get(group) ?? "");
      const key = `${attribute} ${source}`;
      const counted = found.get(key);
      if (counted === undefined) found.set(key, { removal, source, attribute, members: [member] });
      else counted.members.push(member);
    }
    return [...found.values()];
  });
}

function takesAway(effect: Effect): boolean {
  if (effect.on === "membership") return !effect.present;
  return effect.on !== "precedence" && effect.value === undefined;
}
