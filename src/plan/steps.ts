import { accessDependencies } from "../access/access-dependencies.js";
import { orderSafely } from "../access/safe-order.js";
import { type Move, simulate } from "../access/simulation.js";
import { candidatesOf } from "../access/world.js";
import { KINDS } from "../kinds/registry.js";
import { type Address, groupAddress } from "../model/address.js";
import { InternalError } from "../model/internal-error.js";
import type { ExposureWindow, Fields, ResourceChange } from "../model/plan.js";
import type { Step } from "../model/step.js";
import type { AccessPlan } from "./access-plan.js";
import { changedFields } from "./compare.js";

/** The steps of one workspace, numbered from 0 in a safe order, and the windows that no order avoids. */
export interface WorkspaceSteps {
  readonly steps: readonly Step[];
  readonly windows: readonly ExposureWindow[];
}

/** A step whose needs are still addresses of what has to exist. */
interface DraftStep extends Omit<Step, "step" | "needs"> {
  readonly waitsFor: readonly number[];
}

/**
 * Turns changes into writes in dependency order: what exists by itself first (workspace, definitions, groups, labels,
 * names, invites), then everything that moves access in its safe order, the archive last.
 */
export function stepsOf(changes: readonly ResourceChange[], access: AccessPlan): WorkspaceSteps {
  const own = changes.filter(
    ({ implied_by, change }) => implied_by === undefined && change.actions[0] !== "no-op",
  );
  const byAddress = new Map(own.map((change) => [change.address, change]));
  const moving = new Set(access.writes.map(({ address }) => address));
  const moves = orderSafely(access.before, access.writes, access.taken);
  const dependencies = accessDependencies(access.before, access.writes, moves);

  // A name is free for a new group only when its owner has been renamed, so such renames come first and alone.
  const vacating = own.filter(
    ({ previous_address }) => byAddress.get(previous_address ?? "")?.change.before === null,
  );
  const renames = vacating.map(({ address, change: { after } }) => renameDraft(address, String(after?.name)));
  const still = own.filter((change) => !moving.has(change.address) && !vacating.includes(change));
  const isArchive = ({ type, change }: ResourceChange): boolean =>
    type === "workspace" && change.after === null;
  const first = [
    ...renames,
    ...still.filter((change) => !isArchive(change)).map((change) => draftOf(change, [])),
  ];
  const drafts: DraftStep[] = [
    ...first,
    ...moves.map((move, at) => {
      const waitsFor = (dependencies[at] ?? []).map((n) => n + first.length);
      return moveDraft(move, access, byAddress, vacating, waitsFor);
    }),
    ...still.filter(isArchive).map((change) => draftOf(change, [])),
  ];
  const windows = simulate(access.before, access.writes, moves).map(({ afterMove, pair, outcome }) => {
    const attribute = pair % access.before.attributeCount;
    return {
      workspace: access.universe.workspace,
      member: access.universe.members[(pair - attribute) / access.before.attributeCount] ?? "",
      attribute: access.universe.attributes[attribute] ?? "",
      value: outcome === undefined ? null : candidatesOf(outcome).join(" | "),
      after_step: first.length + afterMove,
    };
  });
  return {
    steps: number(drafts, new Set(vacating.map(({ previous_address = "" }) => previous_address))),
    windows,
  };
}

function draftOf(change: ResourceChange, waitsFor: readonly number[]): DraftStep {
  const { address, type } = change;
  const { actions, before, after } = change.change;
  const kind = KINDS[type];
  const [action] = actions;
  if (action === "create" && after !== null) {
    return { address, kind: type, action, write: kind.create(address, after), waitsFor };
  }
  if (action === "update" && before !== null && after !== null && kind.update !== undefined) {
    return {
      address,
      kind: type,
      action,
      write: kind.update(address, changedFields(before, after)),
      waitsFor,
    };
  }
  if (action === "delete" && kind.delete !== undefined) {
    return { address, kind: type, action, write: kind.delete(address), waitsFor };
  }
  throw new InternalError(`a ${kind.title} cannot be ${action}d`);
}

function renameDraft(address: Address, name: string): DraftStep {
  return { address, kind: "group", action: "update", write: { op: "update-group", name }, waitsFor: [] };
}

function moveDraft(
  move: Move,
  access: AccessPlan,
  byAddress: ReadonlyMap<Address, ResourceChange>,
  renamed: readonly ResourceChange[],
  waitsFor: readonly number[],
): DraftStep {
  if (move.kind === "temporary") {
    const address = groupAddress(access.universe.workspace, access.universe.groups[move.group] ?? "");
    const fields: Fields = { precedence: move.precedence };
    const write = KINDS.group.update?.(address, fields) ?? { op: "update-group" };
    return { address, kind: "group", action: "update", write, waitsFor, temporary: true };
  }
  const change = byAddress.get(access.writes[move.write]?.address ?? "");
  if (change === undefined) throw new InternalError("a move without a change");
  const draft = draftOf(change, waitsFor);
  if (!renamed.includes(change) || draft.write.op !== "update-group") return draft;
  const { name: _, ...write } = draft.write;
  return { ...draft, write };
}

/** Gives drafts their numbers and adds to their needs the steps that create what they hang on, or free their name. */
function number(drafts: readonly DraftStep[], vacated: ReadonlySet<Address>): readonly Step[] {
  const creators = new Map<Address, number>();
  for (const [i, { address, action }] of drafts.entries()) if (action === "create") creators.set(address, i);
  return drafts.map(({ waitsFor, ...draft }, step) => {
    const needs = new Set(waitsFor);
    if (draft.action === "create") {
      for (const address of KINDS[draft.kind].needs(draft.address)) {
        const creator = creators.get(address);
        if (creator !== undefined) needs.add(creator);
      }
      if (vacated.has(draft.address)) for (let i = 0; i < vacated.size; i += 1) needs.add(i);
    }
    return { ...draft, step, needs: [...needs].sort((a, b) => a - b) };
  });
}
