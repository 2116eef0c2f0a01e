/**
 * What files that orgform wrote hold, checked as far as it is used: they may come from anywhere. A check says whether a
 * value from such a file is one.
 */

import { kindOfAddress } from "../../model/address.js";
import { isRecord } from "../../util/is-record.js";

type Fields = Readonly<Record<string, unknown>>;

/** A plain object of texts. */
export function isTexts(value: unknown): boolean {
  return isRecord(value) && Object.values(value).every((text) => typeof text === "string");
}

/** A list of things that pass a check. */
export function isListOf(value: unknown, isOne: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(isOne);
}

/** A live workspace of a plan. */
export function isTouchedWorkspace(value: unknown): boolean {
  return isRecord(value) && [value.address, value.id, value.name].every((text) => typeof text === "string");
}

/** A change of a plan. */
export function isResourceChange(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.change)) return false;
  const { actions, before, after } = value.change;
  return (
    isAddressed(value) &&
    isListOf(actions, (action) => ACTIONS.has(action)) &&
    isFieldsOrNull(before) &&
    isFieldsOrNull(after)
  );
}

/** A change of a receipt. */
export function isReceiptChange(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { action, outcome, before, after, error } = value;
  return (
    isAddressed(value) &&
    ACTIONS.has(action) &&
    OUTCOMES.has(outcome) &&
    isFieldsOrNull(before) &&
    isFieldsOrNull(after) &&
    [before, after].every((fields) => isNamed(value.type, fields)) &&
    (error === undefined || typeof error === "string")
  );
}

/** The guards of a receipt. */
export function areGuards(value: unknown): boolean {
  if (!isRecord(value) || !isRecord(value.limits)) return false;
  const { delete: deletions, access } = value.limits;
  return (
    isListOf(value.protect, (pattern) => typeof pattern === "string") &&
    isRecord(deletions) &&
    isRecord(access) &&
    [deletions.count, deletions.percent, access.opened].every((limit) => typeof limit === "number")
  );
}

/** Somebody's access in a plan. */
export function isAccessChange(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { workspace, member, attribute, before, after } = value;
  return (
    [workspace, member, attribute].every((text) => typeof text === "string") &&
    [before, after].every((effective) => effective === null || isEffective(effective))
  );
}

/** Somebody who arrives, in a plan. */
export function isArrival(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { workspace, member, invite, role, groups, values } = value;
  const isText = (text: unknown) => typeof text === "string";
  return (
    [workspace, member, invite].every(isText) &&
    (role === null || isText(role)) &&
    isListOf(groups, isText) &&
    isListOf(values, isArrivingValue)
  );
}

function isArrivingValue(given: unknown): boolean {
  if (!isRecord(given) || typeof given.attribute !== "string") return false;
  return given.value === null || isEffective(given);
}

/** A rule of a plan that changed. */
export function isRuleChange(value: unknown): boolean {
  return isRecord(value) && typeof value.rule === "string";
}

/** A guard of a plan. */
export function isGuard(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { name, refused, actual, limit, override } = value;
  return (
    typeof name === "string" &&
    typeof refused === "boolean" &&
    [actual, limit].every((n) => n === undefined || typeof n === "number") &&
    (override === undefined || typeof override === "string")
  );
}

/** A finding; only its summary counts. */
export function isDiagnostic(value: unknown): boolean {
  return isRecord(value) && typeof value.summary === "string";
}

const ACTIONS: ReadonlySet<unknown> = new Set(["create", "update", "delete", "no-op"]);
const OUTCOMES: ReadonlySet<unknown> = new Set(["done", "failed", "skipped", "not_started", "unknown"]);
const SCALARS: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

function isAddressed({ address, previous_address, type }: Fields): boolean {
  const isOfType = (text: unknown) =>
    typeof text === "string" && type !== undefined && kindOfAddress(text) === type;
  return isOfType(address) && (previous_address === undefined || isOfType(previous_address));
}

function isFieldsOrNull(value: unknown): boolean {
  const isScalar = (field: unknown) => field === null || SCALARS.has(typeof field);
  return value === null || (isRecord(value) && Object.values(value).every(isScalar));
}

/** What comes back under a name has to have one. */
function isNamed(type: unknown, fields: unknown): boolean {
  if ((type !== "group" && type !== "attribute") || !isRecord(fields)) return true;
  return typeof fields.name === "string" && fields.name !== "";
}

function isEffective(value: unknown): boolean {
  if (!isRecord(value) || typeof value.value !== "string" || !isRecord(value.source)) return false;
  const { kind, group, groups, values } = value.source;
  const isText = (text: unknown) => typeof text === "string";
  return (
    kind === "own" ||
    (kind === "group" && isText(group)) ||
    (kind === "tie" && isListOf(groups, isText) && isListOf(values, isText))
  );
}
