import { accessDependencies } from "../../access/order/access-dependencies.js";
import { orderSafely } from "../../access/order/safe-order.js";
import { type Move, simulate } from "../../access/order/simulation.js";
import { candidatesOf } from "../../access/values/access-state.js";
import { KINDS } from "../../kinds/registry.js";
import { type Address, groupAddress } from "../../model/address.js";
import { InternalError } from "../../model/internal-error.js";
import type { ExposureWindow, ResourceChange } from "../../model/plan/plan.js";
import type { Step } from "../../model/plan/step.js";
import type { Fields } from "../../model/state/fields.js";
import { distinctAscending } from "../../util/order.js";
import { changedFields } from "../diff/compare.js";
import type { AccessPlan } from "../people/access-plan.js";

/** A step without its number; its needs are moves, by index, and what has to exist is not among them yet. */
type DraftStep = Omit<Step, "step">;

/**
 * Turns changes into writes in dependency order: what exists by itself first (workspace, definitions, groups, labels,
 * names, invites), then everything that moves access in its safe order, the archive last. Counted from `firstStep`;
 * with the windows that are left in the order.
 */
export function stepsOf(
  changes: readonly ResourceChange[],
  access: AccessPlan,
  firstStep = 1,
): { readonly steps: readonly Step[]; readonly windows: readonly ExposureWindow[] } {
  const own = writtenChanges(changes);
  const byAddress = new Map(own.map((change) => [change.address, change]));
  const moving = new Set(
    access.writes.flatMap(({ address, settlesCreation }) => (settlesCreation ? [] : [address])),
  );
  const moves = orderSafely(access.before, access.writes, access.taken, access.after);
  const dependencies = accessDependencies(access.before, access.writes, moves);
  const initial = initialPrecedences(access, moves);

  const still = own.filter((change) => !moving.has(change.address));
  const isArchive = ({ type, change }: ResourceChange): boolean =>
    type === "workspace" && change.after === null;
  const first = still
    .filter((change) => !isArchive(change))
    .map((change) => withPrecedence(draftOf(change, []), initial.get(change.address)));
  // The first moves are the temporary precedences that groups are created with: their creations are steps already.
  const moved = moves.flatMap((move, at) =>
    at < initial.size ? [] : [moveDraft(move, access, byAddress, dependencies[at] ?? [])],
  );
  const drafts = [...first, ...moved, ...still.filter(isArchive).map((change) => draftOf(change, []))];
  const firstMove = firstStep + first.length - initial.size;
  return {
    steps: numbered(drafts, firstStep, firstMove, initial.size),
    windows: windowsOf(access, moves, firstMove),
  };
}

/** The changes that steps write: neither no-ops, nor what goes with another deletion. */
export function writtenChanges(changes: readonly ResourceChange[]): readonly ResourceChange[] {
  return changes.filter(
    ({ implied_by, change }) => implied_by === undefined && change.actions[0] !== "no-op",
  );
}

/** The temporary precedences that groups are created with, by address. */
function initialPrecedences(
  { nameIndex, writes }: AccessPlan,
  moves: readonly Move[],
): ReadonlyMap<Address, number> {
  const created = new Set(
    writes.flatMap(({ address, settlesCreation }) => (settlesCreation ? [address] : [])),
  );
  const initial = new Map<Address, number>();
  for (const move of moves) {
    if (move.kind !== "temporary") break;
    const address = groupAddress(nameIndex.workspace, nameIndex.groups[move.group] ?? "");
    if (!created.has(address)) break;
    initial.set(address, move.precedence);
  }
  return initial;
}

function withPrecedence(draft: DraftStep, precedence: number | undefined): DraftStep {
  return precedence === undefined ? draft : { ...draft, fields: { ...draft.fields, precedence } };
}

/** What the moves expose, each value of a pair once: from the step after which it first shows. */
function windowsOf(access: AccessPlan, moves: readonly Move[], firstMove: number): readonly ExposureWindow[] {
  const { nameIndex, before, writes, after } = access;
  const windows = new Map<string, ExposureWindow>();
  for (const { afterMove, pair, outcome } of simulate(before, writes, moves, after)) {
    const attribute = pair % before.attributeCount;
    const value = outcome === undefined ? null : candidatesOf(outcome).join(" | ");
    const key = `${pair} ${value}`;
    if (windows.has(key)) continue;
    windows.set(key, {
      workspace: nameIndex.workspace,
      member: nameIndex.members[(pair - attribute) / before.attributeCount] ?? "",
      attribute: nameIndex.attributes[attribute] ?? "",
      value,
      after_step: firstMove + afterMove,
    });
  }
  return [...windows.values()];
}

function draftOf(change: ResourceChange, needs: readonly number[]): DraftStep {
  const [action] = change.change.actions;
  if (action === "no-op") throw new InternalError("a no-op has no step");
  return { address: change.address, kind: change.type, action, fields: fieldsToWrite(change), needs };
}

/** The fields that the step of a change writes. Throws for a change that its kind has no endpoint for. */
export function fieldsToWrite({ type, change: { actions, before, after } }: ResourceChange): Fields {
  const { api, noun } = KINDS[type];
  const [action] = actions;
  if (action !== "no-op" && api[action] !== undefined) {
    if (after === null) return {};
    return before === null ? after : changedFields(before, after);
  }
  throw new InternalError(`a ${noun[0]} cannot be ${action}d`);
}

function moveDraft(
  move: Move,
  access: AccessPlan,
  byAddress: ReadonlyMap<Address, ResourceChange>,
  needs: readonly number[],
): DraftStep {
  if (move.kind === "temporary") {
    const address = groupAddress(access.nameIndex.workspace, access.nameIndex.groups[move.group] ?? "");
    const fields = { precedence: move.precedence };
    return { address, kind: "group", action: "update", fields, needs, temporary: true };
  }
  const { address = "", settlesCreation, effects = [] } = access.writes[move.write] ?? {};
  if (settlesCreation) {
    const [precedence = 0] = effects.flatMap((effect) =>
      effect.on === "precedence" ? effect.precedence : [],
    );
    return { address, kind: "group", action: "update", fields: { precedence }, needs };
  }
  const change = byAddress.get(address);
  if (change === undefined) throw new InternalError("a move without a change");
  return draftOf(change, needs);
}

/**
 * Gives drafts their numbers and adds to their needs the steps that create what they hang on, none of them a move.
 * The first `creations` of the moves are not steps.
 */
function numbered(
  drafts: readonly DraftStep[],
  firstStep: number,
  firstMove: number,
  creations: number,
): readonly Step[] {
  const creators = new Map<Address, number>();
  for (const [i, { address, action }] of drafts.entries()) {
    if (action === "create") creators.set(address, firstStep + i);
  }
  return drafts.map((draft, i) => {
    const needed = draft.action === "create" ? KINDS[draft.kind].needs(draft.address) : [draft.address];
    const created: number[] = [];
    for (const address of needed) {
      const creator = creators.get(address);
      if (creator !== undefined) created.push(creator);
    }
    const needs = [...distinctAscending(created)];
    for (const move of draft.needs) if (move >= creations) needs.push(firstMove + move);
    const { address, kind, action, fields, temporary } = draft;
    const step = firstStep + i;
    // Written out: copies that get one more property are slow, and there are very many steps.
    return temporary === undefined
      ? { address, kind, action, fields, needs, step }
      : { address, kind, action, fields, needs, temporary, step };
  });
}
