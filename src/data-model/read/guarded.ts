import type { Filtered, Guarded } from "../model-description.js";
import type { ModelMap, ModelNode } from "./nodes/document.js";
import { duplicate } from "./nodes/finding.js";
import { hasKey, isMergeKey, nodeAt, type Reader, scalarOf, scalarsIn } from "./nodes/node-reader.js";
import { identityOf, isTrue } from "./nodes/scalars.js";
import { uncertainGuards, uncertainRows } from "./uncertain.js";

/** Reports the keys that the engine asks for. */
export function requireKeys(reader: Reader, node: ModelMap, what: string, keys: readonly string[]): void {
  for (const key of keys) if (!hasKey(node, key)) reader.refuse(`${what} has no \`${key}\``, node);
}

/** A name as the engine writes it; one that is no text in lower case, one that is missing as the empty text. */
export function nameOf(node: ModelNode, key: string): string {
  const { kind, text = "" } = scalarOf(nodeAt(node, key)) ?? {};
  return kind === "text" ? text : text.toLowerCase();
}

/** The model that a view or topic names, if it does. */
export function modelOf(node: ModelNode): { readonly model?: string } {
  return hasKey(node, "model_name") ? { model: nameOf(node, "model_name") } : {};
}

/** A name, what somebody has to pass, and the place. */
export function guardedOf(reader: Reader, node: ModelMap, name: string) {
  return { name, requires: requiredOf(reader, node), place: reader.place(node) };
}

/** A view or topic; its guards and rows are uncertain if its file merges mappings at the top. */
export function uncertainIfMerged<T extends Guarded & Filtered>(reader: Reader, root: ModelMap, part: T): T {
  return isMergedRoot(reader, root, part.name)
    ? { ...part, ...uncertainGuards([part]), ...uncertainRows([part]) }
    : part;
}

/** Returns true, and says so, if a mapping has a merge key: at the top of a file it brings in other keys with each version of the engine's library. */
function isMergedRoot(reader: Reader, root: ModelMap, name: string): boolean {
  const merge = root.entries.find(([key]) => isMergeKey(key))?.[0];
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
  const required = nodeAt(node, "required_access_grants");
  if (required === undefined || !isTrue(required)) return NONE;
  // Of a text each letter names a grant.
  const names = scalarsIn(required);
  if (names === undefined) reader.refuse("required_access_grants is no list", required);
  return names?.map(identityOf) ?? [];
}
