import type { Guarded } from "../model-description.js";
import type { ModelMap, ModelNode } from "./nodes/document.js";
import { duplicate, refused } from "./nodes/finding.js";
import { isMergeKey, type Reader, scalarsIn } from "./nodes/node-reader.js";
import { identityOf, isTrue } from "./nodes/scalars.js";
import { uncertainGuards } from "./uncertain.js";

/** Reports the keys that the engine asks for. */
export function requireKeys(reader: Reader, node: ModelMap, what: string, keys: readonly string[]): void {
  for (const key of keys)
    if (!reader.has(node, key)) reader.report(refused(`${what} has no \`${key}\``, reader.where(node)));
}

/** A name as the engine writes it; one that is no text in lower case, one that is missing as the empty text. */
export function nameOf(reader: Reader, node: ModelNode, key: string): string {
  const value = reader.value(reader.at(node, key));
  if (value === undefined) return "";
  return value.kind === "text" ? value.text : value.text.toLowerCase();
}

/** A name, what somebody has to pass, and the place. */
export function guardedOf(reader: Reader, node: ModelMap, name: string) {
  return { name, requires: requiredOf(reader, node), place: reader.place(node) };
}

/** Returns true, and says so, if a mapping has a merge key: at the top of a file it brings in other keys with each version of the engine's library. */
export function isMergedRoot(reader: Reader, root: ModelMap, name: string): boolean {
  const merge = root.merges && root.entries.find(([key]) => isMergeKey(key))?.[0];
  if (!merge) return false;
  const why = "A merge key at the top of a file brings in other keys with each version of the YAML library";
  reader.report(duplicate(name === "" ? "this file" : name, why, reader.where(merge)));
  return true;
}

/** The guards of a model or dashboard. */
export function rootOf(reader: Reader, root: ModelMap, name: string): Guarded {
  const guarded = guardedOf(reader, root, name);
  return isMergedRoot(reader, root, name) ? { ...guarded, ...uncertainGuards([guarded]) } : guarded;
}

/** One for all: a model has many objects, and most ask for nothing. */
const NONE: readonly never[] = [];

function requiredOf(reader: Reader, node: ModelMap): readonly string[] {
  const required = reader.at(node, "required_access_grants");
  if (required === undefined || !isTrue(required)) return NONE;
  // Of a text each letter names a grant.
  const names = scalarsIn(required);
  if (names === undefined)
    reader.report(refused("required_access_grants is no list", reader.where(required)));
  return names?.map(identityOf) ?? [];
}
