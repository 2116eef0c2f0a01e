import type { ModelMap, ModelNode, ModelScalar } from "./document.js";
import { isMergeKey } from "./node-reader.js";
import { engineValue, identityOf } from "./scalars.js";

/** A node for which the engine refuses a file, and why. */
interface Unusable {
  readonly node: ModelNode;
  readonly why: string;
}

/**
 * The first node of a file for which the engine refuses the model: the second of two equal keys and, in a
 * view, a node that JSON cannot represent, since the engine copies views through JSON.
 */
export function findUnusable(root: ModelMap, isView: boolean): Unusable | undefined {
  const seen = new Set<ModelNode>();
  const visit = (node: ModelNode): Unusable | undefined => {
    if (node.kind === "scalar") return isView ? unlikeJson(node) : undefined;
    if (seen.has(node)) return undefined;
    seen.add(node);
    if (node.kind === "list") return firstOf(node.items, visit);
    const twice = twiceIn(node);
    if (twice !== undefined) return { node: twice, why: "a key stands twice in a mapping" };
    if (isView && node.tag?.endsWith(":set")) return { node, why: "a view has a set" };
    return firstOf(node.entries, ([key, value]) => (isView ? unlikeJsonKey(key) : undefined) ?? visit(value));
  };
  return visit(root);
}

function firstOf<T>(items: readonly T[], find: (item: T) => Unusable | undefined): Unusable | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function unlikeJson(node: ModelScalar): Unusable | undefined {
  // The common case: a text, or a number, neither of which looks like a date.
  if (node.tag === undefined && (!node.isPlain || !/^\d{4}-/.test(node.text))) return undefined;
  const { kind } = engineValue(node);
  if (kind === "date") return { node, why: "a view has a date without quotes" };
  return kind === "other" ? { node, why: "a view has a value with a tag of its own" } : undefined;
}

function unlikeJsonKey(key: ModelNode): Unusable | undefined {
  return key.kind === "scalar"
    ? unlikeJson(key)
    : { node: key, why: "a view has a key that is a list or mapping" };
}

function twiceIn({ entries }: ModelMap): ModelNode | undefined {
  const known = new Set<string>();
  for (const [key] of entries) {
    if (key.kind !== "scalar" || isMergeKey(key)) continue;
    const identity = identityOf(engineValue(key));
    if (known.has(identity)) return key;
    known.add(identity);
  }
  return undefined;
}
