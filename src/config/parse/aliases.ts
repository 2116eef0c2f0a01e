import { isAlias, isCollection, isNode, isPair, isScalar, type Node } from "yaml";
import type { ParsedFile } from "./parse-source.js";

/**
 * Finds the node of each alias, in one pass over the file: the nearest anchor of its name before it. (The
 * library's own look-up walks the file once for each alias.) The result gives back any other node as it is.
 */
export function bindAliases({ source, root }: ParsedFile): (node: unknown) => Node | undefined {
  const anchors = new Map<string, Node>();
  const targets = new Map<Node, Node | undefined>();
  const visit = (node: unknown): void => {
    if (isPair(node)) {
      visit(node.key);
      visit(node.value);
    } else if (isAlias(node)) {
      targets.set(node, anchors.get(node.source));
    } else if (isCollection(node) || isScalar(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
      if (isCollection(node)) node.items.forEach(visit);
    }
  };
  if (source.text.includes("&")) visit(root);
  return (node) => (isAlias(node) ? targets.get(node) : isNode(node) ? node : undefined);
}
