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
import type { Fields } from "../../model/state/fields.js";
import type { Past } from "./past.js";

const CHANGED = "somebody changed it since";
const USED = "something is in it that is not taken back";
export const ARCHIVED =
  "an archived workspace cannot be brought back through the API: restore it in the product";

/**
 * Takes one change back in a workspace, where the thing still is as the run left it; says why where it stays. What is as
 * it was before the run has nothing to be taken back.
 */
export function takeBack(past: Past, change: ReceiptChange): string | undefined {
  if (typeof KINDS[change.kind].api.delete !== "string")
    return "no endpoint revokes an invite: withdraw it in the product";
  switch (change.action) {
    case "create":
      return takeAway(past, change);
    case "delete":
      return bringBack(past, change);
    case "update":
      return changeBack(past, change);
  }
}

/** Returns true if a thing is as it was before the run, so that nothing of the change is to be taken back. */
export function isAsBefore(past: Past, change: ReceiptChange): boolean {
  const { address, before } = change;
  const now = past.thing(address)?.fields;
  return now === undefined ? before === null : isSame(past, change, now, before);
}

function takeAway(past: Past, change: ReceiptChange): string | undefined {
  const { address, after } = change;
  const now = past.thing(address)?.fields;
  if (now === undefined) return undefined;
  if (!isSame(past, change, now, after)) return CHANGED;
  if (past.isNeeded(address)) return USED;
  past.remove(address);
  return undefined;
}

function bringBack(past: Past, change: ReceiptChange): string | undefined {
  const { address, kind, before, outcome } = change;
  const now = past.thing(address)?.fields;
  if (now !== undefined) {
    if (!KINDS[kind].namesAreReused) return isSame(past, change, now, before) ? undefined : CHANGED;
    return outcome === "done" ? "something of its name exists again" : undefined;
  }
  if (before === null) return CHANGED;
  if (KINDS[kind].isArchived) return ARCHIVED;
  const { name } = namesInAddress(address);
  // The built-in group is not a resource and always there.
  const builtIn = groupAddress(past.workspace, ALL_USERS);
  if (isRenamable(kind) && (address === builtIn || past.isTaken(name, address))) return takenName(name);
  const isThere = (need: Address): boolean =>
    past.thing(need) !== undefined || (KINDS[kind].carriesValue === "group" && need === builtIn);
  const missing = KINDS[kind].needs(address).find((need) => !isThere(need));
  if (missing !== undefined)
    return `its ${KINDS[kindOfAddress(missing) ?? "workspace"].noun[0]} is not there any more`;
  const person = KINDS[kind].personOf?.(address);
  if (person !== undefined && !past.isMember(person)) return "the member has left";
  past.put(address, { kind, fields: fieldsFor(address, kind, before) });
  return undefined;
}

function changeBack(past: Past, change: ReceiptChange): string | undefined {
  const { address, kind, before, after } = change;
  const now = past.thing(address)?.fields;
  if (now === undefined || before === null) return CHANGED;
  if (isSame(past, change, now, before)) return undefined;
  if (!isSame(past, change, now, after)) return CHANGED;
  if (before.name !== now.name && past.isTaken(before.name, address)) return takenName(before.name);
  past.put(address, { kind, fields: { ...now, ...restored(kind, before, now) } });
  return undefined;
}

/** The mutable fields with their former values; a text that had none becomes empty. */
function restored(kind: ResourceKind, before: Fields, now: Fields): Fields {
  const names = fieldsRuled(kind, "mutable");
  const emptied = names.filter((name) => typeof now[name] === "string" && (before[name] ?? null) === null);
  return { ...pick(before, names), ...Object.fromEntries(emptied.map((name) => [name, ""])) };
}

const takenName = (name: unknown): string => `another group is called ${JSON.stringify(name)} now`;

/** The rules of fields that anybody decides about, at its creation at least. */
const DECIDED = ["identity", "immutable", "mutable"] as const;

/**
 * Returns true if what anybody decides about a thing is the same; without a label is with an empty one, and a value may be
 * stored in another form.
 */
function isSame(
  { workspace, thing }: Past,
  { address, kind }: ReceiptChange,
  one: Fields,
  other: Fields | null,
): boolean {
  if (other === null) return false;
  return fieldsRuled(kind, ...DECIDED).every((name) => {
    if ((one[name] ?? "") === (other[name] ?? "")) return true;
    const definition = thing(attributeAddress(workspace, namesInAddress(address).name));
    return isOtherForm(kind, definition?.fields.data_type, one[name], other[name]);
  });
}

function fieldsRuled(kind: ResourceKind, ...rules: readonly (typeof DECIDED)[number][]): readonly string[] {
  return Object.entries(KINDS[kind].fields).flatMap(([name, { rule }]) =>
    rules.some((one) => one === rule) ? [name] : [],
  );
}

function pick(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(names.flatMap((name) => (name in fields ? [[name, fields[name] ?? null]] : [])));
}

/** All fields of a thing: its address says some of them, the others were recorded. */
function fieldsFor(address: Address, kind: ResourceKind, recorded: Fields): Fields {
  const { owner, name } = namesInAddress(address);
  const fields = pick(recorded, fieldsRuled(kind, ...DECIDED));
  if (owner === undefined) return { ...fields, name };
  const { carriesValue } = KINDS[kind];
  return carriesValue === undefined
    ? { group: owner, member: name, ...fields }
    : { [carriesValue]: owner, attribute: name, ...fields };
}
