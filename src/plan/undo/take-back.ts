import { isOtherForm, isRenamable } from "../../kinds/fields.js";
import { KINDS } from "../../kinds/registry.js";
import {
  type Address,
  ALL_USERS,
  attributeAddress,
  groupAddress,
  kindOfAddress,
  namesInAddress,
} from "../../model/address.js";
import type { ReceiptChange } from "../../model/plan/receipt.js";
import type { ResourceKind } from "../../model/resource-kind.js";
import type { Fields } from "../../model/state/resource.js";
import { decidedFields, fieldsAt, fieldsRuled, pick, type UndoState } from "./undo-state.js";

const CHANGED = "somebody changed it since";
const USED = "something is in it that is not taken back";
const INCOMPLETE = "the receipt does not say how it was";
export const ARCHIVED =
  "an archived workspace cannot be brought back through the API: restore it in the product";

/**
 * The fields that a thing has once a change is taken back (`null` if it is to be gone), where it still is as the run left
 * it; otherwise the reason why it stays, as a text. A thing that is as before the run keeps its fields.
 */
export function takeBack(state: UndoState, change: ReceiptChange): Fields | null | string {
  if (typeof KINDS[change.kind].api.delete !== "string")
    return "no endpoint revokes an invite: withdraw it in the product";
  switch (change.action) {
    case "create":
      return takeAway(state, change);
    case "delete":
      return bringBack(state, change);
    case "update":
      return changeBack(state, change);
  }
}

/** Returns true if a thing is as it was before the run, so that nothing of the change is to be taken back. */
export function isAsBefore(state: UndoState, change: ReceiptChange): boolean {
  const { address, before } = change;
  const now = fieldsAt(state, address);
  return now === null ? before === null : isSame(state, change, now, before);
}

function takeAway(state: UndoState, change: ReceiptChange): null | string {
  const { address, after } = change;
  const now = fieldsAt(state, address);
  if (now === null) return null;
  if (!isSame(state, change, now, after)) return changedSince(change, now);
  const isNeeded = state.needing.get(address)?.some((other) => fieldsAt(state, other.address) !== null);
  return isNeeded ? USED : null;
}

function bringBack(state: UndoState, change: ReceiptChange): Fields | string {
  const { address, kind, before, outcome } = change;
  const now = fieldsAt(state, address);
  if (now !== null) {
    if (!KINDS[kind].namesAreReused) return isSame(state, change, now, before) ? now : CHANGED;
    return outcome === "done" ? "something of its name exists again" : now;
  }
  if (before === null) return CHANGED;
  if (KINDS[kind].isArchived) return ARCHIVED;
  const { owner, name } = namesInAddress(address);
  // The built-in group is not a resource and always there.
  const builtIn = groupAddress(state.workspace, ALL_USERS);
  if (isRenamable(kind) && (address === builtIn || isTaken(state, name, address))) return takenName(name);
  const isThere = (need: Address): boolean =>
    fieldsAt(state, need) !== null || (KINDS[kind].carriesValue === "group" && need === builtIn);
  const missing = KINDS[kind].needs(address).find((need) => !isThere(need));
  if (missing !== undefined)
    return `its ${KINDS[kindOfAddress(missing) ?? "workspace"].noun[0]} is not there any more`;
  const person = KINDS[kind].personOf?.(address);
  if (person !== undefined && !state.members.has(person)) return "the member has left";
  const decided = decidedFields(kind, before);
  const fields = owner === undefined ? { ...decided, name } : decided;
  const thing = { address, kind, name, state: "present", managed: fields } as const;
  return KINDS[kind].file.refuseCreation?.(thing) === undefined ? fields : INCOMPLETE;
}

function changeBack(state: UndoState, change: ReceiptChange): Fields | string {
  const { address, kind, before, after } = change;
  const now = fieldsAt(state, address);
  if (now === null || before === null) return CHANGED;
  if (isSame(state, change, now, before)) return now;
  if (!isSame(state, change, now, after)) return changedSince(change, now);
  if (before.name !== now.name && isTaken(state, before.name, address)) return takenName(before.name);
  return { ...now, ...restored(kind, before, now) };
}

/** The reason why a thing stays that is neither as before the run nor as after it. */
function changedSince({ kind, before, after }: ReceiptChange, { name }: Fields): string {
  const isTheirs = isRenamable(kind) && name !== after?.name && name !== before?.name;
  return isTheirs ? `${JSON.stringify(after?.name)} is called ${JSON.stringify(name)} now` : CHANGED;
}

/** Returns true if another group than the one at `address` has the name, or had it before anything was taken back. */
function isTaken({ renamable, desired }: UndoState, name: unknown, address: Address): boolean {
  const back = [...desired].flatMap(([at, { kind, fields }]) =>
    isRenamable(kind) && fields !== null ? [{ address: at, fields }] : [],
  );
  return [...renamable, ...back].some((one) => one.address !== address && one.fields.name === name);
}

/** The mutable fields with their former values; a text that had none becomes empty. */
function restored(kind: ResourceKind, before: Fields, now: Fields): Fields {
  const names = fieldsRuled(kind, ["mutable"]);
  const emptied = names.filter((name) => typeof now[name] === "string" && (before[name] ?? null) === null);
  return { ...pick(before, names), ...Object.fromEntries(emptied.map((name) => [name, ""])) };
}

const takenName = (name: unknown): string => `another group is called ${JSON.stringify(name)} now`;

/**
 * Returns true if what anybody decides about a thing is the same; without a label is with an empty one, and a value may be
 * stored in another form.
 */
function isSame(
  state: UndoState,
  { address, kind }: ReceiptChange,
  one: Fields,
  other: Fields | null,
): boolean {
  if (other === null) return false;
  return fieldsRuled(kind).every((name) => {
    if ((one[name] ?? "") === (other[name] ?? "")) return true;
    const definition = fieldsAt(state, attributeAddress(state.workspace, namesInAddress(address).name));
    return isOtherForm(kind, definition?.data_type, one[name], other[name]);
  });
}
