import type { ModelMap, ModelNode } from "./document.js";
import { isMergeKey } from "./node-reader.js";
import { engineValue, identityOf } from "./scalars.js";

/** The second of two equal keys in a mapping, anywhere in a file; the engine reads no file that has one. */
export function findKeyTwice(root: ModelMap): ModelNode | undefined {
  const seen = new Set<ModelNode>();
  const visit = (node: ModelNode): ModelNode | undefined => {
    if (node.kind === "scalar" || seen.has(node)) return undefined;
    seen.add(node);
    const children = node.kind === "list" ? node.items : node.entries.map(([, value]) => value);
    const twice = node.kind === "map" ? twiceIn(node) : undefined;
    if (twice !== undefined) return twice;
    for (const child of children) {
      const found = visit(child);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return visit(root);
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
